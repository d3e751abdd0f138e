// Package dsml parses the dialect dsml (SEMANTICS sections 0 and 1), whole
// and in chunks.
//
// There is one parser, the stream; a text in one piece is a stream of one
// chunk. It reads every character once: text between blocks in scan.go, the
// inside of a possible block in walk.go, and when the end of a block is found,
// its tags are already known and block.go makes calls of them.
package dsml

import (
	"toolcallharness/reference/event"
	"toolcallharness/reference/window"
)

// MissingOpener is what to do about an invoke without a wrapper before it
// (SEMANTICS D7).
type MissingOpener uint8

const (
	Repair MissingOpener = iota // take it as a block that lost its opener
	Text                        // leave it as ordinary text
)

// Options is what a caller may choose for one parse.
type Options struct {
	MissingOpener MissingOpener // default Repair
}

// Result is what a whole text gives.
type Result = event.Result

// Parse reads a whole text.
func Parse(text string, options Options) Result {
	return event.Whole(NewStream(options), text)
}

// Stream parses one text that comes in chunks. Chunks may be cut anywhere,
// inside a character too. The zero value is not ready; see NewStream.
type Stream struct {
	openers  *lexicon // what starts a capture under the chosen policy
	saw      sighting
	finished bool

	in  window.Window // what is not given back yet
	pos int           // the next character to read, a position in it

	state state
	fence fence    // where the scan stands while it is outside captures
	words *lexicon // inName: what may stand here
	node  byte     // inName: how much of it has been read
	mark  int      // inName, inTag, inOpaque: the "<" that began it
	block capture  // the open capture, if there is one
}

// state is what the next character is read as.
type state uint8

const (
	inText    state = iota // visible text, fences included
	inName                 // after a "<" that may begin something
	inTag                  // between the name of a tag and its ">"
	inOpaque               // inside a CDATA section or comment
	inCapture              // any other character of a capture
)

// NewStream begins a text.
func NewStream(options Options) *Stream {
	s := &Stream{openers: anyOpens}
	if options.MissingOpener == Text {
		s.openers = wrapperOpens
	}
	return s
}

// Feed takes the next chunk and gives what is certain by now: text as soon as
// it can no longer be part of a tag or of an open capture, calls at the end of
// their block. After Finish it does nothing.
func (s *Stream) Feed(chunk string) []event.Event {
	if s.finished {
		return nil
	}
	s.saw.read(chunk)
	s.in.Append(chunk)
	for s.pos < len(s.in.Bytes) {
		switch s.state {
		case inText:
			s.readText()
		case inName:
			s.readName()
		case inTag:
			s.readTag()
		case inOpaque:
			s.readOpaque()
		case inCapture:
			s.readCapture()
		}
	}
	s.in.Release(s.held())
	s.forget()
	return s.in.Take()
}

// Finish ends the text and releases all that was held: an open capture is
// text as it stands (SEMANTICS D6). A second call gives nothing.
func (s *Stream) Finish() []event.Event {
	if s.finished {
		return nil
	}
	s.finished = true
	s.block = capture{}
	return s.in.Finish()
}

// SawToolSyntax is the flag of SEMANTICS D14, for the text so far.
func (s *Stream) SawToolSyntax() bool { return s.saw.seen }

// held is where the text begins that cannot be released yet.
func (s *Stream) held() int {
	switch {
	case s.block.open:
		return s.block.start
	case s.state == inName:
		return s.mark
	}
	return s.pos
}

// forget drops what was released, so that every position moves down.
func (s *Stream) forget() {
	moved := s.in.Forget()
	s.pos -= moved
	s.mark -= moved
	s.block.start -= moved
}
