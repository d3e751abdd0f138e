// Numbers in JSON keep six digits.
//
// Stands for no report of its own: it is the default of printf and of many a stream. Found by `truth`: value
// differs.
package main

import (
	"encoding/json"
	"fmt"

	"toolcallharness/reference/kit"
)

func init() { fakes["six_digits"] = func() kit.Parser { return sixDigits{} } }

type sixDigits struct{ right }

func (p sixDigits) Parse(text string, setup kit.Setup) (kit.Result, error) {
	s, _ := p.NewStream(setup)
	return whole(s, text)
}

func (sixDigits) NewStream(setup kit.Setup) (kit.Stream, error) {
	s, err := right{}.NewStream(setup)
	return sixDigitsStream{s.(*rightStream)}, err
}

type sixDigitsStream struct{ *rightStream }

func (s sixDigitsStream) Feed(chunk string) ([]kit.Event, error) {
	list, err := s.rightStream.Feed(chunk)
	return eachCall(list, func(input map[string]any) { rounded(input) }), err
}

func rounded(value any) any {
	switch v := value.(type) {
	case json.Number:
		number, err := v.Float64()
		if err != nil {
			return v
		}
		return json.Number(fmt.Sprintf("%.6g", number))
	case map[string]any:
		for key, member := range v {
			v[key] = rounded(member)
		}
	case []any:
		for i, element := range v {
			v[i] = rounded(element)
		}
	}
	return value
}
