// Visible text that stands in a chunk as it is goes out in pieces of 8 bytes at most, and a character that is
// cut by that becomes question marks. Batch is right.
//
// Stands for no report of its own: it is what a buffer of bytes does in a language whose strings are bytes.
// Found by `split`: text differs.
package main

import (
	"strings"

	"toolcallharness/reference/kit"
)

func init() { fakes["split_runes"] = func() kit.Parser { return splitRunes{} } }

const frame = 8

type splitRunes struct{ right }

func (splitRunes) NewStream(setup kit.Setup) (kit.Stream, error) {
	s, err := right{}.NewStream(setup)
	return splitRunesStream{s.(*rightStream)}, err
}

type splitRunesStream struct{ *rightStream }

func (s splitRunesStream) Feed(chunk string) ([]kit.Event, error) {
	list, err := s.rightStream.Feed(chunk)
	var out []kit.Event
	for _, e := range list {
		if strings.Contains(chunk, e.Text) {
			for ; len(e.Text) > frame; e.Text = e.Text[frame:] {
				out = append(out, kit.Event{Text: strings.ToValidUTF8(e.Text[:frame], "?")})
			}
			e.Text = strings.ToValidUTF8(e.Text, "?")
		}
		out = append(out, e)
	}
	return out, err
}
