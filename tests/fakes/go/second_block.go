// A chunk gives the calls of one block at most: those of a second block in the same chunk are lost. Batch is
// right.
//
// Stands for sglang-37634 (of more than one complete call in one increment the second is lost).
// Found by `split`: call extra, for the chunks are held against the whole text.
package main

import "toolcallharness/reference/kit"

func init() { fakes["second_block"] = func() kit.Parser { return secondBlock{} } }

type secondBlock struct{ right }

func (secondBlock) NewStream(setup kit.Setup) (kit.Stream, error) {
	s, err := right{}.NewStream(setup)
	return secondBlockStream{s.(*rightStream)}, err
}

type secondBlockStream struct{ *rightStream }

// Feed takes one character after the other: the calls that one of them gives are those of one block.
func (s secondBlockStream) Feed(chunk string) ([]kit.Event, error) {
	var out []kit.Event
	called := false
	for _, character := range chunk {
		list, err := s.rightStream.Feed(string(character))
		if err != nil {
			return out, err
		}
		calls := false
		for _, e := range list {
			calls = calls || e.Call != nil
			if e.Call == nil || !called {
				out = append(out, e)
			}
		}
		called = called || calls
	}
	return out, nil
}
