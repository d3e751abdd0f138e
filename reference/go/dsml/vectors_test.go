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
	"toolcallharness/reference/internal/trial"
)

// vectors is where the measured rows stand, seen from this folder.
const vectors = "../../../corpus/vectors/dsml.jsonl"

type row struct {
	ID   string `json:"id"`
	Text string `json:"text"`
	trial.Answer
	WithoutRepair *trial.Answer `json:"without_repair"`
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
		without := r.Answer
		if r.WithoutRepair != nil {
			without = *r.WithoutRepair
		}
		parser(dsml.Repair).CheckEveryWay(t, r.ID, r.Text, r.Answer, random)
		parser(dsml.Text).CheckEveryWay(t, r.ID, r.Text, without, random)
	}
	if rows < 2000 {
		t.Fatalf("only %d rows in %s", rows, vectors)
	}
}
