//go:build unix && cost

package dsml_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"sort"
	"strings"
	"syscall"
	"testing"
	"time"

	"toolcallharness/reference/dsml"
)

const (
	shortText = 128 << 10 // in bytes; the long text has twice as many

	// A sample is so many batches of runs, fewer if a run takes long.
	batches = 3

	// leastTime is what the runs of one batch sum up to, at least.
	leastTime = 20 * time.Millisecond

	mostGrowth = 2.3
)

// shape is a family of texts; shapes.json says what its members mean.
type shape struct {
	Name, Before, After, Run string
	Unit                     unit
	Around                   around
	Both                     bool
}

// Time is linear for hostile texts, however they are cut (SEMANTICS C6). Apart
// from the other tests, because a busy machine can make it fail:
//
//	go test -count=1 -v -timeout 0 -tags cost -run Linear ./dsml [-args part of a shape's name ...]
func TestTimeIsLinearForHostileTexts(t *testing.T) {
	fmt.Printf("%-36s %-6s %5s %9s %9s  ratio\n", "CPU ms at 128 and 256 KiB", "policy", "chunk", "n", "2n")
	for _, s := range shapes(t) {
		answers := []dsml.MissingOpener{dsml.Repair}
		if s.Both {
			answers = append(answers, dsml.Text)
		}
		for _, answer := range answers {
			for _, size := range []int{0, 16, 1} {
				short, long := judge(s, answer, size)
				line := fmt.Sprintf("%-36s %-6s %5s %9.2f %9.2f %6.2f", s.Name,
					[]string{dsml.Repair: "repair", dsml.Text: "text"}[answer],
					map[int]string{0: "whole", 16: "16", 1: "1"}[size], short, long, long/short)
				fmt.Println(line)
				if long/short > mostGrowth {
					t.Errorf("above %.1f: %s", mostGrowth, line)
				}
			}
		}
	}
}

// judge gives the times for n and 2n characters in milliseconds. What grows
// too much is measured once more, longer, before it counts.
func judge(s shape, answer dsml.MissingOpener, size int) (short, long float64) {
	short, long = measure(s, answer, size, 5, leastTime)
	if long/short > mostGrowth {
		short, long = measure(s, answer, size, 9, 3*leastTime)
	}
	return short, long
}

// measure times both texts in turn, so that a busy machine slows both alike,
// and gives the medians of the samples in milliseconds a run.
func measure(s shape, answer dsml.MissingOpener, size, samples int, least time.Duration) (short, long float64) {
	a, b := cut(s.text(shortText), size), cut(s.text(2*shortText), size)
	cost(b, answer, 1)
	once := max(cost(a, answer, 1), time.Microsecond)
	runs := int(least/once) + 1
	rounds := max(1, int(batches*least/max(least, once)))
	var shorts, longs []time.Duration
	for range samples {
		var ofA, ofB time.Duration
		for range rounds {
			ofA += cost(a, answer, runs)
			ofB += cost(b, answer, runs)
		}
		shorts, longs = append(shorts, ofA), append(longs, ofB)
	}
	return median(shorts) / float64(runs*rounds), median(longs) / float64(runs*rounds)
}

// median is in milliseconds.
func median(times []time.Duration) float64 {
	sort.Slice(times, func(i, j int) bool { return times[i] < times[j] })
	return float64(times[len(times)/2]) / float64(time.Millisecond)
}

// cost is the CPU time of the whole process, the collector's included.
func cost(chunks []string, answer dsml.MissingOpener, runs int) time.Duration {
	runtime.GC() // so that each text pays for its own garbage
	start := cpuTime()
	for range runs {
		s := dsml.NewStream(dsml.Options{MissingOpener: answer})
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

// shapes are all of the shared list, or those that the arguments name.
func shapes(t *testing.T) []shape {
	data, err := os.ReadFile(filepath.Join("..", "..", "cost", "shapes.json"))
	if err != nil {
		t.Fatal(err)
	}
	var file struct{ Shapes []shape }
	if err := json.Unmarshal(data, &file); err != nil {
		t.Fatal(err)
	}
	if flag.NArg() == 0 {
		return file.Shapes
	}
	var wanted []shape
	for _, s := range file.Shapes {
		for _, part := range flag.Args() {
			if strings.Contains(s.Name, part) {
				wanted = append(wanted, s)
				break
			}
		}
	}
	return wanted
}

// text has about size bytes.
func (s shape) text(size int) string {
	before := s.Before + strings.Repeat(s.Around.opener, s.Around.levels)
	after := strings.Repeat(s.Around.closer, s.Around.levels) + s.After
	room := size - len(before) - len(after)
	var out strings.Builder
	out.WriteString(before)
	for times := 1; ; times++ {
		piece := strings.Repeat(s.Run, times) + string(s.Unit)
		if room -= len(piece); room < 0 {
			break
		}
		out.WriteString(piece)
	}
	out.WriteString(after)
	return out.String()
}

type unit string

// UnmarshalJSON reads a text, or a list of texts and of pairs of a text and
// how often it stands there.
func (u *unit) UnmarshalJSON(data []byte) error {
	var parts []json.RawMessage
	if json.Unmarshal(data, &parts) != nil {
		return json.Unmarshal(data, (*string)(u))
	}
	for _, part := range parts {
		text, times := "", 1
		if json.Unmarshal(part, &text) != nil {
			if err := json.Unmarshal(part, &[]any{&text, &times}); err != nil {
				return err
			}
		}
		*u += unit(strings.Repeat(text, times))
	}
	return nil
}

type around struct {
	opener, closer string
	levels         int
}

func (a *around) UnmarshalJSON(data []byte) error {
	return json.Unmarshal(data, &[]any{&a.opener, &a.closer, &a.levels})
}
