package dsml

import (
	"strings"

	"toolcallharness/reference/entity"
	"toolcallharness/reference/space"
	"toolcallharness/reference/strictjson"
)

// readValue reads the body of a parameter (SEMANTICS V1 to V6).
func readValue(body string) any {
	body = space.Trim(body)
	if text, ok := sections(body); ok {
		return text
	}
	if opensCdata(body) && strings.HasSuffix(body, cdataClose) {
		return body[len(cdataOpen) : len(body)-len(cdataClose)] // V3
	}
	if object, ok := readChildren(body); ok {
		return object
	}
	return readPlain(body)
}

// readPlain reads a trimmed body that has no markup (SEMANTICS V5, V6).
func readPlain(body string) any {
	text := entity.Decode(body)
	if strings.HasPrefix(text, "{") || strings.HasPrefix(text, "[") {
		if value, ok := strictjson.Parse(text); ok {
			return value
		}
	}
	return text
}

// sections joins the contents of a body that is CDATA sections and nothing
// else (SEMANTICS V2).
func sections(body string) (text string, ok bool) {
	if !opensCdata(body) {
		return "", false
	}
	var parts []string
	for body != "" {
		end := cdataEnd(body)
		if end < 0 {
			return "", false
		}
		parts = append(parts, body[len(cdataOpen):end-len(cdataClose)])
		body = body[end:]
	}
	return strings.Join(parts, ""), true
}

// cdataEnd is the length of the CDATA section at the start of s, or -1 if
// there is none or it has no end.
func cdataEnd(s string) int {
	if !opensCdata(s) {
		return -1
	}
	i := strings.Index(s[len(cdataOpen):], cdataClose)
	if i < 0 {
		return -1
	}
	return len(cdataOpen) + i + len(cdataClose)
}

// opensCdata reports whether s begins with the opener of a CDATA section, in
// any case. The text itself is compared, not a folded copy (SEMANTICS C2);
// strings.EqualFold would let U+017F pass for an s, but the opener has none.
func opensCdata(s string) bool {
	return len(s) >= len(cdataOpen) && strings.EqualFold(s[:len(cdataOpen)], cdataOpen)
}
