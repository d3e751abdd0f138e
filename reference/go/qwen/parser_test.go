package qwen_test

import (
	"encoding/json"
	"math/rand"
	"strings"
	"testing"

	"toolcallharness/reference/event"
	"toolcallharness/reference/internal/trial"
	"toolcallharness/reference/qwen"
)

type (
	step   = trial.Step
	answer = trial.Answer
)

var (
	says  = trial.Says
	calls = trial.Calls
	show  = trial.Show
)

// parser is the parser under test with these tools.
func parser(tools ...qwen.Tool) trial.Parser {
	options := qwen.Options{Tools: tools}
	return trial.Parser{
		Name:   "qwen",
		Stream: func() event.Stream { return qwen.NewStream(options) },
		Batch:  func(text string) event.Result { return qwen.Parse(text, options) },
	}
}

// due is an answer with the flag of SEMANTICS Q12, worked out from its words.
func due(text string, events []step) answer {
	return answer{Events: events, Saw: strings.Contains(text, "<tool_call>")}
}

// promise is one text and what it gives.
type promise struct {
	name string
	text string
	want []step
}

// keep checks promises in every chunking, single bytes among them.
func keep(t *testing.T, p trial.Parser, promises []promise) {
	t.Helper()
	random := rand.New(rand.NewSource(2))
	for _, this := range promises {
		want := due(this.text, this.want)
		p.CheckEveryWay(t, this.name, this.text, want, random)
		if got := p.Run(trial.Bytes(this.text)); !trial.Same(got, want) {
			t.Errorf("%s, in bytes: %s", this.name, trial.Show(got))
		}
	}
}

// stays says that a text gives itself back.
func stays(name, text string) promise { return promise{name, text, says(text)} }

// block wraps functions, fun a function's body, par a parameter's VALUE.
func block(body string) string { return "<tool_call>" + body + "</tool_call>" }

func fun(body string) string { return "<function=f>" + body + "</function>" }

func par(value string) string { return "<parameter=p>" + value + "</parameter>" }

// one is a whole block of one call with one value.
func one(value string) string { return block(fun(par(value))) }

var empty = calls("f", `{}`)

// value says what the VALUE of a parameter becomes where no type is declared.
func value(name, body, want string) promise {
	return promise{name, one(body), says(calls("f", `{"p":`+show(want)+`}`))}
}

// tool is a tool f with a parameter p of this schema.
func tool(schema string) qwen.Tool {
	return qwen.Tool{Name: "f", Parameters: json.RawMessage(`{"properties":{"p":` + schema + `}}`)}
}
