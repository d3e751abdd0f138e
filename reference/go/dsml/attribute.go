package dsml

import (
	"strings"

	"toolcallharness/reference/entity"
	"toolcallharness/reference/space"
)

// attributeName is the value of the attribute name of a start tag, decoded
// and trimmed, or empty (SEMANTICS D10). An empty name and none come to the
// same (D11).
func attributeName(text string, t tag) string {
	area := text[int(t.start)+t.size() : t.end-1]
	name := ""
	for i := 0; i < len(area); {
		if !keyChar(area[i]) {
			i++
			continue
		}
		start := i
		for i < len(area) && keyChar(area[i]) {
			i++
		}
		// Without a value the search goes on behind the key: nothing inside a
		// run begins a key, as the run stands before it.
		if value, end := quoted(area, i); end > 0 {
			if strings.EqualFold(area[start:i], "name") {
				name = value
			}
			i = end
		}
	}
	return space.Trim(entity.Decode(name))
}

// quoted reads "=" and a quoted string, blanks allowed around the "=", at
// position i; end is 0 if they do not stand there.
func quoted(s string, i int) (value string, end int) {
	i = space.SkipBlanks(s, i)
	if i == len(s) || s[i] != '=' {
		return "", 0
	}
	i = space.SkipBlanks(s, i+1)
	if i == len(s) || s[i] != '"' && s[i] != '\'' {
		return "", 0
	}
	size := strings.IndexByte(s[i+1:], s[i])
	if size < 0 {
		return "", 0
	}
	return s[i+1 : i+1+size], i + size + 2
}

// keyChar reports whether c may stand in the key of an attribute.
func keyChar(c byte) bool {
	return letter(c) || '0' <= c && c <= '9' || c == '_' || c == ':' || c == '-'
}

func letter(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}
