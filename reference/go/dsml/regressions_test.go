package dsml_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"toolcallharness/reference/dsml"
)

// regressions is where the fixtures of the project stand, seen from this folder.
const regressions = "../../../corpus/regressions"

type fixture struct {
	Schema   int           `json:"schema"`
	ID       string        `json:"id"`
	Dialect  string        `json:"dialect"`
	Text     string        `json:"text"`
	Cuts     [][]int       `json:"cuts"`
	Expected []expectation `json:"expected"`
}

type expectation struct {
	When map[string]string `json:"when"`
	answer
}

// stance is how this parser answers the policies that a text of the dialect
// can hang on; missing_opener is chosen for each run.
var stance = map[string]string{
	"fences": "inert", "truncated": "text", "junk_in_block": "drop", "damaged_call": "drop-call",
	"unknown_tools": "forward", "entities": "xml", "scalars": "text", "structure": "children+json",
	"duplicates": "list", "space_around_calls": "exact", "text_after_call": "keep", "reasoning": "ignore",
}

func TestEveryFixtureGivesItsEventsInEveryChunking(t *testing.T) {
	paths, err := filepath.Glob(filepath.Join(filepath.FromSlash(regressions), "*.json"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no fixture in %s (%v)", regressions, err)
	}
	for _, path := range paths {
		f := readFixture(t, path)
		t.Run(f.ID, func(t *testing.T) { replay(t, f) })
	}
}

func readFixture(t *testing.T, path string) fixture {
	t.Helper()
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var f fixture
	if err := json.Unmarshal(raw, &f); err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	if f.Schema != 1 || f.Dialect != "dsml" {
		t.Fatalf("%s: schema %d, dialect %q", path, f.Schema, f.Dialect)
	}
	return f
}

func replay(t *testing.T, f fixture) {
	t.Helper()
	chunkings := [][]string{{f.Text}, characters(f.Text)}
	for _, cuts := range f.Cuts {
		chunkings = append(chunkings, slices(f.Text, cuts))
	}
	held := 0
	for _, e := range f.Expected {
		for name, opener := range map[string]dsml.MissingOpener{"repair": dsml.Repair, "text": dsml.Text} {
			if !holds(e.When, name) {
				continue
			}
			held++
			options := dsml.Options{MissingOpener: opener}
			checkBatch(t, f.ID, dsml.Parse(f.Text, options), e.answer)
			for _, chunks := range chunkings {
				if got := stream(chunks, options); !same(got, e.answer) {
					t.Errorf("%s, chunks %q:\n got %s\nwant %s", name, chunks, show(got), show(e.answer))
				}
			}
		}
	}
	if held == 0 {
		t.Error("it holds for no answer that this parser can give")
	}
}

func holds(when map[string]string, opener string) bool {
	for policy, value := range when {
		mine := stance[policy]
		if policy == "missing_opener" {
			mine = opener
		}
		if mine != value {
			return false
		}
	}
	return true
}

// slices cuts a text at positions that count code points.
func slices(text string, cuts []int) []string {
	points := []rune(text)
	chunks := []string{}
	start := 0
	for _, cut := range append(append([]int{}, cuts...), len(points)) {
		chunks = append(chunks, string(points[start:cut]))
		start = cut
	}
	return chunks
}
