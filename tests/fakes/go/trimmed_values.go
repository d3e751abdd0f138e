// A value is trimmed once more when all is read: white space in CDATA, and what entities stand for, goes with it.
//
// Stands for vllm-48846 (values there have no framing white space, so nothing of them may be stripped).
// Found by `truth`: value differs.
package main

import (
	"strings"

	"toolcallharness/reference/kit"
)

func init() { fakes["trimmed_values"] = func() kit.Parser { return trimmedValues{} } }

type trimmedValues struct{ right }

func (p trimmedValues) Parse(text string, setup kit.Setup) (kit.Result, error) {
	s, _ := p.NewStream(setup)
	return whole(s, text)
}

func (trimmedValues) NewStream(setup kit.Setup) (kit.Stream, error) {
	s, err := right{}.NewStream(setup)
	return trimmedValuesStream{s.(*rightStream)}, err
}

type trimmedValuesStream struct{ *rightStream }

func (s trimmedValuesStream) Feed(chunk string) ([]kit.Event, error) {
	list, err := s.rightStream.Feed(chunk)
	return eachCall(list, func(input map[string]any) {
		for name, value := range input {
			if text, ok := value.(string); ok {
				input[name] = strings.TrimSpace(text)
			}
		}
	}), err
}
