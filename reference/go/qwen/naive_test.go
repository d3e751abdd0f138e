package qwen_test

import (
	"encoding/json"
	"math/rand"
	"regexp"
	"strings"
	"testing"

	"toolcallharness/reference/internal/trial"
	"toolcallharness/reference/qwen"
)

// naive reads a whole text by the words of SEMANTICS Q3 to Q8, from the start
// of the rest again at each step. Values stay text.
func naive(text string) (steps []step) {
	visible := ""
	for text != "" {
		if !strings.HasPrefix(text, "<tool_call>") {
			visible, text = visible+text[:1], text[1:]
			continue
		}
		found, size, accepted := naiveBlock(text)
		if accepted {
			if visible != "" {
				steps = append(steps, says(visible)...)
			}
			steps, visible = append(steps, found...), ""
		} else {
			visible += text[:size]
		}
		text = text[size:]
	}
	if visible != "" {
		steps = append(steps, says(visible)...)
	}
	return steps
}

const (
	spaces = `[\x{9}-\x{d} \x{85}\x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}]*`
	tags   = `<function=|</function>|<parameter=|</parameter>|</tool_call>`
)

var (
	naiveSpaces = regexp.MustCompile(`^` + spaces)
	naiveTag    = regexp.MustCompile(`^(?:` + tags + `)`)
	naiveValue  = regexp.MustCompile(`(?s)^(.*?)</parameter>` + spaces + `(?:<parameter=|</function>)`)
	naiveTrim   = regexp.MustCompile(`(?s)^` + spaces + `(.*?)` + spaces + `$`)
)

// naiveBlock gives the calls of the block at the start of a text and its size,
// or how much of it is text.
func naiveBlock(text string) (found []step, size int, accepted bool) {
	at := len("<tool_call>")
	allowed := []string{"<function="}
	name, input := "", map[string]any{}
	for {
		at += len(naiveSpaces.FindString(text[at:]))
		rest := text[at:]
		tag := naiveTag.FindString(rest)
		if !in(allowed, tag) {
			for _, one := range allowed {
				if strings.HasPrefix(one, rest) {
					return nil, len(text), false // open at the end
				}
			}
			return nil, at, false
		}
		switch tag {
		case "</tool_call>":
			return found, at + len(tag), true
		case "</function>":
			found = append(found, step{Call: &trial.Call{Name: name, Input: input}})
			allowed, at = []string{"<function=", "</tool_call>"}, at+len(tag)
			continue
		}
		read, _, closed := strings.Cut(rest[len(tag):], ">")
		if !closed {
			return nil, len(text), false
		}
		next := at + len(tag) + len(read) + len(">")
		bad := strings.Contains(read, "\n")
		if tag == "<function=" {
			read = naiveTrim.FindStringSubmatch(read)[1]
		}
		if bad || read == "" {
			return nil, at, false
		}
		allowed, at = []string{"<parameter=", "</function>"}, next
		if tag == "<function=" {
			name, input = read, map[string]any{}
			continue
		}
		value := naiveValue.FindStringSubmatch(text[at:])
		if value == nil {
			return nil, len(text), false
		}
		at += len(value[1]) + len("</parameter>")
		input[read] = strings.TrimSuffix(strings.TrimPrefix(value[1], "\n"), "\n")
	}
}

func in(list []string, word string) bool {
	for _, one := range list {
		if one == word {
			return true
		}
	}
	return false
}

// pieces are what random texts are made of: everything that means something
// to the parser, whole and broken. The first are drawn most.
var pieces = strings.Split("<tool_call>|</tool_call>|<function=f>|</function>|<parameter=p>|</parameter>|\n|"+
	"<function=g>|<function=|<function= f >|<parameter=q>|<parameter=|>|<|</|<tool_|call>|<para|meter=k>|ter>|</func|tion>|</tool_|"+
	" |\t|\r\n|\v|\u0085|\u3000|\u2028|\ufeff|\u200b|x|word|é|名|😀|1|```|<think>|\x1f", "|")

// randomText is made of blocks that are broken now and then, and of pieces.
func randomText(random *rand.Rand) string {
	var text strings.Builder
	piece := func(n int) { text.WriteString(pieces[n]) }
	for range 1 + random.Intn(3) {
		plan := []int{0, 2}
		for range random.Intn(3) {
			plan = append(plan, 4, 6, 34+random.Intn(5), 6, 5)
		}
		plan = append(plan, 3, 1)
		for _, n := range plan {
			switch random.Intn(24) {
			case 0:
			case 1:
				piece(random.Intn(len(pieces)))
			case 2:
				piece(n)
				piece(random.Intn(7))
			case 3:
				piece(n)
				piece(random.Intn(len(pieces)))
			default:
				piece(n)
			}
		}
	}
	for range random.Intn(12) {
		piece(random.Intn(7 + random.Intn(len(pieces)-6)))
	}
	return text.String()
}

func TestEveryChunkingOfARandomTextGivesWhatANaiveReadingGives(t *testing.T) {
	random := rand.New(rand.NewSource(3))
	p := parser()
	found := 0
	for range 5_000 {
		text := randomText(random)
		want := due(text, plain(naive(text)))
		p.Check(t, text, text, want, trial.RandomChunks(text, random), trial.Bytes(text))
		if t.Failed() {
			return
		}
		for _, s := range want.Events {
			if s.Call != nil {
				found++
			}
		}
	}
	if found < 2000 {
		t.Errorf("only %d calls in all texts", found)
	}
}

// plain brings inputs to what encoding/json gives, as the answers of a parser are.
func plain(steps []step) (out []step) {
	raw, err := json.Marshal(steps)
	if err != nil {
		panic(err)
	}
	if err := json.Unmarshal(raw, &out); err != nil {
		panic(err)
	}
	return out
}

func FuzzNoChunkingChangesTheResult(f *testing.F) {
	for _, seed := range []string{"<tool_call>", one("\nv\n"), one("</parameter>\u3000x"), "a<tool_call> <function=f\n>" + one("[1]")} {
		f.Add(seed, int64(1))
	}
	schema := tool(`{"type":["integer","array","null"]}`)
	f.Fuzz(func(t *testing.T, text string, seed int64) {
		text = strings.ToValidUTF8(text, "")
		p := parser(schema)
		p.Check(t, text, text, p.Run([]string{text}), trial.RandomChunks(text, rand.New(rand.NewSource(seed))), trial.Bytes(text))
		if untyped := (qwen.Parse(text, qwen.Options{})); untyped.Text != qwen.Parse(text, qwen.Options{Tools: []qwen.Tool{schema}}).Text {
			t.Errorf("%q: a schema changes the text", text)
		}
	})
}
