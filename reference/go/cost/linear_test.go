//go:build unix && cost

package cost_test

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"slices"
	"syscall"
	"testing"
	"time"

	"toolcallharness/reference/dsml"
	"toolcallharness/reference/event"
	"toolcallharness/reference/qwen"
)

const (
	shortText = 128 << 10 // in bytes; the long text has twice as many

	// A sample is so many batches of runs, fewer if a run takes long.
	batches = 3

	// leastTime is what the runs of one batch sum up to, at least.
	leastTime = 20 * time.Millisecond

	mostGrowth = 2.3

	// mostMemory is where the collector runs after all, in bytes.
	mostMemory = 2 << 30
)

// parser is what is measured: a dialect with its options.
type parser struct {
	name   string // what stands in the column of the policy
	stream func() event.Stream
}

func dsmlParser(name string, opener dsml.MissingOpener) parser {
	options := dsml.Options{MissingOpener: opener}
	return parser{name, func() event.Stream { return dsml.NewStream(options) }}
}

func qwenParser(tools []qwen.Tool) parser {
	options := qwen.Options{Tools: tools}
	return parser{"qwen", func() event.Stream { return qwen.NewStream(options) }}
}

// Time is linear for hostile texts, however they are cut (SEMANTICS C6). Apart
// from the other tests, because a busy machine can make it fail:
//
//	go test -count=1 -v -timeout 0 -tags cost -run Linear ./cost [-args part of a shape's name, or "qwen" ...]
func TestTimeIsLinearForHostileTexts(t *testing.T) {
	fmt.Printf("%-36s %-6s %5s %9s %9s  ratio\n", "CPU ms at 128 and 256 KiB", "policy", "chunk", "n", "2n")
	repair, asText := dsmlParser("repair", dsml.Repair), dsmlParser("text", dsml.Text)
	for _, s := range readList(t, "shapes").Shapes {
		judge(t, s, repair)
		if s.Both {
			judge(t, s, asText)
		}
	}
	texts := readList(t, "qwen")
	for _, s := range texts.Shapes {
		judge(t, s, qwenParser(texts.Tools))
	}
}

// judge measures a parser on the texts of a shape, however they are cut.
func judge(t *testing.T, s shape, p parser) {
	for _, size := range []int{0, 16, 1} {
		short, long := times(s, p, size)
		line := fmt.Sprintf("%-36s %-6s %5s %9.2f %9.2f %6.2f", s.Name, p.name,
			map[int]string{0: "whole", 16: "16", 1: "1"}[size], short, long, long/short)
		fmt.Println(line)
		if long/short > mostGrowth {
			t.Errorf("above %.1f: %s", mostGrowth, line)
		}
	}
}

// times gives the times for n and 2n characters in milliseconds: medians. What
// grows too much is measured again before it counts, by the least of more
// samples, at this and at greater lengths and without the collector, until it
// does not. The collector's share has steps: below 4 MiB of garbage it never
// runs, and while little is alive a text of twice the length is marked twice as
// often and costs twice as much each time. Caches and a busy neighbour make
// steps, too, here and there. Growth that is the parser's is there at every
// length and every time.
func times(s shape, p parser, size int) (short, long float64) {
	short, long = measure(s, p, size, shortText, 5, median)
	if long/short <= mostGrowth {
		return short, long
	}
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(mostMemory))
	for _, times := range []int{1, 2, 4, 8} {
		short, long = measure(s, p, size, times*shortText, 9, slices.Min)
		if long/short <= mostGrowth {
			break
		}
	}
	return short, long
}

// measure times both texts in turn, so that a busy machine slows both alike,
// and gives what is picked of the samples, in milliseconds a run.
func measure(
	s shape, p parser, size, length, samples int, pick func([]time.Duration) time.Duration,
) (short, long float64) {
	a, b := cut(s.text(length), size), cut(s.text(2*length), size)
	cost(b, p, 1)
	once := max(cost(a, p, 1), time.Microsecond)
	runs := int(leastTime/once) + 1
	rounds := max(1, int(batches*leastTime/max(leastTime, once)))
	var shorts, longs []time.Duration
	for range samples {
		var ofA, ofB time.Duration
		for range rounds {
			ofA += cost(a, p, runs)
			ofB += cost(b, p, runs)
		}
		shorts, longs = append(shorts, ofA), append(longs, ofB)
	}
	each := float64(runs*rounds) * float64(time.Millisecond)
	return float64(pick(shorts)) / each, float64(pick(longs)) / each
}

func median(list []time.Duration) time.Duration {
	slices.Sort(list)
	return list[len(list)/2]
}

// cost is the CPU time of the whole process, the collector's included.
func cost(chunks []string, p parser, runs int) time.Duration {
	runtime.GC() // so that each text pays for its own garbage
	start := cpuTime()
	for range runs {
		s := p.stream()
		for _, chunk := range chunks {
			s.Feed(chunk)
		}
		s.Finish()
	}
	return cpuTime() - start
}

func cpuTime() time.Duration {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		panic(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

// cut gives chunks of so many characters, one for size 0.
func cut(text string, size int) []string {
	if size == 0 {
		return []string{text}
	}
	var chunks []string
	from, n := 0, 0
	for i := range text {
		if n == size {
			chunks = append(chunks, text[from:i])
			from, n = i, 0
		}
		n++
	}
	return append(chunks, text[from:])
}
