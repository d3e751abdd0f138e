package qwen_test

import (
	"testing"

	"toolcallharness/reference/internal/trial"
	"toolcallharness/reference/qwen"
)

// stance is how this parser answers the policies that a text of the dialect
// can hang on.
var stance = trial.Stance{
	"missing_opener": "text", "fences": "live", "truncated": "text", "junk_in_block": "reject", "damaged_call": "reject-block",
	"unknown_tools": "forward", "entities": "literal", "scalars": "schema", "structure": "schema",
	"duplicates": "last", "space_around_calls": "exact", "text_after_call": "keep", "reasoning": "ignore",
}

func TestEveryFixtureGivesItsEventsInEveryChunking(t *testing.T) {
	for _, f := range trial.Fixtures(t, "qwen") {
		t.Run(f.ID, func(t *testing.T) {
			if replay(t, f) == 0 {
				t.Error("it holds for no answer that this parser can give")
			}
		})
	}
}

// replay reads a fixture with its tools.
func replay(t *testing.T, f trial.Fixture) int {
	var tools []qwen.Tool
	for _, tool := range f.Tools {
		tools = append(tools, qwen.Tool(tool))
	}
	return f.Replay(t, parser(tools...), stance)
}

func TestAFixtureIsReadWithItsTools(t *testing.T) {
	f := trial.ReadFixture(t, []byte(`{"schema": 1, "id": "own", "dialect": "qwen",
		"tools": [{"name": "f", "parameters": {"properties": {"p": {"type": "integer"}}}}, {"name": "g"}],
		"text": "a <tool_call><function=f><parameter=p>1</parameter></function></tool_call>", "cuts": [[3, 3, 40]],
		"expected": [
			{"when": {"scalars": "schema"}, "saw_tool_syntax": true,
			 "events": [{"text": "a "}, {"call": {"name": "f", "input": {"p": 1}}}]},
			{"when": {"scalars": "text"}, "saw_tool_syntax": true,
			 "events": [{"text": "a "}, {"call": {"name": "f", "input": {"p": "1"}}}]}]}`))
	if held := replay(t, f); held != 1 {
		t.Errorf("%d answers hold for this parser", held)
	}
}
