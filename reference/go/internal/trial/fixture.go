package trial

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
)

// regressions is where the fixtures of the project stand, seen from the folder
// of a dialect.
const regressions = "../../../corpus/regressions"

// Fixture is a text with the answers that are due.
type Fixture struct {
	Schema  int    `json:"schema"`
	ID      string `json:"id"`
	Dialect string `json:"dialect"`
	Tools   []struct {
		Name       string          `json:"name"`
		Parameters json.RawMessage `json:"parameters"`
	} `json:"tools"`
	Text     string        `json:"text"`
	Cuts     [][]int       `json:"cuts"`
	Expected []Expectation `json:"expected"`
}

// Expectation is the answer that is due from a parser that answers the
// policies in When as they say.
type Expectation struct {
	When map[string]string `json:"when"`
	Answer
}

// Stance is how a parser answers the policies that a text can hang on.
type Stance map[string]string

// Fixtures gives those of a dialect. Each of the folder must be of a dialect
// that there is, so that none is left out by all tests.
func Fixtures(t testing.TB, dialect string) []Fixture {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(filepath.FromSlash(regressions), "*.json"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no fixture in %s (%v)", regressions, err)
	}
	var list []Fixture
	for _, path := range paths {
		raw, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		f := ReadFixture(t, raw)
		if f.Dialect == dialect {
			list = append(list, f)
		}
	}
	return list
}

// ReadFixture reads the text of one.
func ReadFixture(t testing.TB, raw []byte) (f Fixture) {
	t.Helper()
	if err := json.Unmarshal(raw, &f); err != nil {
		t.Fatalf("%.80s: %v", raw, err)
	}
	if f.Schema != 1 || f.Dialect != "dsml" && f.Dialect != "qwen" {
		t.Fatalf("%s: schema %d, dialect %q", f.ID, f.Schema, f.Dialect)
	}
	return f
}

// Replay holds a parser against what is due from one with its stance, and
// gives how many answers that were.
func (f Fixture) Replay(t *testing.T, p Parser, mine Stance) (held int) {
	t.Helper()
	var more [][]string
	for _, cuts := range f.Cuts {
		more = append(more, Slices(f.Text, cuts))
	}
	for _, e := range f.Expected {
		if mine.meets(e.When) {
			held++
			p.Check(t, f.ID, f.Text, e.Answer, more...)
		}
	}
	return held
}

func (s Stance) meets(when map[string]string) bool {
	for policy, value := range when {
		if s[policy] != value {
			return false
		}
	}
	return true
}
