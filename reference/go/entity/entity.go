// Package entity decodes the entities of SEMANTICS V6.
package entity

import (
	"strings"
	"unicode/utf8"
)

var named = [...]struct{ name, char string }{
	{"amp;", "&"},
	{"lt;", "<"},
	{"gt;", ">"},
	{"quot;", `"`},
	{"apos;", "'"},
}

// Decode replaces the five named entities and the numeric ones, once and from
// left to right (SEMANTICS V6). Everything else stays, an unknown name and a
// number out of range included. The HTML table of the standard library is not
// used, because it knows thousands of names that are text here.
func Decode(s string) string {
	i := strings.IndexByte(s, '&')
	if i < 0 {
		return s
	}
	var out strings.Builder
	out.Grow(len(s))
	for i >= 0 {
		out.WriteString(s[:i])
		char, size := first(s[i:])
		out.WriteString(char)
		s = s[i+size:]
		i = strings.IndexByte(s, '&')
	}
	out.WriteString(s)
	return out.String()
}

// first decodes the entity at the start of s, which begins with an ampersand.
// What is no entity gives the ampersand alone.
func first(s string) (char string, size int) {
	rest := s[1:]
	if strings.HasPrefix(rest, "#") {
		if r, n := number(rest[1:]); n > 0 {
			return string(r), 2 + n
		}
		return "&", 1
	}
	for _, e := range named {
		if strings.HasPrefix(rest, e.name) {
			return e.char, 1 + len(e.name)
		}
	}
	return "&", 1
}

// number reads what follows "&#" up to and with the semicolon; size 0 means
// that it is no character. Leading zeros are allowed without limit, so the
// value is capped while reading and cannot overflow.
func number(s string) (r rune, size int) {
	i, base := 0, 10
	if len(s) > 0 && (s[0] == 'x' || s[0] == 'X') {
		i, base = 1, 16
	}
	start, value := i, 0
	for i < len(s) {
		d := digit(s[i])
		if d >= base {
			break
		}
		value = min(value*base+d, utf8.MaxRune+1)
		i++
	}
	if i == start || i == len(s) || s[i] != ';' {
		return 0, 0
	}
	// ValidRune is false for surrogates and for what lies past U+10FFFF.
	if value == 0 || !utf8.ValidRune(rune(value)) {
		return 0, 0
	}
	return rune(value), i + 1
}

// digit is the value of a hexadecimal digit, or 16 if c is none.
func digit(c byte) int {
	switch {
	case '0' <= c && c <= '9':
		return int(c - '0')
	case 'a' <= c && c <= 'f':
		return int(c-'a') + 10
	case 'A' <= c && c <= 'F':
		return int(c-'A') + 10
	}
	return 16
}
