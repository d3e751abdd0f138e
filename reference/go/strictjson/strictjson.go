// Package strictjson reads JSON as SEMANTICS C4 wants it.
//
// The decoder of the standard library is laxer: it turns an escaped lone
// surrogate into U+FFFD, goes far deeper than 256 and, if numbers keep their
// digits, lets one pass that overflows a double. All three must make the text
// not JSON, even in a member that a later one overwrites.
package strictjson

import (
	"encoding/json"
	"slices"

	"toolcallharness/reference/space"
)

// MaxDepth is the deepest nesting that is JSON; [] has depth 1 (SEMANTICS C4).
const MaxDepth = 256

// Parse reads the whole of s as one JSON value: nil, bool, string,
// json.Number with the digits as they stand, []any or map[string]any. Of
// equal keys the last wins.
func Parse(s string) (value any, ok bool) {
	r := reader{s: s}
	r.skip()
	value, ok = r.value(0)
	if !ok {
		return nil, false
	}
	r.skip()
	return value, r.i == len(s)
}

// ParseObject is Parse for a text that must be an object.
func ParseObject(s string) (object map[string]any, ok bool) {
	value, ok := Parse(s)
	if !ok {
		return nil, false
	}
	object, ok = value.(map[string]any)
	return object, ok
}

type reader struct {
	s string
	i int
}

// skip passes over the white space of RFC 8259, which is the blanks of C1.
func (r *reader) skip() {
	r.i = space.SkipBlanks(r.s, r.i)
}

// peek is the next byte, or 0 at the end. A NUL in the text begins no token,
// so the two need not be told apart.
func (r *reader) peek() byte {
	if r.i < len(r.s) {
		return r.s[r.i]
	}
	return 0
}

// take passes over c if it is next.
func (r *reader) take(c byte) bool {
	if r.peek() != c || r.i == len(r.s) {
		return false
	}
	r.i++
	return true
}

func (r *reader) value(depth int) (any, bool) {
	switch c := r.peek(); {
	case c == '"':
		return r.string()
	case c == '{':
		return r.object(depth + 1)
	case c == '[':
		return r.array(depth + 1)
	case c == '-' || '0' <= c && c <= '9':
		digits, ok := r.number()
		return json.Number(digits), ok
	case c == 't':
		return true, r.word("true")
	case c == 'f':
		return false, r.word("false")
	case c == 'n':
		return nil, r.word("null")
	}
	return nil, false
}

func (r *reader) word(w string) bool {
	if len(r.s)-r.i < len(w) || r.s[r.i:r.i+len(w)] != w {
		return false
	}
	r.i += len(w)
	return true
}

func (r *reader) array(depth int) (any, bool) {
	if depth > MaxDepth {
		return nil, false
	}
	r.i++
	list := []any{}
	r.skip()
	if r.take(']') {
		return list, true
	}
	for {
		r.skip()
		item, ok := r.value(depth)
		if !ok {
			return nil, false
		}
		if len(list) == cap(list) {
			// Left to itself append would grow a long list by a quarter.
			list = slices.Grow(list, max(len(list), 4))
		}
		list = append(list, item)
		r.skip()
		if r.take(']') {
			return list, true
		}
		if !r.take(',') {
			return nil, false
		}
	}
}

func (r *reader) object(depth int) (any, bool) {
	if depth > MaxDepth {
		return nil, false
	}
	r.i++
	object := map[string]any{}
	r.skip()
	if r.take('}') {
		return object, true
	}
	for {
		r.skip()
		if r.peek() != '"' {
			return nil, false
		}
		key, ok := r.string()
		if !ok {
			return nil, false
		}
		r.skip()
		if !r.take(':') {
			return nil, false
		}
		r.skip()
		if object[key], ok = r.value(depth); !ok {
			return nil, false
		}
		r.skip()
		if r.take('}') {
			return object, true
		}
		if !r.take(',') {
			return nil, false
		}
	}
}
