// Package event holds what the parser of every dialect gives back.
package event

import "strings"

// Call is one tool call. Input holds strings, booleans, nil, json.Number,
// []any and map[string]any, and nothing else.
type Call struct {
	Name  string
	Input map[string]any
	Keys  []string // those of Input in their order, where the dialect has one (SEMANTICS Q7)
}

// Event is a piece of visible text, or a call if Call is not nil.
type Event struct {
	Text string
	Call *Call
}

// Stream parses one text that comes in chunks.
type Stream interface {
	// Feed takes the next chunk and gives what is certain by now. Chunks may
	// be cut anywhere, inside a character too.
	Feed(chunk string) []Event
	// Finish ends the text and releases all that was held. A second call gives
	// nothing, and so does a Feed after it (SEMANTICS C5).
	Finish() []Event
	// SawToolSyntax is the flag of SEMANTICS D14 and Q12, for the text so far.
	SawToolSyntax() bool
}

// Result is what a whole text gives.
type Result struct {
	Calls         []Call
	Text          string // all visible text
	SawToolSyntax bool
}

// Whole reads a text through a fresh stream. What a whole text gives is by
// definition what streaming it as one chunk gives (SEMANTICS section 0).
func Whole(s Stream, text string) Result {
	var result Result
	var visible []string
	for _, events := range [2][]Event{s.Feed(text), s.Finish()} {
		for _, e := range events {
			if e.Call != nil {
				result.Calls = append(result.Calls, *e.Call)
			} else {
				visible = append(visible, e.Text)
			}
		}
	}
	result.Text = strings.Join(visible, "")
	result.SawToolSyntax = s.SawToolSyntax()
	return result
}
