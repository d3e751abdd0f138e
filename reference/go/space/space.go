// Package space knows the two sets of white space that the dialects use.
package space

import (
	"strings"
	"unicode/utf8"
)

// Is reports whether r is white space for trimming (SEMANTICS C1).
//
// The list is spelled out instead of leaning on the unicode package: the page
// fixes the set, and a newer Unicode table must not change a result.
func Is(r rune) bool {
	switch {
	case r < 0x80:
		return r == ' ' || 0x09 <= r && r <= 0x0D
	case 0x2000 <= r && r <= 0x200A:
		return true
	}
	switch r {
	case 0x85, 0xA0, 0x1680, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000:
		return true
	}
	return false
}

// Trim cuts white space off both ends (SEMANTICS C1).
func Trim(s string) string {
	return strings.TrimFunc(s, Is)
}

// Skip returns the first position at or after i that does not begin white
// space (SEMANTICS C1).
func Skip(s string, i int) int {
	for i < len(s) {
		if c := s[i]; c < utf8.RuneSelf {
			if !Is(rune(c)) {
				break
			}
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		if !Is(r) {
			break
		}
		i += size
	}
	return i
}

// SkipBytes is Skip for a text of which more may come: whole is false if it
// ends inside a character, so that only what follows can tell.
func SkipBytes(b []byte, i int) (next int, whole bool) {
	for i < len(b) {
		if c := b[i]; c < utf8.RuneSelf {
			if !Is(rune(c)) {
				break
			}
			i++
			continue
		}
		r, size := utf8.DecodeRune(b[i:])
		if !Is(r) {
			return i, utf8.FullRune(b[i:])
		}
		i += size
	}
	return i, true
}

// Blank reports whether c is one of the four characters that count as white
// space inside tags (SEMANTICS C1).
func Blank(c byte) bool {
	return c == ' ' || c == '\t' || c == '\n' || c == '\r'
}

// SkipBlanks returns the first position at or after i that holds no blank.
func SkipBlanks(s string, i int) int {
	for i < len(s) && Blank(s[i]) {
		i++
	}
	return i
}
