package dsml_test

import (
	"testing"

	"toolcallharness/reference/dsml"
	"toolcallharness/reference/internal/trial"
)

// stance is how this parser answers the policies that a text of the dialect
// can hang on; missing_opener is chosen for each run.
func stance(opener dsml.MissingOpener) trial.Stance {
	return trial.Stance{
		"missing_opener": parser(opener).Name,
		"fences":         "inert", "truncated": "text", "junk_in_block": "drop", "damaged_call": "drop-call",
		"unknown_tools": "forward", "entities": "xml", "scalars": "text", "structure": "children+json",
		"duplicates": "list", "space_around_calls": "exact", "text_after_call": "keep", "reasoning": "ignore",
	}
}

// Those of dialect qwen are replayed by its own package.
func TestEveryFixtureGivesItsEventsInEveryChunking(t *testing.T) {
	fixtures := trial.Fixtures(t, "dsml")
	if len(fixtures) == 0 {
		t.Fatal("no fixture of the dialect")
	}
	for _, f := range fixtures {
		t.Run(f.ID, func(t *testing.T) {
			held := 0
			for _, opener := range []dsml.MissingOpener{dsml.Repair, dsml.Text} {
				held += f.Replay(t, parser(opener), stance(opener))
			}
			if held == 0 {
				t.Error("it holds for no answer that this parser can give")
			}
		})
	}
}
