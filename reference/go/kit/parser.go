// Package kit puts a tool-call parser under test: it speaks the adapter
// protocol, version 1, so that a program of a dozen lines around a parser is
// an adapter:
//
//	func main() {
//		info := kit.Info{Name: "mine", Version: "1.0", Dialects: []string{"dsml"}}
//		if err := kit.Serve(info, func() kit.Parser { return mine{} }); err != nil {
//			fmt.Fprintln(os.Stderr, err)
//			os.Exit(1)
//		}
//	}
//
// The package needs nothing but the standard library and can be copied as it
// is. A user implements Parser and Stream.
package kit

import "encoding/json"

// Info is what an adapter says about itself. Only Name and Dialects are
// required.
type Info struct {
	Name           string
	Version        string
	Language       string // default "go"
	LibraryVersion string
	Dialects       []string
	Modes          []string // "batch", "stream"; default both
	Cuts           string   // "any", "token" or "special-whole"; default "any"

	// Policies says, by dialect, where the parser stands on questions that
	// parsers answer differently on purpose. What is left out is not judged.
	Policies map[string]map[string]string

	// Settable holds the policies that a request may choose, each with its
	// possible values.
	Settable map[string][]string

	// Narrower takes the place of Settable, by dialect, for a policy that has
	// fewer possible values there.
	Narrower map[string]map[string][]string
}

// Parser is one object of the parser under test. Serve makes a fresh one for
// every parse unless a request asks to use one again.
type Parser interface {
	// Parse reads a whole text. It is not called without mode "batch".
	Parse(text string, setup Setup) (Result, error)
	// NewStream begins a text that comes in chunks. It is not called without
	// mode "stream".
	NewStream(setup Setup) (Stream, error)
}

// Stream is one text that comes in chunks. If it also has a method
// SawToolSyntax() bool, that is reported after Finish. So is a method
// FinalCalls() []Call: the calls as the stream itself states them at its end,
// where it does so beside its deltas; nil if it does not say.
type Stream interface {
	Feed(chunk string) ([]Event, error)
	Finish() ([]Event, error)
}

// Setup is what is known besides the text.
type Setup struct {
	Dialect  string
	Tools    []Tool
	Policies map[string]string // the settable policies that this request chose
}

// Tool is a declared tool; Parameters is its JSON Schema.
type Tool struct {
	Name       string          `json:"name"`
	Parameters json.RawMessage `json:"parameters"`
}

// Event is one thing that a stream gave back: a call or a piece of one if
// Call or Delta is set, else text, which may be reasoning.
type Event struct {
	Text      string
	Reasoning bool
	Call      *Call
	Delta     *Delta
}

// Call is a whole tool call. Input is any value that JSON can carry; nil stands
// for no arguments. Numbers keep their digits as json.Number.
type Call struct {
	Name  string
	Input any

	broken bool // Input is a string: what the deltas joined to, and no object
}

// Delta is a piece of a call. Empty strings are left out.
type Delta struct {
	Index     int // the place of the call in the response, from 0
	ID        string
	Name      string
	Arguments string // a fragment of JSON text
}

// Result is what a whole text gave. Only Calls is required; see Some.
type Result struct {
	Calls             []Call
	Text              *string
	Reasoning         *string
	Events            []Event // in order, if the parser knows it
	SawToolSyntax     *bool
	RejectedByPolicy  *bool
	RejectedToolNames []string // nil: not given
}

// Some fills an optional field.
func Some[T any](v T) *T { return &v }

// Declarer is an error by which a parser answers malformed text on purpose, if
// Declared gives true. Any other error, and a panic, is an exception.
type Declarer interface {
	error
	Declared() bool
}
