package kit

import (
	"bytes"
	"encoding/json"
	"strings"
)

// fold joins adjacent text and adjacent reasoning and makes a call of the
// deltas of one index, at the place of the first of them.
func fold(events []Event) []Event {
	f := folder{calls: map[int]*assembly{}}
	for i := range events {
		f.add(&events[i])
	}
	f.flush()
	for _, a := range f.calls {
		*a.call = a.join()
	}
	return f.out
}

type folder struct {
	out   []Event
	calls map[int]*assembly

	open    bool // whether a text is being joined
	kind    bool // whether it is reasoning
	parts   int
	single  string
	several strings.Builder
}

// assembly is a call that comes in deltas.
type assembly struct {
	call      *Call
	name      string
	arguments strings.Builder
}

func (f *folder) add(e *Event) {
	switch {
	case e.Call != nil:
		f.flush()
		f.out = append(f.out, *e)
	case e.Delta != nil:
		f.delta(e.Delta)
	case e.Text != "":
		if f.open && f.kind != e.Reasoning {
			f.flush()
		}
		f.open, f.kind = true, e.Reasoning
		f.text(e.Text)
	}
}

// text joins in a builder, as one string after the other would take quadratic
// time, but only from the second part on.
func (f *folder) text(part string) {
	f.parts++
	switch f.parts {
	case 1:
		f.single = part
		return
	case 2:
		f.several.WriteString(f.single)
	}
	f.several.WriteString(part)
}

func (f *folder) flush() {
	if !f.open {
		return
	}
	if f.parts > 1 {
		f.single = f.several.String()
		f.several.Reset()
	}
	f.out = append(f.out, Event{Text: f.single, Reasoning: f.kind})
	f.open, f.parts = false, 0
}

// delta adds to a call. A later delta of a call leaves no trace at its own
// place, so that text before and after it is adjacent.
func (f *folder) delta(d *Delta) {
	a := f.calls[d.Index]
	if a == nil {
		f.flush()
		a = &assembly{call: &Call{}}
		f.calls[d.Index] = a
		f.out = append(f.out, Event{Call: a.call})
	}
	if a.name == "" {
		a.name = d.Name
	}
	a.arguments.WriteString(d.Arguments)
}

// join makes the call. What is no JSON object cannot be an input, so it is
// shown as it came.
func (a *assembly) join() Call {
	joined := a.arguments.String()
	if joined == "" {
		return Call{Name: a.name}
	}
	trimmed := bytes.TrimLeft([]byte(joined), " \t\r\n")
	if bytes.HasPrefix(trimmed, []byte("{")) && json.Valid(trimmed) {
		return Call{Name: a.name, Input: json.RawMessage(joined)}
	}
	return Call{Name: a.name, Input: joined, broken: true}
}
