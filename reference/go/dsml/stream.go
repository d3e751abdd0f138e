// Package dsml parses the dialect dsml (SEMANTICS sections 0 and 1), whole
// and in chunks.
//
// There is one parser, the stream; a text in one piece is a stream of one
// chunk. It reads every character once: text between blocks in scan.go, the
// inside of a possible block in walk.go, and when the end of a block is found,
// its tags are already known and block.go makes calls of them.
package dsml

import (
	"strings"

	"toolcallharness/reference/event"
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
type Result struct {
	Calls         []event.Call
	Text          string // all visible text
	SawToolSyntax bool   // SEMANTICS D14
}

// Parse reads a whole text. By definition this is what streaming it as one
// chunk gives (SEMANTICS section 0), and so it does just that.
func Parse(text string, options Options) Result {
	s := NewStream(options)
	var result Result
	var visible []string
	for _, events := range [2][]event.Event{s.Feed(text), s.Finish()} {
		for _, e := range events {
			if e.Call != nil {
				result.Calls = append(result.Calls, *e.Call)
			} else {
				visible = append(visible, e.Text)
			}
		}
	}
	result.Text = strings.Join(visible, "")
	result.SawToolSyntax = s.SawToolSyntax()
	return result
}

// Stream parses one text that comes in chunks. Chunks may be cut anywhere,
// inside a character too. The zero value is not ready; see NewStream.
type Stream struct {
	openers  *lexicon // what starts a capture under the chosen policy
	saw      sighting
	finished bool

	buf []byte // input that is not released, from the held text on
	out int    // buf before it is released in events of this chunk
	pos int    // the next character to read

	state state
	fence fence    // where the scan stands while it is outside captures
	words *lexicon // inName: what may stand here
	node  byte     // inName: how much of it has been read
	mark  int      // inName, inTag, inOpaque: the "<" that began it
	block capture  // the open capture, if there is one

	events []event.Event // of this chunk
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
	s.grow(len(chunk))
	s.buf = append(s.buf, chunk...)
	for s.pos < len(s.buf) {
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
	s.release(s.held())
	s.forget()
	return s.take()
}

// grow makes room for n more bytes. Left to itself append would grow a long
// buffer by a quarter, and copy an open capture that comes in small chunks
// five times instead of twice.
func (s *Stream) grow(n int) {
	if need := len(s.buf) + n; need > cap(s.buf) {
		s.buf = append(make([]byte, 0, max(need, 2*cap(s.buf))), s.buf...)
	}
}

// Finish ends the text and releases all that was held: an open capture is
// text as it stands (SEMANTICS D6). A second call gives nothing.
func (s *Stream) Finish() []event.Event {
	if s.finished {
		return nil
	}
	s.finished = true
	s.release(len(s.buf))
	s.buf, s.block = nil, capture{}
	return s.take()
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

// release gives everything before position to as text.
func (s *Stream) release(to int) {
	if s.out < to {
		s.events = append(s.events, event.Event{Text: string(s.buf[s.out:to])})
		s.out = to
	}
}

// forget drops what was released from the buffer. What is left moves down,
// which is no cost to speak of: it happens only after a release, and an open
// capture stays where it is from then on.
func (s *Stream) forget() {
	if s.out == 0 {
		return
	}
	rest := copy(s.buf, s.buf[s.out:])
	s.buf = s.buf[:rest]
	if rest == 0 && cap(s.buf) > keepBytes {
		s.buf = nil
	}
	s.pos -= s.out
	s.mark -= s.out
	s.block.start -= s.out
	s.out = 0
}

// keepBytes is the largest buffer that is kept after all of it was released,
// so that memory beyond an open block is bounded (SEMANTICS C6).
const keepBytes = 1 << 16

func (s *Stream) take() []event.Event {
	events := s.events
	s.events = nil
	return events
}
