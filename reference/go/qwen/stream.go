// Package qwen parses the dialect qwen (SEMANTICS sections 0 and 2), whole and
// in chunks.
//
// There is one parser, the stream; a text in one piece is a stream of one
// chunk. scan.go walks through the text and remembers what a block holds,
// block.go makes calls of it at its end, and value.go gives each value the
// type that schema.go finds in the declared tools.
package qwen

import (
	"toolcallharness/reference/event"
	"toolcallharness/reference/window"
)

// Options is what comes with a text.
type Options struct {
	Tools []Tool // the declared tools, for the types of values (SEMANTICS Q9)
}

// Result is what a whole text gives.
type Result = event.Result

// Parse reads a whole text.
func Parse(text string, options Options) Result {
	return event.Whole(NewStream(options), text)
}

// Stream parses one text that comes in chunks. Chunks may be cut anywhere,
// inside a character too. The zero value is a stream without tools.
type Stream struct {
	tools    catalogue
	saw      bool // SEMANTICS Q12
	finished bool

	in    window.Window // what is not given back yet
	pos   int           // the next character to read, a position in it
	state state
	block capture // the open capture, if there is one
}

// NewStream begins a text.
func NewStream(options Options) *Stream {
	return &Stream{tools: catalogue{declared: options.Tools}}
}

// Feed takes the next chunk and gives what is certain by now: text as soon as
// it can no longer be part of an opener or of an open capture, calls at the end
// of their block. After Finish it does nothing.
func (s *Stream) Feed(chunk string) []event.Event {
	if s.finished {
		return nil
	}
	s.in.Append(chunk)
	for s.read() {
	}
	s.in.Release(s.held())
	moved := s.in.Forget()
	s.pos -= moved
	s.block.start -= moved
	return s.in.Take()
}

// Finish ends the text and releases all that was held: a capture that is still
// open is text as it stands, and is not scanned again (SEMANTICS Q8). A second
// call gives nothing.
func (s *Stream) Finish() []event.Event {
	if s.finished {
		return nil
	}
	s.finished = true
	s.block = capture{}
	return s.in.Finish()
}

// SawToolSyntax is the flag of SEMANTICS Q12, for the text so far.
func (s *Stream) SawToolSyntax() bool { return s.saw }

// held is where the text begins that cannot be released yet.
func (s *Stream) held() int {
	if s.block.open {
		return s.block.start
	}
	return s.pos
}
