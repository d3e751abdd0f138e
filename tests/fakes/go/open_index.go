// A stream that ends inside an open block asks for the last of its calls, and there may be none. Batch is right.
//
// Stands for vllm-37937 (a call that is cut off ends in an index error on the list of calls).
// Found by `crash`: exception.
package main

import (
	"strings"

	"toolcallharness/reference/kit"
)

func init() { fakes["open_index"] = func() kit.Parser { return openIndex{} } }

type openIndex struct{ right }

func (openIndex) NewStream(setup kit.Setup) (kit.Stream, error) {
	s, err := right{}.NewStream(setup)
	return &openIndexStream{rightStream: s.(*rightStream)}, err
}

type openIndexStream struct {
	*rightStream
	calls []kit.Call
}

func (s *openIndexStream) Feed(chunk string) ([]kit.Event, error) {
	list, err := s.rightStream.Feed(chunk)
	for _, e := range list {
		if e.Call != nil {
			s.calls = append(s.calls, *e.Call)
		}
	}
	return list, err
}

func (s *openIndexStream) Finish() ([]kit.Event, error) {
	list, err := s.rightStream.Finish()
	for _, e := range list {
		if strings.HasPrefix(e.Text, "<tool_calls>") {
			_ = s.calls[len(s.calls)-1]
		}
	}
	return list, err
}
