package main

import (
	"strings"

	"toolcallharness/reference/dsml"
	"toolcallharness/reference/event"
	"toolcallharness/reference/kit"
)

// answers is where the reference stands on each policy.
var answers = dsml.Policies()

// right is the reference as the kit wants it. A fake embeds it and overrides a method.
type right struct{}

func options(setup kit.Setup) dsml.Options {
	if setup.Policies["missing_opener"] == "text" {
		return dsml.Options{MissingOpener: dsml.Text}
	}
	return dsml.Options{}
}

func (right) NewStream(setup kit.Setup) (kit.Stream, error) {
	return &rightStream{dsml.NewStream(options(setup))}, nil
}

func (p right) Parse(text string, setup kit.Setup) (kit.Result, error) {
	s, _ := p.NewStream(setup)
	return whole(s, text)
}

// whole reads a text as a stream of one chunk: what batch is by definition.
func whole(s kit.Stream, text string) (kit.Result, error) {
	fed, err := s.Feed(text)
	if err != nil {
		return kit.Result{}, err
	}
	rest, err := s.Finish()
	if err != nil {
		return kit.Result{}, err
	}
	var visible strings.Builder
	calls := []kit.Call{}
	for _, e := range append(fed, rest...) {
		if e.Call != nil {
			calls = append(calls, *e.Call)
		}
		visible.WriteString(e.Text)
	}
	saw := s.(interface{ SawToolSyntax() bool }).SawToolSyntax()
	return kit.Result{Calls: calls, Text: kit.Some(visible.String()), SawToolSyntax: &saw}, nil
}

// rightStream is the reference's stream. A fake embeds it and overrides a method.
type rightStream struct{ *dsml.Stream }

func (s *rightStream) Feed(chunk string) ([]kit.Event, error) {
	return events(s.Stream.Feed(chunk)), nil
}

func (s *rightStream) Finish() ([]kit.Event, error) { return events(s.Stream.Finish()), nil }

func events(list []event.Event) []kit.Event {
	out := make([]kit.Event, len(list))
	for i, e := range list {
		out[i].Text = e.Text
		if e.Call != nil {
			out[i].Call = &kit.Call{Name: e.Call.Name, Input: e.Call.Input}
		}
	}
	return out
}

// eachCall changes the input of each call.
func eachCall(list []kit.Event, change func(map[string]any)) []kit.Event {
	for _, e := range list {
		if e.Call != nil {
			change(e.Call.Input.(map[string]any))
		}
	}
	return list
}
