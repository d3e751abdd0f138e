// A chunk gives the calls of one block at most: a second block in the same chunk is shown as text. Batch is right.
//
// Stands for sglang-37634 (of more than one complete call in one increment the second is lost).
// Found by `split`: call extra, for the chunks are held against the whole text.
package main

import "toolcallharness/reference/kit"

func init() { fakes["second_block"] = func() kit.Parser { return secondBlock{} } }

type secondBlock struct{ right }

func (secondBlock) NewStream(setup kit.Setup) (kit.Stream, error) {
	s, err := right{}.NewStream(setup)
	return &secondBlockStream{rightStream: s.(*rightStream)}, err
}

type secondBlockStream struct {
	*rightStream
	held []byte // what was fed and has not come out, neither as text nor as calls
}

// Feed takes one character after the other: the calls that one of them gives are those of one block.
func (s *secondBlockStream) Feed(chunk string) ([]kit.Event, error) {
	var out []kit.Event
	called := false
	for _, character := range chunk {
		s.held = append(s.held, string(character)...)
		list, err := s.rightStream.Feed(string(character))
		if err != nil {
			return out, err
		}
		calls := 0
		for _, e := range list {
			s.held = s.held[len(e.Text):]
			if e.Call != nil {
				calls++
			}
			if e.Call == nil || !called {
				out = append(out, e)
			}
		}
		if calls == 0 {
			continue
		}
		if called {
			out = append(out, kit.Event{Text: string(s.held)})
		}
		called, s.held = true, nil
	}
	return out, nil
}
