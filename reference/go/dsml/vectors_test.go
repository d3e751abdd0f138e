package dsml_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"math/rand"
	"os"
	"path/filepath"
	"testing"

	"toolcallharness/reference/dsml"
)

// vectors is where the measured rows stand, seen from this folder.
const vectors = "../../../corpus/vectors/dsml.jsonl"

type row struct {
	ID   string `json:"id"`
	Text string `json:"text"`
	answer
	WithoutRepair *answer `json:"without_repair"`
}

type answer struct {
	Events []step `json:"events"`
	Saw    bool   `json:"saw_tool_syntax"`
}

func TestEveryVectorGivesItsEventsInEveryChunking(t *testing.T) {
	file, err := os.ReadFile(filepath.FromSlash(vectors))
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewSource(1))
	rows := 0
	lines := bufio.NewScanner(bytes.NewReader(file))
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		var r row
		if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
			t.Fatal(err)
		}
		rows++
		without := r.answer
		if r.WithoutRepair != nil {
			without = *r.WithoutRepair
		}
		checkEveryWay(t, r.ID, r.Text, dsml.Repair, r.answer, random)
		checkEveryWay(t, r.ID, r.Text, dsml.Text, without, random)
	}
	if rows < 2000 {
		t.Fatalf("only %d rows in %s", rows, vectors)
	}
}

// checkEveryWay holds the batch and the stream, whole, in single characters
// and in six random chunkings, against one answer.
func checkEveryWay(t *testing.T, id, text string, opener dsml.MissingOpener, want answer, random *rand.Rand) {
	t.Helper()
	options := dsml.Options{MissingOpener: opener}
	checkBatch(t, id, dsml.Parse(text, options), want)
	chunkings := [][]string{{text}, characters(text)}
	for range 6 {
		chunkings = append(chunkings, randomChunks(text, random))
	}
	for _, chunks := range chunkings {
		got := stream(chunks, options)
		if !same(got, want) {
			t.Errorf("%s, policy %d, chunks %q:\n got %s\nwant %s", id, opener, chunks, show(got), show(want))
			return
		}
	}
}

func checkBatch(t *testing.T, id string, got dsml.Result, want answer) {
	t.Helper()
	var calls []step
	text := ""
	for _, s := range want.Events {
		if s.Call != nil {
			calls = append(calls, s)
		}
		text += s.Text
	}
	var gotCalls []step
	for _, c := range got.Calls {
		gotCalls = append(gotCalls, callStep(c))
	}
	if got.Text != text || !same(answer{gotCalls, got.SawToolSyntax}, answer{calls, want.Saw}) {
		t.Errorf("%s, batch:\n got %q %s\nwant %q %s", id, got.Text, show(gotCalls), text, show(calls))
	}
}
