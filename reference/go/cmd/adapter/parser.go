package main

import (
	"toolcallharness/reference/dsml"
	"toolcallharness/reference/event"
	"toolcallharness/reference/kit"
)

// version is that of the adapter and of the parsers, which go together.
const version = "0.1.0"

var info = kit.Info{
	Name:           "reference-go",
	Version:        version,
	Language:       "go",
	LibraryVersion: version,
	Dialects:       []string{"dsml"},
	Policies: map[string]map[string]string{
		// SEMANTICS section 3. Numbers are not declared: any answer is right.
		"dsml": {
			"missing_opener":     "repair",
			"fences":             "inert",
			"truncated":          "text",
			"junk_in_block":      "drop",
			"damaged_call":       "drop-call",
			"unknown_tools":      "forward",
			"entities":           "xml",
			"scalars":            "text",
			"structure":          "children+json",
			"duplicates":         "list",
			"space_around_calls": "exact",
			"text_after_call":    "keep",
			"reasoning":          "ignore",
			"emission":           "whole",
			"markers":            "text",
		},
	},
	Settable: map[string][]string{"missing_opener": {"repair", "text"}},
}

// parser makes the parsers of this module look as the kit wants them.
type parser struct{}

func options(setup kit.Setup) dsml.Options {
	if setup.Policies["missing_opener"] == "text" {
		return dsml.Options{MissingOpener: dsml.Text}
	}
	return dsml.Options{}
}

func (parser) Parse(text string, setup kit.Setup) (kit.Result, error) {
	parsed := dsml.Parse(text, options(setup))
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
	return stream{dsml.NewStream(options(setup))}, nil
}

type stream struct{ parser *dsml.Stream }

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
