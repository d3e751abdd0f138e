package main

import (
	"toolcallharness/reference/dsml"
	"toolcallharness/reference/event"
	"toolcallharness/reference/kit"
	"toolcallharness/reference/qwen"
)

// parser makes the parsers of this module look as the kit wants them.
type parser struct{}

// begin begins a text in the dialect that a request names. The kit lets no
// other dialect through, and no policy that is not settable.
func begin(setup kit.Setup) event.Stream {
	if setup.Dialect == "qwen" {
		tools := make([]qwen.Tool, len(setup.Tools))
		for i, tool := range setup.Tools {
			tools[i] = qwen.Tool(tool)
		}
		return qwen.NewStream(qwen.Options{Tools: tools})
	}
	if setup.Policies["missing_opener"] == "text" {
		return dsml.NewStream(dsml.Options{MissingOpener: dsml.Text})
	}
	return dsml.NewStream(dsml.Options{})
}

func (parser) Parse(text string, setup kit.Setup) (kit.Result, error) {
	parsed := event.Whole(begin(setup), text)
	result := kit.Result{
		Text:          &parsed.Text,
		SawToolSyntax: &parsed.SawToolSyntax,
		// No list of allowed tools is ever held against a call (SEMANTICS C7).
		RejectedByPolicy:  kit.Some(false),
		RejectedToolNames: []string{},
	}
	for _, c := range parsed.Calls {
		result.Calls = append(result.Calls, kit.Call{Name: c.Name, Input: c.Input})
	}
	return result, nil
}

func (parser) NewStream(setup kit.Setup) (kit.Stream, error) {
	return stream{begin(setup)}, nil
}

type stream struct{ parser event.Stream }

func (s stream) Feed(chunk string) ([]kit.Event, error) { return events(s.parser.Feed(chunk)), nil }

func (s stream) Finish() ([]kit.Event, error) { return events(s.parser.Finish()), nil }

func (s stream) SawToolSyntax() bool { return s.parser.SawToolSyntax() }

func events(list []event.Event) []kit.Event {
	if len(list) == 0 {
		return nil
	}
	out := make([]kit.Event, len(list))
	for i, e := range list {
		out[i].Text = e.Text
		if e.Call != nil {
			out[i].Call = &kit.Call{Name: e.Call.Name, Input: e.Call.Input}
		}
	}
	return out
}
