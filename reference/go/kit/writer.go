package kit

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// writer builds a response line. encoding/json would do as well, but it costs
// more than the parse that is reported, and replaces invalid UTF-8 silently
// where that is a finding.
type writer struct {
	buf []byte
	err error // the first value that JSON cannot carry
}

func (w *writer) reset() {
	if cap(w.buf) > keepBytes {
		w.buf = nil
	}
	w.buf, w.err = w.buf[:0], nil
}

func (w *writer) raw(s string) { w.buf = append(w.buf, s...) }

func (w *writer) int(n int) { w.buf = strconv.AppendInt(w.buf, int64(n), 10) }

func (w *writer) bool(b bool) { w.buf = strconv.AppendBool(w.buf, b) }

func (w *writer) fail(format string, args ...any) {
	if w.err == nil {
		w.err = fmt.Errorf(format, args...)
	}
}

// text writes a string of the kit, mended if it is no UTF-8.
func (w *writer) text(s string) { w.string(strings.ToValidUTF8(s, "\uFFFD")) }

// string writes a string of the parser.
func (w *writer) string(s string) {
	if !utf8.ValidString(s) {
		w.fail("a string is not UTF-8: %q", s)
		return
	}
	const hex = "0123456789abcdef"
	w.buf = append(w.buf, '"')
	from := 0
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c >= 0x20 && c != '"' && c != '\\' {
			continue
		}
		w.buf = append(w.buf, s[from:i]...)
		from = i + 1
		switch c {
		case '"', '\\':
			w.buf = append(w.buf, '\\', c)
		case '\n':
			w.buf = append(w.buf, '\\', 'n')
		default:
			w.buf = append(w.buf, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
		}
	}
	w.buf = append(w.buf, s[from:]...)
	w.buf = append(w.buf, '"')
}

// maxDepth ends the walk through a value that holds itself.
const maxDepth = 10_000

// value writes a value of the parser. Members go out in sorted order, so that
// equal results are equal bytes nearly always.
func (w *writer) value(v any, depth int) {
	if depth > maxDepth {
		w.fail("a value is nested deeper than %d", maxDepth)
		return
	}
	switch v := v.(type) {
	case nil:
		w.raw("null")
	case bool:
		w.bool(v)
	case string:
		w.string(v)
	case float64:
		if math.IsNaN(v) || math.IsInf(v, 0) {
			w.fail("JSON has no number %v", v)
			return
		}
		w.buf = strconv.AppendFloat(w.buf, v, 'g', -1, 64)
	case int:
		w.int(v)
	case []any:
		w.raw("[")
		for i, item := range v {
			if i > 0 {
				w.raw(",")
			}
			w.value(item, depth+1)
		}
		w.raw("]")
	case map[string]any:
		w.raw("{")
		for i, key := range sortedKeys(v) {
			if i > 0 {
				w.raw(",")
			}
			w.string(key)
			w.raw(":")
			w.value(v[key], depth+1)
		}
		w.raw("}")
	default:
		w.any(v)
	}
}

func sortedKeys(object map[string]any) []string {
	keys := make([]string, 0, len(object))
	for key := range object {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
}

// any leaves a value to encoding/json, json.Number and json.RawMessage among
// them: it checks both, and takes the line breaks out of the second.
func (w *writer) any(v any) {
	if raw, ok := v.(json.RawMessage); ok && !utf8.Valid(raw) {
		w.fail("raw JSON is not UTF-8: %q", raw)
		return
	}
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		w.fail("%v", err)
		return
	}
	w.buf = append(w.buf, bytes.TrimSuffix(out.Bytes(), []byte("\n"))...)
}
