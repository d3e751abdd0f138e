package kit

// entry is a stream outcome as it stands in the response buffer.
type entry struct {
	place    int
	from, to int
	fail     *failure
}

// entry writes one outcome: what write writes, or the failure. A value that
// JSON cannot carry makes a failure of a result, which is given back.
func (w *writer) entry(fail *failure, write func()) *failure {
	from := len(w.buf)
	w.err = nil
	if fail == nil {
		// A value that marshals itself is the parser's code and may panic.
		fail = try(func() error { write(); return w.err })
		if fail == nil {
			return nil
		}
		fail.kind = "value"
	}
	w.buf = w.buf[:from]
	w.raw("{")
	w.failure(fail)
	w.raw("}")
	return fail
}

// failure writes the member that stands in place of a result, and the chunk that it came with beside it.
func (w *writer) failure(fail *failure) {
	w.raw(`"error":{"kind":`)
	w.text(fail.kind)
	w.raw(`,"message":`)
	w.text(fail.message)
	if fail.trace != "" {
		w.raw(`,"trace":`)
		w.text(fail.trace)
	}
	w.raw("}")
	if fail.feed != noFeed {
		w.raw(`,"feed":`)
		w.int(fail.feed)
	}
}

func (w *writer) result(r *Result) {
	w.raw(`{"calls":`)
	w.calls(r.Calls)
	if r.Text != nil {
		w.raw(`,"text":`)
		w.string(*r.Text)
	}
	if r.Reasoning != nil {
		w.raw(`,"reasoning":`)
		w.string(*r.Reasoning)
	}
	if r.Events != nil {
		w.raw(`,"events":`)
		w.events(fold(r.Events))
	}
	w.flag("saw_tool_syntax", r.SawToolSyntax)
	w.flag("rejected_by_policy", r.RejectedByPolicy)
	if r.RejectedToolNames != nil {
		w.raw(`,"rejected_tool_names":[`)
		for i, name := range r.RejectedToolNames {
			if i > 0 {
				w.raw(",")
			}
			w.string(name)
		}
		w.raw("]")
	}
	w.raw("}")
}

// play writes what a stream gave, folded or chunk by chunk.
func (w *writer) play(p *play, full bool) {
	if full {
		w.raw(`{"feeds":[`)
		from := 0
		for i, to := range p.ends {
			if i > 0 {
				w.raw(",")
			}
			w.events(p.events[from:to])
			from = to
		}
		w.raw(`],"finish":`)
		w.events(p.events[from:p.finish])
	} else {
		w.raw(`{"events":`)
		w.events(fold(p.events[:p.finish]))
	}
	w.flag("saw_tool_syntax", p.saw)
	if p.stated != nil {
		w.raw(`,"calls":`)
		w.calls(p.stated)
	}
	if p.finishTwice && w.err == nil {
		w.second(p)
	}
	w.raw("}")
}

// second writes what a second finish gave, folded. What is wrong with it
// leaves the result alone, and has no trace.
func (w *writer) second(p *play) {
	from, fail := len(w.buf), p.again
	if fail == nil {
		fail = try(func() error {
			w.raw(`,"second_finish":`)
			w.events(fold(p.events[p.finish:]))
			return w.err
		})
		if fail == nil {
			return
		}
		fail.kind = "value"
	}
	w.buf, w.err = w.buf[:from], nil
	w.raw(`,"second_error":{"kind":`)
	w.text(fail.kind)
	w.raw(`,"message":`)
	w.text(fail.message)
	w.raw("}")
}

func (w *writer) flag(name string, value *bool) {
	if value != nil {
		w.raw(`,"` + name + `":`)
		w.bool(*value)
	}
}

func (w *writer) events(events []Event) { list(w, events, w.event) }

func (w *writer) event(e *Event) {
	switch {
	case e.Call != nil:
		w.raw(`{"call":`)
		w.call(e.Call)
	case e.Delta != nil:
		w.raw(`{"delta":{"index":`)
		w.int(e.Delta.Index)
		w.optional("id", e.Delta.ID)
		w.optional("name", e.Delta.Name)
		w.optional("arguments", e.Delta.Arguments)
		w.raw("}")
	case e.Reasoning:
		w.raw(`{"reasoning":`)
		w.string(e.Text)
	default:
		w.raw(`{"text":`)
		w.string(e.Text)
	}
	w.raw("}")
}

func (w *writer) optional(name, value string) {
	if value != "" {
		w.raw(`,"` + name + `":`)
		w.string(value)
	}
}

func (w *writer) calls(calls []Call) { list(w, calls, w.call) }

// list writes items, each as one writes it.
func list[T any](w *writer, items []T, one func(*T)) {
	w.raw("[")
	for i := range items {
		if i > 0 {
			w.raw(",")
		}
		one(&items[i])
	}
	w.raw("]")
}

func (w *writer) call(c *Call) {
	w.raw(`{"name":`)
	w.string(c.Name)
	switch {
	case c.broken:
		w.raw(`,"arguments_raw":`)
		w.value(c.Input, 0)
	case c.Input == nil:
		w.raw(`,"input":{}`)
	default:
		w.raw(`,"input":`)
		w.value(c.Input, 0)
	}
	w.raw("}")
}
