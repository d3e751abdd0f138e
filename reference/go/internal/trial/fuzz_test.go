package trial_test

import (
	"strings"
	"testing"

	"toolcallharness/reference/internal/trial"
)

func TestChunksOfAnySizesJoinToTheText(t *testing.T) {
	for _, sizes := range [][]byte{nil, {}, {0}, {0, 0}, {1}, {0, 3}, {2, 0, 255}, {200}} {
		for _, text := range []string{"", "é", "some words"} {
			chunks := trial.Sized(text, sizes)
			if joined := strings.Join(chunks, ""); joined != text {
				t.Errorf("%q in chunks of %v is %q", text, sizes, chunks)
			}
		}
	}
}

func TestSizesGoRoundAndMayBeNothing(t *testing.T) {
	if got := trial.Sized("abcdef", []byte{2, 0, 1}); strings.Join(got, "|") != "ab||c|de||f" {
		t.Errorf("got %q", got)
	}
}
