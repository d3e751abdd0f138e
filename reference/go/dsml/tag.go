package dsml

import "toolcallharness/reference/space"

// kind is what a markup construct is, whatever its style.
type kind uint8

const (
	nothing kind = iota
	wrapper
	invoke
	parameter
	cdata
	comment
)

// style is one of the two spellings of the tags. As bits, so that a block can
// collect which it has seen (SEMANTICS D8).
type style uint8

const (
	canonical style = 1 << iota
	dsml
	bothStyles = canonical | dsml
)

// spelling says what a run of characters from "<" on stands for.
type spelling struct {
	kind    kind
	closing bool
	style   style
}

// tag is one complete tag that the walk of SEMANTICS D3 has met. Positions
// count from the start of its block.
type tag struct {
	spelling
	selfClosing bool
	start       int // its "<"
	nameEnd     int // the character after the name
	end         int // after its ">"
}

// opens reports whether t is a start tag of kind k.
func (t tag) opens(k kind) bool { return t.kind == k && !t.closing }

// borders reports whether c may stand after the name of a tag (SEMANTICS D5).
func borders(c byte) bool {
	return c == '>' || c == '/' || space.Blank(c)
}
