package dsml_test

import (
	"strings"
	"testing"

	"toolcallharness/reference/dsml"
	"toolcallharness/reference/internal/trial"
)

func TestWhiteSpaceIsTheSetOfThePage(t *testing.T) { // C1
	all := "\t\n\v\f\r \u0085\u00a0\u1680\u2000\u2005\u200a\u2028\u2029\u202f\u205f\u3000"
	keep(t, []promise{
		text("C1 all of it is trimmed", all+"x"+all, "x"),
		text("C1 BOM is kept", "\ufeffx\ufeff", "\ufeffx\ufeff"),
		text("C1 unit separators are kept", "\x1c\x1d\x1e\x1fx", "\x1c\x1d\x1e\x1fx"),
		text("C1 zero width space is kept", "\u200bx", "\u200bx"),
		{"C1 names are trimmed", block("<invoke name='" + all + "a" + all + "'></invoke>"), says(empty)},
		stays("C1 no-break space ends no tag name", "<tool_calls\u00a0>"+inv("")),
		{"C1 line feed is a blank", "<tool_calls\n>" + inv("") + "</tool_calls\n>", says(empty)},
		stays("C1 form feed is no blank", "<tool_calls\f>"),
	})
}

func TestOnlyASCIICaseIsFolded(t *testing.T) { // C2
	keep(t, []promise{
		{"C2 tags", "<TOOL_Calls>" + inv("") + "</tool_CALLS>", says(empty)},
		{"C2 the style too", "<|dsml|Tool_calls><|Dsml|invoke name='a'></|DSML|INVOKE></|dSmL|tool_calls>", says(empty)},
		stays("C2 Kelvin sign is no k", "<invo\u212ae name='a'></invo\u212ae></tool_calls>"),
		stays("C2 long s is no s", "<tool_call\u017f>"+inv("")),
		{"C2 offsets stand", "\u0130\u212a\u1e9e" + one("\u0130") + "\u0130", says("\u0130\u212a\u1e9e", calls("a", `{"p":"\u0130"}`), "\u0130")},
	})
}

func TestVisibleTextIsExact(t *testing.T) { // C3
	keep(t, []promise{
		{"C3 nothing is trimmed around a block", " \n" + block(inv("")) + "\n ", says(" \n", empty, "\n ")},
		{"C3 neighbours", block(inv("")) + block(inv("")), says(empty, empty)},
		stays("C3 NUL and odd characters", "\x00\u0085\ufeff\U0010ffff\r\n"),
	})
}

func TestJSONIsStrict(t *testing.T) { // C4
	deep := func(n int) string { return strings.Repeat("[", n) + strings.Repeat("]", n) }
	keep(t, []promise{
		value("C4 last key wins", `{"a":1,"a":{"b":2}}`, `{"a":{"b":2}}`),
		text("C4 trailing comma", `[1,]`, `[1,]`),
		text("C4 NaN", `[NaN]`, `[NaN]`),
		text("C4 leading zero", `[01]`, `[01]`),
		text("C4 overflow", `[1e400]`, `[1e400]`),
		text("C4 lone surrogate", `["\ud800"]`, `["\ud800"]`),
		text("C4 low surrogate first", `["\udc00\ud800"]`, `["\udc00\ud800"]`),
		text("C4 lone surrogate in an overwritten member", `{"a":"\ud800","a":1}`, `{"a":"\ud800","a":1}`),
		value("C4 surrogate pair", `["\ud83d\ude00"]`, `["😀"]`),
		value("C4 depth 256", deep(256), deep(256)),
		text("C4 depth 257", deep(257), deep(257)),
	})
}

func TestEmptyChunksAndASecondFinishChangeNothing(t *testing.T) { // C5
	s := dsml.NewStream(dsml.Options{})
	if got := trial.Fold(s.Feed("")); got != nil {
		t.Errorf("an empty chunk gave %s", trial.Show(got))
	}
	s.Feed("a<tool_")
	s.Feed("")
	if got := trial.Show(trial.Fold(s.Finish())); got != trial.Show(says("<tool_")) {
		t.Errorf("finish gave %s", got)
	}
	if got := append(s.Finish(), s.Feed("x")...); got != nil {
		t.Errorf("after finish came %v", got)
	}
}

func TestAnyNameOfAToolIsForwarded(t *testing.T) { // C7
	keep(t, []promise{
		{"C7 no tool is declared", block(`<invoke name="no such tool"></invoke>`), says(calls("no such tool", `{}`))},
	})
}
