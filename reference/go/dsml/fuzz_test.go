package dsml_test

import (
	"testing"

	"toolcallharness/reference/dsml"
	"toolcallharness/reference/internal/trial"
)

func FuzzSplit(f *testing.F) { trial.FuzzSplit(f, "dsml", fuzzed) }

func FuzzParity(f *testing.F) { trial.FuzzParity(f, "dsml", fuzzed) }

// fuzzed is the parser under both answers to its policy. It reads no tools.
func fuzzed([]byte) []trial.Parser {
	return []trial.Parser{parser(dsml.Repair), parser(dsml.Text)}
}
