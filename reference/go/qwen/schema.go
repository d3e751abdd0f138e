package qwen

// types is a set of the types of JSON Schema.
type types uint8

const (
	aNull types = 1 << iota
	aBoolean
	anInteger
	aNumber
	aString
	anArray
	anObject

	none types = 0
)

// typeNames holds the types by their names in a schema. Another name is no type.
var typeNames = map[string]types{
	"null": aNull, "boolean": aBoolean, "integer": anInteger, "number": aNumber,
	"string": aString, "array": anArray, "object": anObject,
}

// allowed finds the types of a schema (SEMANTICS Q9). A schema may be any
// JSON; what is not what it should be gives nothing. The depth is that of the
// JSON text, which encoding/json limits to 10,000. Of a number that a schema
// lists it does not matter here whether it is whole, as integers are numbers.
func allowed(schema any) types {
	object, ok := schema.(map[string]any)
	if !ok {
		return none
	}
	found := named(object["type"])
	for _, key := range [...]string{"anyOf", "oneOf"} {
		for _, member := range list(object[key]) {
			found |= allowed(member)
		}
	}
	if found == none {
		for _, member := range list(object["enum"]) {
			found |= typesOf(member)
		}
		if member, ok := object["const"]; ok {
			found |= typesOf(member)
		}
	}
	if found != none && object["nullable"] == true {
		found |= aNull
	}
	return found
}

// named reads the member type: a name, or a list of names.
func named(member any) types {
	if name, ok := member.(string); ok {
		return typeNames[name]
	}
	found := none
	for _, item := range list(member) {
		if name, ok := item.(string); ok {
			found |= typeNames[name]
		}
	}
	return found
}

func list(member any) []any {
	items, _ := member.([]any)
	return items
}
