// Package event holds what the parser of every dialect gives back.
package event

// Call is one tool call. Input holds strings, booleans, nil, json.Number,
// []any and map[string]any, and nothing else.
type Call struct {
	Name  string
	Input map[string]any
}

// Event is a piece of visible text, or a call if Call is not nil.
type Event struct {
	Text string
	Call *Call
}
