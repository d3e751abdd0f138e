//go:build unix && cost

package cost_test

import (
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"toolcallharness/reference/qwen"
)

// list is one of the two files of texts; what they say about themselves
// explains the members.
type list struct {
	Tools  []qwen.Tool
	Shapes []shape
}

// shape is a family of texts.
type shape struct {
	Name, Before, After, Run string
	Unit                     unit
	Around                   around
	Both                     bool
}

// readList reads a list, of its shapes all or those that the arguments name:
// by a part of their names, or by that of the file.
func readList(t *testing.T, name string) (l list) {
	data, err := os.ReadFile(filepath.Join("..", "..", "cost", name+".json"))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, &l); err != nil {
		t.Fatal(err)
	}
	if flag.NArg() == 0 {
		return l
	}
	var wanted []shape
	for _, s := range l.Shapes {
		for _, part := range flag.Args() {
			if strings.Contains(s.Name, part) || part == name {
				wanted = append(wanted, s)
				break
			}
		}
	}
	l.Shapes = wanted
	return l
}

// text has about size bytes.
func (s shape) text(size int) string {
	before := s.Before + strings.Repeat(s.Around.opener, s.Around.levels)
	after := strings.Repeat(s.Around.closer, s.Around.levels) + s.After
	room := size - len(before) - len(after)
	var out strings.Builder
	out.WriteString(before)
	for times := 1; ; times++ {
		piece := strings.Repeat(s.Run, times) + string(s.Unit)
		if room -= len(piece); room < 0 {
			break
		}
		out.WriteString(piece)
	}
	out.WriteString(after)
	return out.String()
}

type unit string

// UnmarshalJSON reads a text, or a list of texts and of pairs of a text and
// how often it stands there.
func (u *unit) UnmarshalJSON(data []byte) error {
	var parts []json.RawMessage
	if json.Unmarshal(data, &parts) != nil {
		return json.Unmarshal(data, (*string)(u))
	}
	for _, part := range parts {
		text, times := "", 1
		if json.Unmarshal(part, &text) != nil {
			if err := json.Unmarshal(part, &[]any{&text, &times}); err != nil {
				return err
			}
		}
		*u += unit(strings.Repeat(text, times))
	}
	return nil
}

type around struct {
	opener, closer string
	levels         int
}

func (a *around) UnmarshalJSON(data []byte) error {
	return json.Unmarshal(data, &[]any{&a.opener, &a.closer, &a.levels})
}
