package dsml_test

import (
	"math/rand"
	"reflect"
	"strings"
	"testing"

	"toolcallharness/reference/dsml"
	"toolcallharness/reference/internal/trial"
)

func TestTextIsReleasedAsSoonAsItIsCertain(t *testing.T) {
	for _, c := range []struct {
		name  string
		feeds trial.Releases
	}{
		{"a lone bracket waits for one character", trial.Releases{{"a <", "a "}, {" b", "< b"}}},
		{"an end tag opens nothing", trial.Releases{{"<", ""}, {"/", "</"}, {"tool_calls>", "tool_calls>"}}},
		{"a name waits until it fails", trial.Releases{{"<tool_c", ""}, {"x", "<tool_cx"}}},
		{"a name waits until it fails at a bracket", trial.Releases{{"<tool_c", ""}, {"<", "<tool_c"}}},
		{"a name needs its border", trial.Releases{{"<tool_calls", ""}, {"_", "<tool_calls_"}}},
		{"a fence holds nothing", trial.Releases{{"``", "``"}, {"`<", "`<"}, {"tool_calls>", "tool_calls>"}}},
		{"a restart releases what came before", trial.Releases{{"<tool_calls> x <tool_calls", ""}, {">", "<tool_calls> x "}}},
		{"a bare capture is given up at once", trial.Releases{{"<invoke name='a'> ", ""}, {"x", "<invoke name='a'> x"}}},
		{"a bare capture is given up at a name that cannot stand there", trial.Releases{{"<invoke name='a'> <", ""}, {"t", "<invoke name='a'> "}, {"x", "<tx"}}},
		{"a bare capture is given up at a bracket in its tag", trial.Releases{{"<invoke x", ""}, {"<", "<invoke x"}}},
		{"a rejected block is released at its end", trial.Releases{{"<tool_calls></tool_calls", ""}, {">", "<tool_calls></tool_calls>"}}},
	} {
		c.feeds.Check(t, c.name, dsml.NewStream(dsml.Options{}))
	}
}

func TestUnderPolicyTextAnInvokeIsReleasedAtItsSecondCharacter(t *testing.T) {
	s := dsml.NewStream(dsml.Options{MissingOpener: dsml.Text})
	if got := trial.Fold(s.Feed("<i")); !reflect.DeepEqual(got, says("<i")) {
		t.Errorf("got %s", trial.Show(got))
	}
}

func TestACallComesOutWithTheLastCharacterOfItsBlock(t *testing.T) {
	s := dsml.NewStream(dsml.Options{})
	body := one("v")
	if early := s.Feed(body[:len(body)-1]); early != nil {
		t.Fatalf("too early: %v", early)
	}
	if got := trial.Fold(s.Feed(">")); !reflect.DeepEqual(got, says(calls("a", `{"p":"v"}`))) {
		t.Errorf("got %s", trial.Show(got))
	}
}

func TestChunksMayBeCutInsideACharacter(t *testing.T) {
	whole := "é名" + one("😀名") + "é"
	if got, want := stream(trial.Bytes(whole)), stream([]string{whole}); !trial.Same(got, want) {
		t.Errorf("got %s, want %s", trial.Show(got), trial.Show(want))
	}
}

func TestLongTextsComeThroughWhole(t *testing.T) {
	prose := strings.Repeat("Some words, a < b.\n", 10_000)
	content := strings.Repeat("line\n", 40_000)
	whole := prose + one("<![CDATA["+content+"]]>") + prose + block(content)
	want := answer{Events: says(prose, calls("a", `{"p":`+trial.Show(content)+`}`), prose+block(content)), Saw: true}
	for _, size := range []int{len(whole), 100_000, 4096, 1} {
		var chunks []string
		for rest := whole; rest != ""; {
			n := min(size, len(rest))
			chunks = append(chunks, rest[:n])
			rest = rest[n:]
		}
		if got := stream(chunks); !trial.Same(got, want) {
			t.Errorf("in chunks of %d the result differs", size)
		}
	}
}

// pieces are what random texts are made of: everything that means something
// to the parser, whole and broken.
var pieces = strings.Split("<tool_calls>|</tool_calls>|<tool_calls/>|<tool_calls |<invoke name=\"a\">|<invoke name='b'>|<invoke name=\"a\"/>|"+
	"</invoke>|<invoke |<parameter name=\"p\">|<parameter name='q'>|</parameter>|<parameter|/>|>|<|</|\"|'|=|name=|{\"input\":{}}|{|[1,2]|"+
	"<k>|</k>|<k/>|<![CDATA[|]]>|]]|<!--|-->|--|```|~~~|`|\n|\n|\r\n| |\t|x|word|é|名|\u00a0|😀|&lt;|&#6|5;|<tool_|calls>|<inv|oke>|tool_calls", "|")

func randomText(random *rand.Rand) string {
	var text strings.Builder
	for range 1 + random.Intn(40) {
		piece := pieces[random.Intn(len(pieces))]
		if random.Intn(4) == 0 {
			piece = strings.Replace(piece, "<tool_calls", "<|DSML|tool_calls", 1)
			piece = strings.Replace(piece, "invoke", "|DSML|invoke", 1)
		}
		if random.Intn(12) == 0 {
			piece = one(piece)
		}
		text.WriteString(piece)
	}
	return text.String()
}

func TestNoChunkingChangesTheResultOfARandomText(t *testing.T) {
	random := rand.New(rand.NewSource(3))
	for range 3000 {
		text := randomText(random)
		for _, opener := range []dsml.MissingOpener{dsml.Repair, dsml.Text} {
			p := parser(opener)
			want := p.Run([]string{text})
			for _, chunks := range [][]string{trial.Characters(text), trial.RandomChunks(text, random), trial.RandomChunks(text, random)} {
				if got := p.Run(chunks); !trial.Same(got, want) {
					t.Fatalf("chunks %q\n got %s\nwant %s", chunks, trial.Show(got), trial.Show(want))
				}
			}
			p.CheckBatch(t, text, text, want)
			batch := p.Batch(text)
			if len(batch.Calls) == 0 && batch.Text != text {
				t.Fatalf("%q has no call but became %q", text, batch.Text)
			}
		}
	}
}
