package main

import (
	"encoding/json"
	"reflect"
	"slices"
	"testing"

	"toolcallharness/reference/kit"
)

const bare = `x<invoke name="a"></invoke></tool_calls>`

func TestARequestChoosesThePolicy(t *testing.T) { // SEMANTICS D7
	for policy, calls := range map[string]int{"": 1, "repair": 1, "text": 0} {
		setup := kit.Setup{Dialect: "dsml", Policies: map[string]string{"missing_opener": policy}}
		batch, err := parser{}.Parse(bare, setup)
		if err != nil || len(batch.Calls) != calls || *batch.SawToolSyntax != (calls > 0) {
			t.Errorf("policy %q: batch gave %+v, %v", policy, batch, err)
		}
		s, err := parser{}.NewStream(setup)
		if err != nil {
			t.Fatal(err)
		}
		fed, _ := s.Feed(bare)
		rest, _ := s.Finish()
		found := 0
		for _, e := range append(fed, rest...) {
			if e.Call != nil {
				found++
			}
		}
		if found != calls {
			t.Errorf("policy %q: the stream gave %d calls", policy, found)
		}
	}
}

func TestNoCallIsEverRejectedByPolicy(t *testing.T) { // SEMANTICS C7
	got, err := parser{}.Parse(bare, kit.Setup{Dialect: "dsml", Tools: []kit.Tool{{Name: "other"}}})
	if err != nil || len(got.Calls) != 1 || *got.RejectedByPolicy || len(got.RejectedToolNames) != 0 {
		t.Errorf("got %+v, %v", got, err)
	}
}

const typed = "a<tool_call><function=f><parameter=p>1</parameter></function></tool_call>"

func TestTheToolsOfARequestTypeValues(t *testing.T) { // SEMANTICS Q9
	integer := []kit.Tool{{Name: "f", Parameters: []byte(`{"properties":{"p":{"type":"integer"}}}`)}}
	for _, c := range []struct {
		tools []kit.Tool
		want  any
	}{{integer, json.Number("1")}, {[]kit.Tool{{Name: "f"}}, "1"}, {nil, "1"}} {
		setup := kit.Setup{Dialect: "qwen", Tools: c.tools}
		batch, err := parser{}.Parse(typed, setup)
		if err != nil || *batch.Text != "a" || !*batch.SawToolSyntax {
			t.Fatalf("batch gave %+v, %v", batch, err)
		}
		s, err := parser{}.NewStream(setup)
		if err != nil {
			t.Fatal(err)
		}
		fed, _ := s.Feed(typed)
		want := map[string]any{"p": c.want}
		if !reflect.DeepEqual(batch.Calls[0].Input, want) || !reflect.DeepEqual(fed[1].Call.Input, want) {
			t.Errorf("want %v: %+v and %+v", want, batch.Calls[0], fed[1].Call)
		}
	}
}

func TestEveryAnswerDeclaredIsThatOfThePage(t *testing.T) { // SEMANTICS section 3
	for dialect, some := range map[string]map[string]string{
		"dsml": {"missing_opener": "repair", "structure": "children+json"},
		"qwen": {"missing_opener": "text", "structure": "schema", "fences": "live", "duplicates": "last"},
	} {
		declared := info.Policies[dialect]
		if _, ok := declared["numbers"]; ok || len(declared) != 15 {
			t.Errorf("%s: %d answers declared, numbers %v, which any answer is right for", dialect, len(declared), ok)
		}
		for policy, answer := range some {
			if declared[policy] != answer {
				t.Errorf("%s: %s is declared as %q", dialect, policy, declared[policy])
			}
		}
		for policy := range info.Settable {
			if _, ok := declared[policy]; !ok {
				t.Errorf("%s: %s is settable but not declared", dialect, policy)
			}
		}
		if !slices.Contains(info.Dialects, dialect) {
			t.Errorf("%s is not among the dialects", dialect)
		}
	}
	if got := info.Narrower["qwen"]["missing_opener"]; !reflect.DeepEqual(got, []string{"text"}) {
		t.Errorf("qwen has one answer to missing_opener, not %q", got)
	}
}
