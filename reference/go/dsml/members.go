package dsml

// members collects named values. A name that occurs once keeps its value, one
// that occurs again gets the list of its values (SEMANTICS D13, V4). Lists
// that come from repetition are kept apart until the end, so that they are
// not taken for a value that is a list itself.
type members struct {
	single map[string]any
	lists  map[string]*[]any
}

func (m *members) add(name string, value any) {
	if m.single == nil {
		m.single = map[string]any{}
	}
	if list := m.lists[name]; list != nil {
		*list = append(*list, value)
		return
	}
	first, again := m.single[name]
	if !again {
		m.single[name] = value
		return
	}
	if m.lists == nil {
		m.lists = map[string]*[]any{}
	}
	m.lists[name] = &[]any{first, value}
}

// object is the collected members; nothing may be added after it.
func (m *members) object() map[string]any {
	for name, list := range m.lists {
		m.single[name] = *list
	}
	return m.single
}
