package qwen_test

import (
	"encoding/json"
	"testing"

	"toolcallharness/reference/internal/trial"
	"toolcallharness/reference/qwen"
)

func FuzzSplit(f *testing.F) { trial.FuzzSplit(f, "qwen", fuzzed) }

func FuzzParity(f *testing.F) { trial.FuzzParity(f, "qwen", fuzzed) }

// fuzzed is the parser with these tools, and without any where they can't be
// read: a request with such tools is refused before.
func fuzzed(raw []byte) []trial.Parser {
	var tools []qwen.Tool
	if json.Unmarshal(raw, &tools) != nil {
		tools = nil
	}
	return []trial.Parser{parser(tools...)}
}
