package qwen

import (
	"encoding/json"

	"toolcallharness/reference/strictjson"
)

// typed gives a value the type that its schema asks for (SEMANTICS Q9).
func typed(text string, allowed types) any {
	switch {
	case allowed == none || allowed == aString:
		return text
	case allowed&aString != 0:
		if text == "null" && allowed&aNull != 0 {
			return nil
		}
		allowed &= anObject | anArray
	}
	if value, ok := strictjson.Parse(text); ok && typesOf(value)&allowed != 0 {
		return value
	}
	return text
}

// typesOf says of which types a value of JSON is: a whole number is of two.
func typesOf(value any) types {
	switch value := value.(type) {
	case nil:
		return aNull
	case bool:
		return aBoolean
	case string:
		return aString
	case []any:
		return anArray
	case map[string]any:
		return anObject
	case json.Number:
		if strictjson.Whole(value) {
			return aNumber | anInteger
		}
		return aNumber
	}
	return none
}
