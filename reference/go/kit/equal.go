package kit

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"
)

// earlier is the place of the first given entry that equals this one, or -1.
func (w *writer) earlier(given []entry, this entry) int {
	for _, g := range given {
		if w.same(g, this) {
			return g.place
		}
	}
	return -1
}

// same compares what was written. Equal bytes are equal; else the values are
// read back and compared, which is slow but rare, and spares a comparison of
// every type that a parser may put into an input.
func (w *writer) same(a, b entry) bool {
	if a.fail != nil || b.fail != nil {
		return a.fail != nil && b.fail != nil && a.fail.kind == b.fail.kind && a.fail.message == b.fail.message
	}
	left, right := w.buf[a.from:a.to], w.buf[b.from:b.to]
	if bytes.Equal(left, right) {
		return true
	}
	l, ok := readBack(left)
	if !ok {
		return false
	}
	r, ok := readBack(right)
	return ok && equal(l, r)
}

func readBack(data []byte) (v any, ok bool) {
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	return v, d.Decode(&v) == nil
}

// equal keeps JSON types apart, takes numbers as doubles and ignores the order
// of members.
func equal(a, b any) bool {
	switch a := a.(type) {
	case []any:
		b, ok := b.([]any)
		return ok && slices.EqualFunc(a, b, equal)
	case map[string]any:
		b, ok := b.(map[string]any)
		if !ok || len(a) != len(b) {
			return false
		}
		for key, value := range a {
			if other, ok := b[key]; !ok || !equal(value, other) {
				return false
			}
		}
		return true
	case json.Number:
		b, ok := b.(json.Number)
		return ok && sameNumber(a.String(), b.String())
	}
	return a == b // nil, bool or string, of one type or unequal
}

// sameNumber compares as doubles; numbers that have none by their digits.
func sameNumber(a, b string) bool {
	x, errX := strconv.ParseFloat(a, 64)
	y, errY := strconv.ParseFloat(b, 64)
	if errX != nil || errY != nil {
		return a == b
	}
	return x == y
}
