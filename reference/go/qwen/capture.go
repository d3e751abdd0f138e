package qwen

// capture is a stretch of text that may become a block (SEMANTICS Q3). It
// lies still in the buffer, but the buffer moves; so all its positions count
// from its start, which alone is a position in the buffer.
type capture struct {
	open      bool
	start     int
	functions []function

	next  []tag // between: what may stand here
	tag   tag   // nameOrKey: the one that is being read
	from  int   // nameOrKey: where that tag begins
	key   string
	value span // its start from value on, its end from closer on
}

// span is a stretch of a capture.
type span struct{ from, to int }

// endBlock accepts the block that ends before the next character (SEMANTICS Q3).
func (s *Stream) endBlock() {
	from := s.block.start
	calls := s.readBlock(string(s.in.Bytes[from:s.pos]))
	s.in.Accept(from, s.pos, calls)
	s.leave(s.pos)
}

// leave ends the capture and scans on at position at. What lies before it and
// was not taken out as a block is text by staying where it is (SEMANTICS Q8).
func (s *Stream) leave(at int) {
	s.block = capture{}
	s.pos = at
	s.state = text
}
