package toolcall

// The seam: make these two functions ask your parser. The tests beside this file do.
// Each call is to make a parser of its own.
// This file is yours: it is written once and never replaced.

import (
	"encoding/json"
	"errors"
)

// toolcallCall is one tool call. Input is its arguments, as anything that encoding/json
// writes as an object.
type toolcallCall struct {
	Name  string `json:"name"`
	Input any    `json:"input"`
}

// toolcallAnswer is what a parser makes of a text.
type toolcallAnswer struct {
	Calls     []toolcallCall // in order
	Text      string         // the visible text, joined
	Reasoning string         // the text of the reasoning, joined
	// The visible text before, between and behind the calls: one more text than there
	// are calls. May be nil: then nobody looks where it stood.
	Pieces []string
}

// toolcallParse gives what your parser makes of a whole text; tools are the declared
// tools, a JSON array. An error of the parser is to be returned.
func toolcallParse(text string, tools json.RawMessage) (toolcallAnswer, error) {
	return toolcallAnswer{}, errors.New("make toolcallParse ask your parser")
}

// toolcallStream gives what it makes of the chunks, fed one by one and then finished.
// A parser that does not stream may give toolcallParse(strings.Join(chunks, ""), tools).
func toolcallStream(chunks []string, tools json.RawMessage) (toolcallAnswer, error) {
	return toolcallAnswer{}, errors.New("make toolcallStream ask your parser")
}
