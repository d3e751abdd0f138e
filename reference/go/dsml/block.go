package dsml

import (
	"strings"

	"toolcallharness/reference/event"
	"toolcallharness/reference/space"
	"toolcallharness/reference/strictjson"
)

// readBlock gives the calls of a block, none if it is rejected (SEMANTICS D6).
// It works on the tags that the walk has met, so that what the walk did not
// see as a tag is none here either (D8).
func readBlock(text string, b *capture) []event.Call {
	if b.styles == bothStyles {
		return nil
	}
	body := b.tags[:len(b.tags)-1] // without the end tag of the wrapper
	if !b.bare {
		body = body[1:]
	}
	var calls []event.Call
	for {
		var found element
		if found, body = nextElement(invoke, body); found.tags == nil {
			return calls
		}
		name := attributeName(text, found.tags[0])
		if name == "" {
			continue // SEMANTICS D11
		}
		if input, ok := readInput(text, found); ok {
			calls = append(calls, event.Call{Name: name, Input: input})
		}
	}
}

// element is a start tag, its end tag and the tags between them.
type element struct {
	tags []tag
}

// body is what stands between the start tag and the end tag.
func (e element) body(text string) string {
	return text[e.tags[0].end:e.tags[len(e.tags)-1].start]
}

// inner is the tags of the body.
func (e element) inner() []tag {
	return e.tags[1 : len(e.tags)-1]
}

// nextElement finds the first element of kind k (SEMANTICS D9) and the tags
// after it. An element without tags means that there is none, or that the
// first has no end tag, which ends the search for good.
func nextElement(k kind, tags []tag) (found element, after []tag) {
	first, depth := 0, 0
	for i, t := range tags {
		switch {
		case t.kind != k:
		case t.closing && depth == 0: // belongs to nothing
		case t.closing:
			depth--
			if depth == 0 {
				return element{tags[first : i+1]}, tags[i+1:]
			}
		case depth == 0:
			first, depth = i, 1
		case !t.selfClosing:
			depth++
		}
	}
	return element{}, nil
}

// readInput reads the body of an invoke (SEMANTICS D12); ok is false if the
// invoke is dropped.
func readInput(text string, e element) (input map[string]any, ok bool) {
	body := space.Trim(e.body(text))
	if body == "" {
		return map[string]any{}, true
	}
	if strings.HasPrefix(body, "{") {
		if object, ok := strictjson.ParseObject(body); ok {
			return inputOf(object)
		}
	}
	var list members
	for tags := e.inner(); ; {
		var found element
		if found, tags = nextElement(parameter, tags); found.tags == nil {
			break
		}
		if name := attributeName(text, found.tags[0]); name != "" {
			list.add(name, readValue(found.body(text)))
		}
	}
	return list.object(), list.single != nil
}

// inputOf finds the input in a JSON body. A body that has content but no
// input never becomes a call without arguments.
func inputOf(object map[string]any) (input map[string]any, ok bool) {
	for _, member := range [...]string{"input", "parameters"} {
		if input, ok = object[member].(map[string]any); ok {
			return input, true
		}
	}
	return object, len(object) == 0
}
