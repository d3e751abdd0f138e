package qwen_test

import (
	"reflect"
	"strings"
	"testing"

	"toolcallharness/reference/internal/trial"
	"toolcallharness/reference/qwen"
)

func TestTextIsReleasedAsSoonAsItIsCertain(t *testing.T) {
	for _, c := range []struct {
		name  string
		feeds trial.Releases
	}{
		{"a lone bracket waits for one character", trial.Releases{{"a <", "a "}, {" b", "< b"}}},
		{"an opener waits until it fails", trial.Releases{{"<tool_", ""}, {"x", "<tool_x"}}},
		{"an opener waits until it fails at a bracket", trial.Releases{{"<tool_", ""}, {"<", "<tool_"}, {"x", "<x"}}},
		{"an end tag opens nothing", trial.Releases{{"<", ""}, {"/", "</"}, {"tool_call>", "tool_call>"}}},
		{"a fence holds nothing", trial.Releases{{"```\n", "```\n"}}},
		{"words give a capture up", trial.Releases{{"<tool_call>\n", ""}, {"x", "<tool_call>\nx"}}},
		{"half a tag does not, until it fails", trial.Releases{{"<tool_call><function", ""}, {" ", "<tool_call><function "}}},
		{"an opener gives the one before it up", trial.Releases{{"<tool_call> <t", "<tool_call> "}, {"x", "<tx"}}},
		{"a LF in a name does", trial.Releases{{"<tool_call><function=f", ""}, {"\n", "<tool_call><function=f\n"}}},
		{"a name of nothing does", trial.Releases{{"<tool_call><function= ", ""}, {">", "<tool_call><function= >"}}},
		{"a key of nothing does", trial.Releases{{"<tool_call><function=f><parameter=", ""}, {">", "<tool_call><function=f><parameter=>"}}},
		{"a value never does", trial.Releases{{"<tool_call><function=f><parameter=p></parameter>", ""}, {"x</tool_call>", ""}}},
	} {
		c.feeds.Check(t, c.name, qwen.NewStream(qwen.Options{}))
	}
}

func TestACallComesOutWithTheLastCharacterOfItsBlock(t *testing.T) {
	s := qwen.NewStream(qwen.Options{})
	body := "a" + one("v")
	if early := trial.Fold(s.Feed(body[:len(body)-1])); !reflect.DeepEqual(early, says("a")) {
		t.Fatalf("too early: %s", show(early))
	}
	if got := trial.Fold(s.Feed(">")); !reflect.DeepEqual(got, says(calls("f", `{"p":"v"}`))) {
		t.Errorf("got %s", show(got))
	}
}

func TestEmptyChunksAndASecondFinishChangeNothing(t *testing.T) { // C5
	s := qwen.NewStream(qwen.Options{})
	if got := s.Feed(""); got != nil {
		t.Errorf("an empty chunk gave %v", got)
	}
	s.Feed("a<tool_")
	s.Feed("")
	if got := trial.Fold(s.Finish()); !reflect.DeepEqual(got, says("<tool_")) {
		t.Errorf("finish gave %s", show(got))
	}
	if got := append(s.Finish(), s.Feed("x")...); got != nil {
		t.Errorf("after finish came %v", got)
	}
}

func TestTheFlagIsThatOfTheTextSoFar(t *testing.T) { // Q12
	s := qwen.NewStream(qwen.Options{})
	for _, c := range []struct {
		chunk string
		want  bool
	}{{"<TOOL_CALL></tool_call><tool_call", false}, {" ><tool_call", false}, {">", true}, {"x", true}} {
		s.Feed(c.chunk)
		if s.SawToolSyntax() != c.want {
			t.Errorf("after %q: %v", c.chunk, !c.want)
		}
	}
}

func TestLongTextsComeThroughWhole(t *testing.T) {
	prose := strings.Repeat("Some words, a < b.\n", 10_000)
	content := strings.Repeat("line </parameter> <b\n", 40_000)
	given := "<tool_call>" + fun(par(content)) + "x"
	whole := prose + one(content) + prose + given
	want := due(whole, says(prose, calls("f", `{"p":`+show(strings.TrimSuffix(content, "\n"))+`}`), prose+given))
	for _, size := range []int{len(whole), 100_000, 4096, 1} {
		var chunks []string
		for rest := whole; rest != ""; {
			n := min(size, len(rest))
			chunks = append(chunks, rest[:n])
			rest = rest[n:]
		}
		if got := parser().Run(chunks); !trial.Same(got, want) {
			t.Errorf("in chunks of %d the result differs", size)
		}
	}
}
