package dsml

import "strings"

// sighting looks for tool syntax anywhere in the text (SEMANTICS D14). It has
// nothing to do with the scan, as fences and captures hide nothing from it and
// no border is needed after the name. A call that comes out sets seen as well.
type sighting struct {
	seen bool
	node byte
}

func (s *sighting) read(chunk string) {
	for i := 0; i < len(chunk) && !s.seen; i++ {
		if s.node == 0 {
			next := strings.IndexByte(chunk[i:], '<')
			if next < 0 {
				return
			}
			i += next
		}
		c := chunk[i]
		s.node = wrapperOpens.step(s.node, c)
		if s.node == 0 && c == '<' {
			s.node = atBracket
		}
		s.seen = wrapperOpens.means[s.node].kind != nothing
	}
}
