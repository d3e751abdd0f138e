package qwen

import (
	"bytes"

	"toolcallharness/reference/space"
)

// state is what the next character is read as.
type state uint8

const (
	text      state = iota // visible text
	between                // between two tags of a block
	nameOrKey              // after "<function=" or "<parameter="
	value                  // in a value
	closer                 // after a tag in a value that may be its end
)

// read goes on until the state changes. It gives false when that takes more
// text, and has then read all that no later character can change.
func (s *Stream) read() bool {
	switch s.state {
	case text:
		return s.readText()
	case between:
		return s.readBetween(s.block.next)
	case nameOrKey:
		return s.readNameOrKey()
	case value:
		return s.readValue()
	}
	return s.readCloser()
}

// seek moves to the next of the tags, over anything else.
func (s *Stream) seek(tags []tag) (found tag) {
	for {
		i := bytes.IndexByte(s.in.Bytes[s.pos:], '<')
		if i < 0 {
			s.pos = len(s.in.Bytes)
			return ""
		}
		s.pos += i
		found, open := find(s.in.Bytes[s.pos:], tags)
		if open || found != "" {
			return found
		}
		s.pos++
	}
}

// readText reads visible text up to an opener (SEMANTICS Q3).
func (s *Stream) readText() bool {
	if s.seek(inText) == "" {
		return false
	}
	s.saw = true
	s.block = capture{open: true, start: s.pos, next: atBlockStart}
	s.pos += len(blockStart)
	s.state = between
	return true
}

// skip passes over white space (SEMANTICS C1). It gives false if only more
// text can tell where that ends.
func (s *Stream) skip() (whole bool) {
	s.pos, whole = space.SkipBytes(s.in.Bytes, s.pos)
	return whole
}

// readBetween reads white space and a tag that may stand here (SEMANTICS Q4).
func (s *Stream) readBetween(next []tag) bool {
	if !s.skip() {
		return false
	}
	found, open := find(s.in.Bytes[s.pos:], next)
	switch {
	case open:
		return false
	case found == "":
		s.leave(s.pos)
	default:
		s.take(found)
	}
	return true
}

// take goes behind a tag of a block.
func (s *Stream) take(t tag) {
	b := &s.block
	from := s.pos - b.start
	s.pos += len(t)
	switch t {
	case functionStart, parameterStart:
		b.tag, b.from = t, from
		s.state = nameOrKey
	case functionEnd:
		b.next = afterFunction
		s.state = between
	case blockEnd:
		s.endBlock()
	}
}

// readNameOrKey reads up to the first ">". A LF before it, or nothing, is an
// error at the "<" of the tag (SEMANTICS Q4, Q8). Giving up there reads the
// name again, but there is no opener in it, as openers hold a ">".
func (s *Stream) readNameOrKey() bool {
	b := &s.block
	for ; s.pos < len(s.in.Bytes); s.pos++ {
		switch s.in.Bytes[s.pos] {
		case '\n':
			s.leave(b.start + b.from)
			return true
		case '>':
			read := string(s.in.Bytes[b.start+b.from+len(b.tag) : s.pos])
			s.pos++
			s.named(read)
			return true
		}
	}
	return false
}

// named takes what a tag holds: a name is trimmed, a key stays as it is, and
// neither may be empty (SEMANTICS Q4).
func (s *Stream) named(read string) {
	b := &s.block
	if b.tag == functionStart {
		read = space.Trim(read)
	}
	switch {
	case read == "":
		s.leave(b.start + b.from)
	case b.tag == functionStart:
		b.functions = append(b.functions, function{name: read})
		b.next = inFunction
		s.state = between
	default:
		b.key = read
		b.value.from = s.pos - b.start
		s.state = value
	}
}

// readValue reads up to a tag that may be the end of the value (SEMANTICS Q5).
func (s *Stream) readValue() bool {
	if s.seek(inValue) == "" {
		return false
	}
	s.block.value.to = s.pos - s.block.start
	s.pos += len(parameterEnd)
	s.state = closer
	return true
}

// readCloser ends the value if a tag that follows it is next, behind white
// space or none, well formed or not. Else all of it belongs to the value, which
// goes on behind the white space (SEMANTICS Q5).
func (s *Stream) readCloser() bool {
	if !s.skip() {
		return false
	}
	found, open := find(s.in.Bytes[s.pos:], afterValueEnds)
	switch {
	case open:
		return false
	case found == "":
		s.state = value
		return true
	}
	b := &s.block
	b.functions[len(b.functions)-1].set(b.key, b.value)
	s.take(found)
	return true
}
