package dsml_test

import (
	"encoding/json"
	"math/rand"
	"reflect"
	"strings"

	"toolcallharness/reference/dsml"
	"toolcallharness/reference/event"
)

// step is one folded event as the vectors spell it.
type step struct {
	Text string `json:"text,omitempty"`
	Call *call  `json:"call,omitempty"`
}

type call struct {
	Name  string `json:"name"`
	Input any    `json:"input"`
}

// callStep brings a call to the plain values that encoding/json gives, so
// that numbers compare as doubles (SEMANTICS C4).
func callStep(c event.Call) step {
	raw, err := json.Marshal(c.Input)
	if err != nil {
		panic(err)
	}
	plain := call{Name: c.Name}
	if err := json.Unmarshal(raw, &plain.Input); err != nil {
		panic(err)
	}
	return step{Call: &plain}
}

// fold joins adjacent text.
func fold(events []event.Event) []step {
	var steps []step
	var text strings.Builder
	flush := func() {
		if text.Len() > 0 {
			steps = append(steps, step{Text: text.String()})
			text.Reset()
		}
	}
	for _, e := range events {
		if e.Call == nil {
			text.WriteString(e.Text)
			continue
		}
		flush()
		steps = append(steps, callStep(*e.Call))
	}
	flush()
	return steps
}

// stream feeds the chunks to a fresh stream.
func stream(chunks []string, options dsml.Options) answer {
	s := dsml.NewStream(options)
	var events []event.Event
	for _, chunk := range chunks {
		events = append(events, s.Feed(chunk)...)
	}
	events = append(events, s.Finish()...)
	return answer{fold(events), s.SawToolSyntax()}
}

func same(a, b answer) bool {
	return a.Saw == b.Saw && len(a.Events) == len(b.Events) &&
		(len(a.Events) == 0 || reflect.DeepEqual(a.Events, b.Events))
}

func show(v any) string {
	var out strings.Builder
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return err.Error()
	}
	return out.String()
}

// characters cuts a text into single characters.
func characters(text string) []string {
	chunks := []string{}
	for _, r := range text {
		chunks = append(chunks, string(r))
	}
	return chunks
}

// randomChunks cuts a text at random borders of characters, empty chunks
// included.
func randomChunks(text string, random *rand.Rand) []string {
	var chunks []string
	var chunk strings.Builder
	for _, r := range text {
		for random.Intn(6) == 0 {
			chunks = append(chunks, chunk.String())
			chunk.Reset()
		}
		chunk.WriteRune(r)
	}
	return append(chunks, chunk.String())
}
