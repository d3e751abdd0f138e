//go:build unix && cost

package dsml_test

import (
	"runtime"
	"runtime/debug"
	"strings"
	"syscall"
	"testing"
	"time"

	"toolcallharness/reference/dsml"
)

// hostile texts of about n bytes. Each tempts a parser into reading the same
// characters again and again.
var hostile = map[string]func(n int) string{
	"openers":             repeated("", "<tool_calls>", ""),
	"unfinished invokes":  repeated("", "<invoke ", ""),
	"bare invokes":        repeated("", `<invoke name="a">`, ""),
	"invokes with quotes": repeated("", `<invoke "'`, ""),
	"long bare tags":      repeated("", `<invoke "`+strings.Repeat("x", 4080), ""),
	"brackets":            repeated("", "<", ""),
	"backticks":           repeated("", "`", ""),
	"fence lines":         repeated("", "```\n", ""),
	"end tags":            repeated("<tool_calls>", "</invoke", ""),
	"whole end tags":      repeated("<tool_calls>", "</invoke>", ""),
	"unmatched invokes":   repeated("<tool_calls>", "<invoke>", "</tool_calls>"),
	"unclosed CDATA":      repeated("<tool_calls>", "<![CDATA[", ""),
	"brackets in CDATA":   repeated("<tool_calls><![CDATA[", "]>", ""),
	"unclosed comment":    repeated("<tool_calls><!--", "-", ""),
	"parameters":          repeated("<tool_calls>"+`<invoke name="a">`, `<parameter name="p">v</parameter>`, "</invoke></tool_calls>"),
	"deep children":       repeated(head+strings.Repeat("<k>", 255), "<k>v</k>", strings.Repeat("</k>", 255)+tail),
	"open children":       repeated(head, "<k>", tail),
	"attribute":           repeated("<tool_calls><invoke ", "a-", `></invoke></tool_calls>`),
	"attribute, blanks":   repeated("<tool_calls><invoke ", "a = ", `></invoke></tool_calls>`),
	"entities":            repeated(head, "&amp;", tail),
	"broken entities":     repeated(head, "&#1", tail),
	"one long entity":     repeated(head+"&#", "1", tail),
	"lists":               repeated(head, "[", tail),
	"long number":         repeated(head+"[1", "0", "e-5]"+tail),
	"CDATA sections":      repeated(head, "<![CDATA[a]]>", tail),
	"white space":         repeated(head+"x", " ", "x"+tail),
}

const (
	head = `<tool_calls><invoke name="a"><parameter name="p">`
	tail = `</parameter></invoke></tool_calls>`
)

func repeated(before, unit, after string) func(int) string {
	return func(n int) string { return before + strings.Repeat(unit, n/len(unit)) + after }
}

const (
	shortText = 64 << 10
	longText  = 8 * shortText

	// most is the growth that is allowed, 2.3 for each of three doublings.
	// Over one doubling a busy machine would drown the difference between
	// linear (8 here) and quadratic (64).
	most = 2.3 * 2.3 * 2.3

	// quick is a time that no quadratic reading of the long text can reach.
	quick = 2 * time.Millisecond
)

// Apart from the other tests, because a busy machine can make it fail: go test -tags cost -run Linear ./dsml
func TestTimeIsLinearForHostileTexts(t *testing.T) { // C6
	// The collector starts at a size of the heap, which the long text may
	// reach and the short one not.
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	for name, text := range hostile {
		short, long := text(shortText), text(longText)
		for _, size := range []int{len(long), 16, 1} {
			if growth := growth(short, long, size); growth > most {
				t.Errorf("%s in chunks of %d: eight times the text takes %.1f times as long", name, size, growth)
			}
		}
	}
}

// growth compares the least CPU times of up to six rounds.
func growth(short, long string, size int) float64 {
	a, b := time.Hour, time.Hour
	for range 6 {
		a = min(a, cost(short, size))
		b = min(b, cost(long, size))
		if b < quick {
			return 1
		}
		if float64(b) <= most*float64(a) {
			break
		}
	}
	return float64(b) / float64(a)
}

func cost(text string, size int) time.Duration {
	runtime.GC()
	start := cpuTime()
	s := dsml.NewStream(dsml.Options{})
	for from := 0; from < len(text); from += size {
		s.Feed(text[from:min(from+size, len(text))])
	}
	s.Finish()
	return max(cpuTime()-start, time.Microsecond)
}

func cpuTime() time.Duration {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		panic(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
