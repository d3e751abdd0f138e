package qwen_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"math/rand"
	"os"
	"path/filepath"
	"testing"

	"toolcallharness/reference/internal/trial"
	"toolcallharness/reference/qwen"
)

// vectors is where the recorded rows and their tools stand, seen from this folder.
const vectors = "../../../corpus/vectors"

type row struct {
	ID     string       `json:"id"`
	Text   string       `json:"text"`
	Events []trial.Step `json:"events"`
}

func TestEveryVectorGivesItsEventsInEveryChunking(t *testing.T) {
	var tools []qwen.Tool
	if err := json.Unmarshal(readVectors(t, "qwen-tools.json"), &tools); err != nil || len(tools) == 0 {
		t.Fatalf("%d tools, %v", len(tools), err)
	}
	p := parser(tools...)
	random := rand.New(rand.NewSource(1))
	rows := 0
	lines := bufio.NewScanner(bytes.NewReader(readVectors(t, "qwen.jsonl")))
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		var r row
		if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
			t.Fatal(err)
		}
		rows++
		p.CheckEveryWay(t, r.ID, r.Text, due(r.Text, r.Events), random)
	}
	if rows < 800 {
		t.Fatalf("only %d rows", rows)
	}
}

func readVectors(t *testing.T, name string) []byte {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join(filepath.FromSlash(vectors), name))
	if err != nil {
		t.Fatal(err)
	}
	return raw
}
