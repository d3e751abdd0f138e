// Package trial holds what the tests of the dialects share: answers, ways to
// cut a text, fixtures and the texts of the cost test.
package trial

import (
	"encoding/json"
	"reflect"
	"strings"

	"toolcallharness/reference/event"
)

// Answer is what a text gives, as the recorded files spell it.
type Answer struct {
	Events []Step `json:"events"`
	Saw    bool   `json:"saw_tool_syntax"`
}

// Step is one folded event.
type Step struct {
	Text string `json:"text,omitempty"`
	Call *Call  `json:"call,omitempty"`
}

// Call is a call with plain values, as encoding/json gives them.
type Call struct {
	Name  string `json:"name"`
	Input any    `json:"input"`
}

// Same compares two answers.
func Same(a, b Answer) bool {
	return a.Saw == b.Saw && len(a.Events) == len(b.Events) &&
		(len(a.Events) == 0 || reflect.DeepEqual(a.Events, b.Events))
}

// Show gives a value as JSON text.
func Show(v any) string {
	var out strings.Builder
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return err.Error()
	}
	return out.String()
}

// CallStep brings a call to plain values, so that numbers compare as doubles
// (SEMANTICS C4).
func CallStep(c event.Call) Step {
	raw, err := json.Marshal(c.Input)
	if err != nil {
		panic(err)
	}
	plain := Call{Name: c.Name}
	if err := json.Unmarshal(raw, &plain.Input); err != nil {
		panic(err)
	}
	return Step{Call: &plain}
}

// Fold joins adjacent text.
func Fold(events []event.Event) []Step {
	var steps []Step
	var text strings.Builder
	flush := func() {
		if text.Len() > 0 {
			steps = append(steps, Step{Text: text.String()})
			text.Reset()
		}
	}
	for _, e := range events {
		if e.Call == nil {
			text.WriteString(e.Text)
			continue
		}
		flush()
		steps = append(steps, CallStep(*e.Call))
	}
	flush()
	return steps
}

// Says is a list of events: a string is text, a step is itself.
func Says(parts ...any) []Step {
	var steps []Step
	for _, part := range parts {
		switch part := part.(type) {
		case string:
			steps = append(steps, Step{Text: part})
		case Step:
			steps = append(steps, part)
		}
	}
	return steps
}

// Calls is a call with its input as JSON text.
func Calls(name, input string) Step {
	c := Call{Name: name}
	if err := json.Unmarshal([]byte(input), &c.Input); err != nil {
		panic(input)
	}
	return Step{Call: &c}
}
