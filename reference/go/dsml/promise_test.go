package dsml_test

import (
	"encoding/json"
	"math/rand"
	"strings"
	"testing"

	"toolcallharness/reference/dsml"
)

// promise is one text and what it gives under policy repair.
type promise struct {
	name string
	text string
	want []step
}

// keep checks promises in every chunking. The flag is worked out from the
// words of SEMANTICS D14, without the code under test.
func keep(t *testing.T, promises []promise) {
	t.Helper()
	keepUnder(t, dsml.Repair, promises)
}

func keepUnder(t *testing.T, opener dsml.MissingOpener, promises []promise) {
	t.Helper()
	random := rand.New(rand.NewSource(2))
	for _, p := range promises {
		low := strings.ToLower(p.text)
		saw := strings.Contains(low, "<tool_calls") || strings.Contains(low, "<|dsml|tool_calls")
		for _, s := range p.want {
			saw = saw || s.Call != nil
		}
		parser(opener).CheckEveryWay(t, p.name, p.text, answer{Events: p.want, Saw: saw}, random)
	}
}

// block wraps invokes, inv an invoke's body, par a parameter's body.
func block(body string) string { return "<tool_calls>" + body + "</tool_calls>" }

func inv(body string) string { return `<invoke name="a">` + body + `</invoke>` }

func par(body string) string { return `<parameter name="p">` + body + `</parameter>` }

// one is a whole block of one call with one value.
func one(value string) string { return block(inv(par(value))) }

// stays says that a text gives itself back.
func stays(name, text string) promise { return promise{name, text, says(text)} }

// value says what the body of a parameter becomes, as JSON text.
func value(name, body, want string) promise {
	return promise{name, one(body), says(calls("a", `{"p":`+want+`}`))}
}

// text says that the body of a parameter becomes this string.
func text(name, body, want string) promise {
	quoted, err := json.Marshal(want)
	if err != nil {
		panic(want)
	}
	return value(name, body, string(quoted))
}

var empty = calls("a", `{}`)
