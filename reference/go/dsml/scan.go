package dsml

// readText reads visible text up to a "<" that may start a capture.
func (s *Stream) readText() {
	for s.pos < len(s.in.Bytes) {
		c := s.in.Bytes[s.pos]
		if c == '<' && !s.fence.inside() {
			s.fence.line = rest
			s.expect(s.openers)
			return
		}
		s.fence.read(c)
		s.pos++
	}
}

// expect begins to read what may stand at the "<" that is next.
func (s *Stream) expect(words *lexicon) {
	s.words, s.node, s.mark = words, atBracket, s.pos
	s.state = inName
	s.pos++
}

// readName reads on in a name until it is complete or turns out to be none. A
// name is complete with the character after it (SEMANTICS D5), which is not
// consumed here: after a failure it may be the "<" of the next one, and no
// other character of a spelling can begin one.
func (s *Stream) readName() {
	for s.pos < len(s.in.Bytes) {
		c := s.in.Bytes[s.pos]
		if next := s.words.step(s.node, c); next != 0 {
			s.node = next
			s.pos++
			if k := s.words.means[next].kind; k == cdata || k == comment {
				s.beginOpaque(k)
				return
			}
			continue
		}
		if found := s.words.means[s.node]; found.kind != nothing && borders(c) {
			s.beginTag(found)
		} else {
			s.noName()
		}
		return
	}
}

// noName goes on after a "<" that began nothing that may stand there.
func (s *Stream) noName() {
	switch {
	case !s.block.open:
		s.state = inText
	case s.words != captured:
		s.leave(s.mark)
	default:
		s.state = inCapture
	}
}
