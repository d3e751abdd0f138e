package trial

import (
	"encoding/json"
	"testing"
	"unicode/utf8"
)

// Seeds gives a fuzz target the texts of the dialect's fixtures to begin with,
// each with its tools and cut in some ways: whole, in single bytes, in twos and
// threes, and as the fixture cuts it. None is an error: a fuzzer would begin
// with nothing, and its seeds would pass as tests.
func Seeds(f *testing.F, dialect string) {
	f.Helper()
	fixtures := Fixtures(f, dialect)
	if len(fixtures) == 0 {
		f.Fatalf("no fixture of %s to begin with", dialect)
	}
	for _, fixture := range fixtures {
		tools, err := json.Marshal(fixture.Tools)
		if err != nil {
			f.Fatal(err)
		}
		ways := [][]byte{{}, {1}, {2, 3}}
		for _, cuts := range fixture.Cuts {
			ways = append(ways, sizes(Slices(fixture.Text, cuts)))
		}
		for _, way := range ways {
			f.Add(fixture.Text, way, tools)
		}
	}
}

// sizes is what Sized cuts a text by. A longer chunk is cut into several.
func sizes(chunks []string) []byte {
	list := []byte{}
	for _, chunk := range chunks {
		size := len(chunk)
		for ; size > 255; size -= 255 {
			list = append(list, 255)
		}
		list = append(list, byte(size))
	}
	return list
}

// Sized cuts a text into chunks of these many bytes, over and over, inside its
// characters too. Sizes of 0 make empty chunks; none but those cuts nothing.
func Sized(text string, sizes []byte) []string {
	total := 0
	for _, size := range sizes {
		total += int(size)
	}
	if total == 0 {
		return []string{text}
	}
	chunks := []string{}
	for place := 0; text != ""; place++ {
		size := min(int(sizes[place%len(sizes)]), len(text))
		chunks = append(chunks, text[:size])
		text = text[size:]
	}
	return chunks
}

// FuzzSplit lets the fuzzer look for a text and a way to cut it that gives
// another answer than the whole text does.
func FuzzSplit(f *testing.F, dialect string, parsers func(tools []byte) []Parser) {
	f.Helper()
	fuzz(f, dialect, parsers, func(t *testing.T, p Parser, text string, cuts []byte) {
		want := p.Run([]string{text})
		if got := p.Run(Sized(text, cuts)); !Same(got, want) {
			t.Errorf("%s, %q in chunks of %v:\n got %s\nwhole %s", p.Name, text, cuts, Show(got), Show(want))
		}
	})
}

// FuzzParity lets the fuzzer look for a text that the batch reads otherwise
// than the stream.
func FuzzParity(f *testing.F, dialect string, parsers func(tools []byte) []Parser) {
	f.Helper()
	fuzz(f, dialect, parsers, func(t *testing.T, p Parser, text string, cuts []byte) {
		p.CheckBatch(t, "fuzzed", text, p.Run(Sized(text, cuts)))
	})
}

// fuzz begins with the seeds of a dialect, and holds each parser against a
// property of a text and a way to cut it.
func fuzz(f *testing.F, dialect string, parsers func(tools []byte) []Parser, check func(t *testing.T, p Parser, text string, cuts []byte)) {
	f.Helper()
	Seeds(f, dialect)
	f.Fuzz(func(t *testing.T, text string, cuts, tools []byte) {
		if !utf8.ValidString(text) {
			t.Skip("no text can be sent that is none")
		}
		for _, p := range parsers(tools) {
			check(t, p, text, cuts)
		}
	})
}
