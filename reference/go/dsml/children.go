package dsml

import (
	"strings"

	"toolcallharness/reference/space"
)

// maxNesting is the deepest child structure (SEMANTICS V4).
const maxNesting = 256

// readChildren reads a trimmed body that is nothing but elements and white
// space (SEMANTICS V4). One pass decides: at every place only one thing may
// stand, and where it does not, the whole body is no child structure.
func readChildren(body string) (object map[string]any, ok bool) {
	if !strings.HasPrefix(body, "<") {
		return nil, false
	}
	r := childReader{s: body}
	object, ok = r.elements(1)
	if !ok || r.i != len(body) {
		return nil, false
	}
	return object, true
}

type childReader struct {
	s string
	i int
}

// elements reads elements of the given depth and the white space around them,
// up to an end tag or the end of the text.
func (r *childReader) elements(depth int) (object map[string]any, ok bool) {
	if depth > maxNesting {
		return nil, false
	}
	var list members
	for r.i < len(r.s) && !strings.HasPrefix(r.s[r.i:], "</") {
		local, value, ok := r.element(depth)
		if !ok {
			return nil, false
		}
		list.add(local, value)
		r.i = space.Skip(r.s, r.i)
	}
	return list.object(), list.single != nil
}

func (r *childReader) element(depth int) (local string, value any, ok bool) {
	if !r.take("<") {
		return "", nil, false
	}
	name, local := r.name()
	if name == "" || !r.attributes() {
		return "", nil, false
	}
	if r.take("/>") {
		return local, "", true
	}
	if !r.take(">") {
		return "", nil, false
	}
	if value, ok = r.content(depth); !ok {
		return "", nil, false
	}
	if !r.take("</") || !r.take(name) {
		return "", nil, false
	}
	r.i = space.SkipBlanks(r.s, r.i)
	return local, value, r.take(">")
}

// content reads up to the end tag, which it leaves. The first character that
// is no white space tells elements from text.
func (r *childReader) content(depth int) (value any, ok bool) {
	start := r.i
	r.i = space.Skip(r.s, r.i)
	rest := r.s[r.i:]
	if strings.HasPrefix(rest, "<") && !strings.HasPrefix(rest, "</") && !opensCdata(rest) {
		return r.elements(depth + 1)
	}
	marked := false
	for {
		i := strings.IndexByte(r.s[r.i:], '<')
		if i < 0 {
			return nil, false
		}
		r.i += i
		if !opensCdata(r.s[r.i:]) {
			break
		}
		end := cdataEnd(r.s[r.i:])
		if end < 0 {
			return nil, false
		}
		marked = true
		r.i += end
	}
	text := space.Trim(r.s[start:r.i])
	if !marked {
		return readPlain(text), true
	}
	return sections(text)
}

// attributes passes over the attributes of a start tag and the blanks after
// them. Every one needs a blank before it; what they say is ignored.
func (r *childReader) attributes() bool {
	for {
		start := r.i
		r.i = space.SkipBlanks(r.s, r.i)
		if r.i == start {
			return true
		}
		if name, _ := r.name(); name == "" {
			return true // a ">" or "/>" has to follow, which the caller checks
		}
		_, end := quoted(r.s, r.i)
		if end == 0 {
			return false
		}
		r.i = end
	}
}

// name reads [prefix:]local and gives the whole and the local part; both are
// empty if no name stands here.
func (r *childReader) name() (whole, local string) {
	start := r.i
	local = r.word()
	if local != "" && r.take(":") {
		if local = r.word(); local == "" {
			r.i = start
		}
	}
	if local == "" {
		return "", ""
	}
	return r.s[start:r.i], local
}

// word reads [A-Za-z_][A-Za-z0-9_.-]*.
func (r *childReader) word() string {
	start := r.i
	for r.i < len(r.s) {
		c := r.s[r.i]
		later := r.i > start && ('0' <= c && c <= '9' || c == '.' || c == '-')
		if !letter(c) && c != '_' && !later {
			break
		}
		r.i++
	}
	return r.s[start:r.i]
}

func (r *childReader) take(token string) bool {
	if !strings.HasPrefix(r.s[r.i:], token) {
		return false
	}
	r.i += len(token)
	return true
}
