package strictjson

import (
	"strings"
	"unicode/utf16"
)

// string reads a string, the opening quote of which is next. Without escapes
// it is a piece of the text and nothing is copied.
func (r *reader) string() (string, bool) {
	r.i++
	start := r.i
	for r.i < len(r.s) {
		switch c := r.s[r.i]; {
		case c == '"':
			r.i++
			return r.s[start : r.i-1], true
		case c == '\\':
			return r.escaped(start)
		case c < 0x20:
			return "", false
		}
		r.i++
	}
	return "", false
}

// escaped reads on at the first escape of the string that began at start.
func (r *reader) escaped(start int) (string, bool) {
	var out strings.Builder
	out.WriteString(r.s[start:r.i])
	for r.i < len(r.s) {
		c := r.s[r.i]
		r.i++
		switch {
		case c == '"':
			return out.String(), true
		case c == '\\':
			char, ok := r.escape()
			if !ok {
				return "", false
			}
			out.WriteRune(char)
		case c < 0x20:
			return "", false
		default:
			out.WriteByte(c)
		}
	}
	return "", false
}

// escape reads what follows a backslash. A surrogate that has no partner
// makes the text not JSON (SEMANTICS C4).
func (r *reader) escape() (rune, bool) {
	c := r.peek()
	r.i++
	switch c {
	case '"', '\\', '/':
		return rune(c), true
	case 'b':
		return '\b', true
	case 'f':
		return '\f', true
	case 'n':
		return '\n', true
	case 'r':
		return '\r', true
	case 't':
		return '\t', true
	case 'u':
	default:
		return 0, false
	}
	unit, ok := r.hex4()
	if !ok || !utf16.IsSurrogate(unit) {
		return unit, ok
	}
	if !r.word(`\u`) {
		return 0, false
	}
	low, ok := r.hex4()
	if !ok {
		return 0, false
	}
	// DecodeRune gives U+FFFD for everything but a high unit before a low one.
	char := utf16.DecodeRune(unit, low)
	return char, char != '\uFFFD'
}

func (r *reader) hex4() (rune, bool) {
	if len(r.s)-r.i < 4 {
		return 0, false
	}
	var unit rune
	for _, c := range []byte(r.s[r.i : r.i+4]) {
		switch {
		case '0' <= c && c <= '9':
			unit = unit<<4 | rune(c-'0')
		case 'a' <= c && c <= 'f':
			unit = unit<<4 | rune(c-'a'+10)
		case 'A' <= c && c <= 'F':
			unit = unit<<4 | rune(c-'A'+10)
		default:
			return 0, false
		}
	}
	r.i += 4
	return unit, true
}
