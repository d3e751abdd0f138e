package main

import (
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

func TestEveryAnswerDeclaredIsThatOfThePage(t *testing.T) { // SEMANTICS section 3
	declared := info.Policies["dsml"]
	if declared["missing_opener"] != "repair" || declared["structure"] != "children+json" || len(declared) != 15 {
		t.Errorf("declared: %v", declared)
	}
	if _, ok := declared["numbers"]; ok {
		t.Error("numbers is declared, though any answer is right")
	}
	for policy := range info.Settable {
		if _, ok := declared[policy]; !ok {
			t.Errorf("%s is settable but not declared", policy)
		}
	}
}
