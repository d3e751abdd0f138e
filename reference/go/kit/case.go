package kit

import (
	"errors"
	"slices"
	"unicode/utf8"
)

// testCase is one case of a run.
type testCase struct {
	ID        string `json:"id"`
	Text      string `json:"text"`
	Tools     []Tool `json:"tools"`
	Batch     bool   `json:"batch"`
	Chunkings []cuts `json:"chunkings"`
	Detail    string `json:"detail"` // "folded", the default, or "full"

	Reuse       bool `json:"reuse"`         // one parser object for all chunkings
	Abandon     int  `json:"abandon_after"` // chunks of an extra stream that is dropped; 0: none
	Interleave  bool `json:"interleave"`    // feed the streams in turn
	FinishTwice bool `json:"finish_twice"`
}

func (c *testCase) unsupported(modes []string) string {
	switch {
	case c.Batch && !slices.Contains(modes, "batch"):
		return "there is no mode batch"
	case len(c.Chunkings) > 0 && !slices.Contains(modes, "stream"):
		return "there is no mode stream"
	case c.Detail != "" && c.Detail != "folded" && c.Detail != "full":
		return "unknown detail " + c.Detail
	}
	return ""
}

// cuts is a chunking: where the text is cut, in code points.
type cuts []int

// maxCut is past the end of any text that fits into a request.
const maxCut = 1 << 27

// UnmarshalJSON reads the numbers by hand. One character a chunk means a
// number for every character of the text, and the reflection of encoding/json
// would take longer for them than parsing the text does.
func (c *cuts) UnmarshalJSON(data []byte) error {
	list := make(cuts, 0, len(data)/3)
	value, digits := 0, false
	for _, b := range data {
		if '0' <= b && b <= '9' {
			value, digits = min(value*10+int(b-'0'), maxCut), true
			continue
		}
		switch b {
		case '[', ']', ',', ' ', '\t', '\r':
		default:
			return errors.New("a chunking is a list of whole numbers")
		}
		if !digits {
			continue
		}
		if len(list) > 0 && value < list[len(list)-1] {
			return errors.New("a chunking goes back")
		}
		list = append(list, value)
		value, digits = 0, false
	}
	*c = list
	return nil
}

// advance is the position that lies so many code points after from, at most
// the end of the text. Chunks are cut one after the other on the way, as a
// table of positions would be eight times as long as the text.
func advance(text string, from, points int) int {
	for ; points > 0 && from < len(text); points-- {
		for from++; from < len(text) && !utf8.RuneStart(text[from]); from++ {
		}
	}
	return from
}
