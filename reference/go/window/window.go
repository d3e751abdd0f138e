// Package window keeps the part of a text that a stream cannot give back yet.
package window

import "toolcallharness/reference/event"

// Window is that part, and what the current chunk gives. The zero value is
// ready.
type Window struct {
	Bytes []byte // input that is not given back, from the held text on

	out    int           // Bytes before it is given back in the events of this chunk
	events []event.Event // of this chunk
}

// Append takes the next chunk. Left to itself append would grow a long buffer
// by a quarter, and copy an open capture that comes in small chunks five times
// instead of twice.
func (w *Window) Append(chunk string) {
	if need := len(w.Bytes) + len(chunk); need > cap(w.Bytes) {
		w.Bytes = append(make([]byte, 0, max(need, 2*cap(w.Bytes))), w.Bytes...)
	}
	w.Bytes = append(w.Bytes, chunk...)
}

// Release gives everything before position to as text.
func (w *Window) Release(to int) {
	if w.out < to {
		w.events = append(w.events, event.Event{Text: string(w.Bytes[w.out:to])})
		w.out = to
	}
}

// Accept gives the calls of a block in place of its span (SEMANTICS C3).
func (w *Window) Accept(from, to int, calls []event.Call) {
	w.Release(from)
	w.out = to
	for i := range calls {
		w.events = append(w.events, event.Event{Call: &calls[i]})
	}
}

// Forget drops what was given back, and says by how much all positions move
// down. What is left moves too, which is no cost to speak of: it happens only
// after a release, and an open capture stays where it is from then on.
func (w *Window) Forget() (moved int) {
	if w.out == 0 {
		return 0
	}
	moved, w.out = w.out, 0
	rest := copy(w.Bytes, w.Bytes[moved:])
	w.Bytes = w.Bytes[:rest]
	if rest == 0 && cap(w.Bytes) > keepBytes {
		w.Bytes = nil
	}
	return moved
}

// keepBytes is the largest buffer that is kept after all of it was released,
// so that memory beyond an open block is bounded (SEMANTICS C6).
const keepBytes = 1 << 16

// Take gives the events of this chunk.
func (w *Window) Take() []event.Event {
	events := w.events
	w.events = nil
	return events
}

// Finish releases all that is held: an open capture is text as it stands
// (SEMANTICS D6, Q8).
func (w *Window) Finish() []event.Event {
	w.Release(len(w.Bytes))
	w.Bytes, w.out = nil, 0
	return w.Take()
}
