package qwen

import (
	"bytes"
	"strings"
)

// tag is a tag as it is spelled, or the beginning of one that goes on with a
// name or a key. Case matters, and no blank stands inside (SEMANTICS Q3).
type tag string

const (
	blockStart     tag = "<tool_call>"
	blockEnd       tag = "</tool_call>"
	functionStart  tag = "<function="
	functionEnd    tag = "</function>"
	parameterStart tag = "<parameter="
	parameterEnd   tag = "</parameter>"
)

// What may stand in each place of a text (SEMANTICS Q3, Q4, Q5).
var (
	inText          = []tag{blockStart}
	atBlockStart    = []tag{functionStart}
	inFunction      = []tag{parameterStart, functionEnd}
	afterFunction   = []tag{functionStart, blockEnd}
	inValue         = []tag{parameterEnd}
	afterValueEnds  = inFunction
	longestSpelling = len(parameterEnd)
)

// find says which of some tags text begins with, "" if none. It is open if the
// text is too short to tell, and all of it may be the beginning of a tag.
func find(text []byte, tags []tag) (found tag, open bool) {
	start := text[:min(len(text), longestSpelling)]
	for _, t := range tags {
		if bytes.HasPrefix(start, []byte(t)) {
			return t, false
		}
		open = open || strings.HasPrefix(string(t), string(start))
	}
	return "", open
}
