package qwen

import (
	"bytes"
	"encoding/json"
)

// Tool is a declared tool. Parameters is a JSON Schema, or any other JSON, or
// nothing.
type Tool struct {
	Name       string
	Parameters json.RawMessage
}

// catalogue knows the types of the parameters of the declared tools. A schema
// is read when the first call of its tool comes, and once.
type catalogue struct {
	declared []Tool
	places   map[string]int              // by name; of two tools with one name the last counts (SEMANTICS Q9)
	known    map[string]map[string]types // by tool and key
}

// parameters gives the types of a tool's parameters by their keys. A tool that
// is not declared has none.
func (c *catalogue) parameters(tool string) map[string]types {
	if c.places == nil {
		c.places, c.known = map[string]int{}, map[string]map[string]types{}
		for i, t := range c.declared {
			c.places[t.Name] = i
		}
	}
	place, declared := c.places[tool]
	if !declared {
		return nil
	}
	found, ok := c.known[tool]
	if !ok {
		found = properties(c.declared[place].Parameters)
		c.known[tool] = found
	}
	return found
}

// properties reads the types of the properties of a schema. Its numbers may
// be such as no double holds.
func properties(schema json.RawMessage) map[string]types {
	decoder := json.NewDecoder(bytes.NewReader(schema))
	decoder.UseNumber()
	var root any
	if decoder.Decode(&root) != nil {
		return nil
	}
	object, _ := root.(map[string]any)
	members, _ := object["properties"].(map[string]any)
	found := make(map[string]types, len(members))
	for key, member := range members {
		found[key] = allowed(member)
	}
	return found
}
