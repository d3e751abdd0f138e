package trial

import (
	"math/rand"
	"testing"

	"toolcallharness/reference/event"
)

// Parser is a parser with its options.
type Parser struct {
	Name   string // in messages
	Stream func() event.Stream
	Batch  func(text string) event.Result
}

// Run feeds the chunks to a fresh stream.
func (p Parser) Run(chunks []string) Answer {
	s := p.Stream()
	var events []event.Event
	for _, chunk := range chunks {
		events = append(events, s.Feed(chunk)...)
	}
	events = append(events, s.Finish()...)
	return Answer{Fold(events), s.SawToolSyntax()}
}

// Releases is what a stream must let out as text: of each pair, for the first
// fed the second, and no more.
type Releases [][2]string

// Check feeds a fresh stream.
func (r Releases) Check(t *testing.T, name string, s event.Stream) {
	t.Helper()
	for _, feed := range r {
		got := ""
		for _, e := range s.Feed(feed[0]) {
			got += e.Text
		}
		if got != feed[1] {
			t.Errorf("%s: %q released %q, want %q", name, feed[0], got, feed[1])
		}
	}
}

// Check holds the batch and the stream, whole, in single characters and in the
// given chunkings, against one answer.
func (p Parser) Check(t *testing.T, id, text string, want Answer, more ...[]string) {
	t.Helper()
	p.CheckBatch(t, id, text, want)
	for _, chunks := range append([][]string{{text}, Characters(text)}, more...) {
		if got := p.Run(chunks); !Same(got, want) {
			t.Errorf("%s, %s, chunks %q:\n got %s\nwant %s", id, p.Name, chunks, Show(got), Show(want))
			return
		}
	}
}

// CheckEveryWay is Check with six random chunkings.
func (p Parser) CheckEveryWay(t *testing.T, id, text string, want Answer, random *rand.Rand) {
	t.Helper()
	var more [][]string
	for range 6 {
		more = append(more, RandomChunks(text, random))
	}
	p.Check(t, id, text, want, more...)
}

// CheckBatch holds the batch against an answer, which gives its calls and its
// text apart.
func (p Parser) CheckBatch(t *testing.T, id, text string, want Answer) {
	t.Helper()
	got := p.Batch(text)
	var calls, gotCalls []Step
	visible := ""
	for _, s := range want.Events {
		if s.Call != nil {
			calls = append(calls, s)
		}
		visible += s.Text
	}
	for _, c := range got.Calls {
		gotCalls = append(gotCalls, CallStep(c))
	}
	if got.Text != visible || !Same(Answer{gotCalls, got.SawToolSyntax}, Answer{calls, want.Saw}) {
		t.Errorf("%s, %s, batch:\n got %q %s\nwant %q %s", id, p.Name, got.Text, Show(gotCalls), visible, Show(calls))
	}
}
