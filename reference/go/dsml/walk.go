package dsml

import (
	"bytes"
	"unicode/utf8"

	"toolcallharness/reference/space"
)

// capture is a stretch of text that may become a block (SEMANTICS D3, D7).
type capture struct {
	open  bool
	bare  bool // it began with an invoke instead of a wrapper
	start int  // in the buffer

	wrappers int // wrapper depth
	invokes  int // invoke depth
	styles   style
	tags     []tag // all that the walk has met so far

	// next is what may stand here, blanks aside, or captured if anything may.
	// Only a bare capture is ever so strict.
	next *lexicon

	tag     tag  // inTag: the one being read
	quote   byte // inTag: the open quotation mark
	limited bool // inTag: SEMANTICS D7c holds for it
	length  int  // inTag, if limited: its code points so far

	closer string // inOpaque: what ends the section
	inner  int    // inOpaque: where in the buffer its content begins, as an offset from mark
}

// maxBareTag is the most code points that an invoke start tag at invoke depth
// 0 of a bare capture may have (SEMANTICS D7c).
const maxBareTag = 4096

// beginCapture starts a capture at the tag that is being read. Whatever was
// captured before it becomes text.
func (s *Stream) beginCapture(bare bool) {
	s.block = capture{open: true, bare: bare, start: s.mark, wrappers: 1, next: captured, tags: emptied(s.block.tags)}
}

// leave ends the capture and scans on at position at. What lies before it and
// was not taken out as a block is text by staying where it is (SEMANTICS D6,
// D7).
func (s *Stream) leave(at int) {
	s.block.open = false
	s.block.tags = emptied(s.block.tags)
	s.state = inText
	s.pos = at
	s.fence.resume(s.in.Bytes, at)
}

// readCapture reads plain characters of a capture up to the next "<", and
// ends a bare one at a character that may not stand here (SEMANTICS D7).
func (s *Stream) readCapture() {
	b := &s.block
	if b.next == captured {
		i := bytes.IndexByte(s.in.Bytes[s.pos:], '<')
		if i < 0 {
			s.pos = len(s.in.Bytes)
			return
		}
		s.pos += i
		s.expect(captured)
		return
	}
	for s.pos < len(s.in.Bytes) {
		switch c := s.in.Bytes[s.pos]; {
		case space.Blank(c):
			s.pos++
			continue
		case c == '<':
			s.expect(b.next)
		case c == '{' && b.next == afterInvoke:
			b.next = captured
		default:
			s.leave(s.pos)
		}
		return
	}
}

// beginTag comes at the character after the name of a tag, which is the first
// that counts for quotation marks (SEMANTICS D5).
func (s *Stream) beginTag(found spelling) {
	b := &s.block
	switch {
	case !b.open:
		s.beginCapture(found.kind == invoke)
	case found.kind == wrapper && !found.closing && b.invokes == 0:
		s.beginCapture(false) // the restart of SEMANTICS D3
	}
	b.tag = tag{spelling: found, start: uint32(s.mark - b.start)}
	b.quote = 0
	b.limited = b.bare && b.tag.opens(invoke) && b.invokes == 0
	b.length = s.pos - s.mark
	s.state = inTag
}

// readTag reads on in a tag up to the first ">" outside quotation marks.
func (s *Stream) readTag() {
	b := &s.block
	for s.pos < len(s.in.Bytes) {
		c := s.in.Bytes[s.pos]
		if b.limited && !s.allowed(c) {
			return
		}
		s.pos++
		switch {
		case b.quote != 0:
			if c == b.quote {
				b.quote = 0
			}
		case c == '"' || c == '\'':
			b.quote = c
		case c == '>':
			s.endTag()
			return
		}
	}
}

// allowed gives the capture up if its tag may not go on with c (SEMANTICS
// D7c). Of a "<" that is also one code point too many the "<" counts, as the
// page names it first.
func (s *Stream) allowed(c byte) bool {
	b := &s.block
	if c == '<' && b.quote == 0 {
		s.leave(s.pos)
		return false
	}
	if utf8.RuneStart(c) {
		b.length++
	}
	if b.length > maxBareTag {
		s.leave(s.mark + 1)
		return false
	}
	return true
}

// endTag counts the tag that ends before the next character (SEMANTICS D3).
func (s *Stream) endTag() {
	b := &s.block
	t := b.tag
	t.end = uint32(s.pos - b.start)
	// No name ends in a slash, so one before the ">" is not part of it.
	t.selfClosing = !t.closing && s.in.Bytes[s.pos-2] == '/'
	b.tags = append(b.tags, t)
	b.styles |= t.style
	s.state = inCapture
	b.next = captured
	deeper := !t.closing && !(t.selfClosing && b.invokes > 0)
	switch t.kind {
	case wrapper:
		switch {
		case t.closing:
			b.wrappers--
		case deeper && b.invokes > 0: // at 0 it is the opener, which counts already
			b.wrappers++
		}
	case invoke:
		switch {
		case t.closing:
			b.invokes = max(b.invokes-1, 0)
		case deeper:
			b.invokes++
			if b.bare && b.invokes == 1 {
				b.next = afterInvoke
			}
		}
	}
	if b.bare && b.invokes == 0 {
		b.next = betweenInvokes
	}
	if b.wrappers == 0 {
		s.endBlock()
	}
}

// endBlock makes calls of the capture, which ends before the next character,
// or leaves it as text (SEMANTICS D6).
func (s *Stream) endBlock() {
	b := &s.block
	calls := readBlock(string(s.in.Bytes[b.start:s.pos]), b)
	if len(calls) > 0 {
		s.in.Accept(b.start, s.pos, calls)
		s.saw.seen = true
	}
	s.leave(s.pos)
}

// emptied is a list for the tags of the next capture. A long one is not kept,
// whether its capture became a block, was given up or was restarted.
func emptied(tags []tag) []tag {
	if cap(tags) > keepTags {
		return nil
	}
	return tags[:0]
}

// keepTags is the longest list of tags that is kept for the next capture
// (SEMANTICS C6).
const keepTags = 1 << 10

// beginOpaque comes after the opening characters of an opaque section.
func (s *Stream) beginOpaque(k kind) {
	b := &s.block
	b.closer, b.inner = cdataClose, len(cdataOpen)
	if k == comment {
		b.closer, b.inner = commentClose, len(commentOpen)
	}
	s.state = inOpaque
}

// readOpaque reads on to the end of an opaque section (SEMANTICS D4). Only the
// last character of the closer is looked for; the ones before it are in the
// buffer, and must be content.
func (s *Stream) readOpaque() {
	b := &s.block
	for s.pos < len(s.in.Bytes) {
		i := bytes.IndexByte(s.in.Bytes[s.pos:], '>')
		if i < 0 {
			s.pos = len(s.in.Bytes)
			return
		}
		s.pos += i + 1
		if bytes.HasSuffix(s.in.Bytes[s.mark+b.inner:s.pos], []byte(b.closer)) {
			s.state = inCapture
			return
		}
	}
}
