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

// size is the length of a spelling in the text, from "<" to the end of the
// name.
func (s spelling) size() int {
	n := len("<") + len(names[s.kind])
	if s.closing {
		n += len("/")
	}
	if s.style == dsml {
		n += len(styleMark)
	}
	return n
}

// tag is one complete tag that the walk of SEMANTICS D3 has met. A block may
// consist of nothing else, so it is kept small; no block has 4 GiB.
type tag struct {
	spelling
	selfClosing bool
	start       uint32 // its "<", counted from the start of the block
	end         uint32 // after its ">"
}

// opens reports whether t is a start tag of kind k.
func (t tag) opens(k kind) bool { return t.kind == k && !t.closing }

// borders reports whether c may stand after the name of a tag (SEMANTICS D5).
func borders(c byte) bool {
	return c == '>' || c == '/' || space.Blank(c)
}

// names holds the names of the tags; styleMark comes before them in style dsml.
var names = [...]string{wrapper: "tool_calls", invoke: "invoke", parameter: "parameter"}

const styleMark = "|dsml|"
