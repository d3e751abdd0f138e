package trial

import (
	"math/rand"
	"strings"
)

// Characters cuts a text into single characters.
func Characters(text string) []string {
	chunks := []string{}
	for _, r := range text {
		chunks = append(chunks, string(r))
	}
	return chunks
}

// Bytes cuts a text into single bytes, inside its characters too.
func Bytes(text string) []string {
	chunks := []string{}
	for i := range len(text) {
		chunks = append(chunks, text[i:i+1])
	}
	return chunks
}

// RandomChunks cuts a text at random borders of characters, empty chunks
// included.
func RandomChunks(text string, random *rand.Rand) []string {
	var chunks []string
	var chunk strings.Builder
	for _, r := range text {
		for random.Intn(6) == 0 {
			chunks = append(chunks, chunk.String())
			chunk.Reset()
		}
		chunk.WriteRune(r)
	}
	return append(chunks, chunk.String())
}

// Slices cuts a text at positions that count code points.
func Slices(text string, cuts []int) []string {
	points := []rune(text)
	chunks := []string{}
	start := 0
	for _, cut := range append(append([]int{}, cuts...), len(points)) {
		chunks = append(chunks, string(points[start:cut]))
		start = cut
	}
	return chunks
}
