package qwen

import (
	"strings"

	"toolcallharness/reference/event"
)

// function is one function of a block, as it was written. Of equal keys the
// last counts, in the place of the first (SEMANTICS Q7); so the values that
// were overwritten are never given a type.
type function struct {
	name   string
	keys   []string // in the order of their first mention
	values map[string]span
}

func (f *function) set(key string, value span) {
	if f.values == nil {
		f.values = map[string]span{}
	}
	if _, again := f.values[key]; !again {
		f.keys = append(f.keys, key)
	}
	f.values[key] = value
}

// readBlock gives the calls of the block that ends here.
func (s *Stream) readBlock(text string) []event.Call {
	calls := make([]event.Call, len(s.block.functions))
	for i, f := range s.block.functions {
		types := s.tools.parameters(f.name)
		input := make(map[string]any, len(f.keys))
		for key, value := range f.values {
			input[key] = typed(unframed(text[value.from:value.to]), types[key])
		}
		calls[i] = event.Call{Name: f.name, Input: input, Keys: f.keys}
	}
	return calls
}

// unframed takes off one LF at either end. One LF alone is both, and leaves
// the empty string (SEMANTICS Q6).
func unframed(value string) string {
	return strings.TrimSuffix(strings.TrimPrefix(value, "\n"), "\n")
}
