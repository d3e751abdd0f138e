package qwen_test

import (
	"encoding/json"
	"strings"
	"testing"

	"toolcallharness/reference/qwen"
)

func TestTheTypesOfASchema(t *testing.T) { // Q9
	deep := func(n int) string {
		return strings.Repeat(`{"anyOf":[`, n) + `{"type":"integer"}` + strings.Repeat(`]}`, n)
	}
	keepTypes(t, []typed{
		{`{"anyOf":[{"type":"integer"},{"type":"boolean"}]}`, "true", "true"},
		{`{"oneOf":[{"type":"integer"},{"oneOf":[{"anyOf":[{"type":"null"}]}]}]}`, "null", "null"},
		{`{"anyOf":[{"type":"integer"},{"type":"string"}]}`, "3", ""},
		{`{"type":"integer","anyOf":[{"type":"boolean"}],"oneOf":[{"type":"null"}]}`, "3", "3"},
		{`{"type":"integer","anyOf":[{"type":"boolean"}],"oneOf":[{"type":"null"}]}`, "true", "true"},
		{`{"type":"integer","anyOf":[{"type":"boolean"}],"oneOf":[{"type":"null"}]}`, "null", "null"},
		{`{"enum":[1,2]}`, "3.5", "3.5"},
		{`{"enum":["on",null]}`, "null", "null"},
		{`{"enum":["on","off"]}`, "1", ""},
		{`{"enum":[true]}`, "false", "false"},
		{`{"enum":[[]]}`, "[1]", "[1]"},
		{`{"enum":[1e400,{}]}`, "{}", "{}"},
		{`{"const":null}`, "null", "null"},
		{`{"const":{}}`, `{"a":1}`, `{"a":1}`},
		{`{"enum":["a"],"const":1}`, "1", ""},
		{`{"enum":[true],"const":1}`, "1", "1"},
		{`{"type":"boolean","enum":[1]}`, "1", ""},
		{`{"anyOf":[{"enum":[1]},{"type":"boolean"}]}`, "1", "1"},
		{`{"anyOf":[true],"enum":[1]}`, "1", "1"},
		{`{"type":"integer","nullable":true}`, "null", "null"},
		{`{"enum":[1],"nullable":true}`, "null", "null"},
		{`{"anyOf":[{"type":"integer","nullable":true}]}`, "null", "null"},
		{`{"type":"string","nullable":true}`, "null", "null"},
		{`{"nullable":true}`, "null", ""},
		{`{"type":"integer","nullable":"true"}`, "null", ""},
		{`{"type":"integer","nullable":1}`, "null", ""},
		{`{"type":"int"}`, "1", ""},
		{`{"type":"Integer"}`, "1", ""},
		{`{"type":["int","null"]}`, "null", "null"},
		{`{"type":["int","null"]}`, "1", ""},
		{`{"$ref":"#/x","allOf":[{"type":"integer"}],"not":{"type":"integer"}}`, "1", ""},
		{`true`, "1", ""},
		{`false`, "1", ""},
		{`null`, "null", ""},
		{`"integer"`, "1", ""},
		{`["integer"]`, "1", ""},
		{`{"type":{"type":"integer"}}`, "1", ""},
		{`{"type":[["integer"],{},null,1]}`, "1", ""},
		{`{"anyOf":{"type":"integer"}}`, "1", ""},
		{`{"anyOf":"integer","oneOf":[1,"integer",null,[]]}`, "1", ""},
		{`{"enum":1}`, "1", ""},
		{`{"enum":{"a":1}}`, "1", ""},
		{`{"Type":"integer"}`, "1", ""},
		{deep(3000), "1", "1"},
		{deep(1_000_000), "1", ""}, // no JSON of encoding/json's, which goes 10,000 deep
	})
}

func TestASchemaMayBeAnything(t *testing.T) { // Q9
	for _, schema := range []string{
		"", "null", "true", "1", `"x"`, "[]", "{}", `{"properties":null}`, `{"properties":[{"p":{"type":"integer"}}]}`,
		`{"properties":"p"}`, `{"Properties":{"p":{"type":"integer"}}}`, `{"p":{"type":"integer"}}`, `{"properties":{"P":{"type":"integer"}}}`,
		`{"properties":{"p":{"type":"integer"}`,
	} {
		p := parser(qwen.Tool{Name: "f", Parameters: json.RawMessage(schema)})
		keep(t, p, []promise{{"Q9 " + schema, one("1"), says(calls("f", `{"p":"1"}`))}})
	}
}

func TestAValueIsTypedByTheToolOfItsName(t *testing.T) { // Q9
	integer, boolean := tool(`{"type":"integer"}`), tool(`{"type":"boolean"}`)
	other := integer
	other.Name = "F"
	text := one("1")
	number, word := says(calls("f", `{"p":1}`)), says(calls("f", `{"p":"1"}`))
	keep(t, parser(boolean, integer), []promise{{"Q9 the last of two", text, number}})
	keep(t, parser(integer, boolean), []promise{{"Q9 the last of two", text, word}})
	keep(t, parser(integer, qwen.Tool{Name: "f"}), []promise{{"Q9 the last of two, without a schema", text, word}})
	keep(t, parser(other), []promise{{"Q9 names are case-sensitive", text, word}})
	keep(t, parser(integer), []promise{
		{"Q9 the name is trimmed first", block("<function= f ><parameter=p>1</parameter></function>"), number},
		{"Q9 the last of equal keys is typed", block(fun(par("1") + par("x"))), says(calls("f", `{"p":"x"}`))},
		{"Q9 an undeclared key", block("<function=f><parameter=q>1</parameter></function>"), says(calls("f", `{"q":"1"}`))},
		{"Q9 an undeclared tool", block("<function=g><parameter=p>1</parameter></function>"), says(calls("g", `{"p":"1"}`))},
		{"Q9 twice", text + text, append(number, number...)},
	})
}

func TestToolsNeverChangeWhatIsACall(t *testing.T) { // C7
	keep(t, parser(qwen.Tool{Name: "g"}), []promise{{"C7 not declared", block(fun("")), says(empty)}})
}
