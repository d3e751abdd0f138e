package qwen_test

import (
	"strings"
	"testing"
)

func TestAValueEndsBeforeTheNextTag(t *testing.T) { // Q5
	keep(t, parser(), []promise{
		value("Q5 closers of all kinds", "</tool_call></function> </tool_call>", "</tool_call></function> </tool_call>"),
		value("Q5 openers of all kinds", "<tool_call><function=g><parameter=q>", "<tool_call><function=g><parameter=q>"),
		value("Q5 its own closer", "a</parameter>b", "a</parameter>b"),
		value("Q5 its own closers", "</parameter></parameter>\n</parameter>", "</parameter></parameter>\n</parameter>"),
		value("Q5 its closer, white space and words", "a</parameter>\u0085\u3000 x", "a</parameter>\u0085\u3000 x"),
		value("Q5 its closer before U+FEFF", "a</parameter>\ufeff</function>b", "a</parameter>\ufeff</function>b"),
		value("Q5 its closer before other tags", "</parameter> </tool_call></parameter><function=f></parameter> </Function>", "</parameter> </tool_call></parameter><function=f></parameter> </Function>"),
		value("Q5 half tags behind its closer", "</parameter> <param</parameter>\n</func</parameter> <", "</parameter> <param</parameter>\n</func</parameter> <"),
		value("Q5 half a closer before the closer", "</parameter</param", "</parameter</param"),
		{"Q5 the first that is followed so", one("a</parameter> <parameter=q>b"), says(calls("f", `{"p":"a","q":"b"}`))},
		{"Q5 white space of all kinds", block("<function=f><parameter=p>v</parameter>\v\u2028\u3000</function>"), says(calls("f", `{"p":"v"}`))},
	})
	good := block(fun(""))
	keep(t, parser(), []promise{
		{"Q5 the next tag need not be well formed", "<tool_call><function=f><parameter=p>v</parameter><parameter=>w</parameter></function>" + good,
			says("<tool_call><function=f><parameter=p>v</parameter><parameter=>w</parameter></function>", empty)},
		{"Q5 nor hold a name without LF", "<tool_call><function=f><parameter=p>v</parameter><parameter=\n" + good,
			says("<tool_call><function=f><parameter=p>v</parameter><parameter=\n", empty)},
		{"Q5 what follows the function does not matter", "<tool_call><function=f><parameter=p>v</parameter></function>x" + good,
			says("<tool_call><function=f><parameter=p>v</parameter></function>x", empty)},
	})
}

func TestOneLineFeedAtEitherEndIsFraming(t *testing.T) { // Q6
	keep(t, parser(), []promise{
		value("Q6 none", "v", "v"),
		value("Q6 both", "\nv\n", "v"),
		value("Q6 first", "\nv", "v"),
		value("Q6 last", "v\n", "v"),
		value("Q6 nothing", "", ""),
		value("Q6 one alone", "\n", ""),
		value("Q6 two alone", "\n\n", ""),
		value("Q6 three alone", "\n\n\n", "\n"),
		value("Q6 further ones stay", "\n\n\nv\n\n", "\n\nv\n"),
		value("Q6 CR stays", "\r\nv\r\n", "\r\nv\r"),
		value("Q6 blanks stay", "\n v\t\n", " v\t"),
		value("Q6 a blank before the LF", " \nv\n ", " \nv\n "),
		value("Q6 nothing is decoded", "\n&lt;&#65;<![CDATA[x]]>\\n\n", "&lt;&#65;<![CDATA[x]]>\\n"),
		value("Q6 beyond Latin-1", "\n名\u0085😀\n", "名\u0085😀"),
	})
}

func TestNoTypeLeavesTheText(t *testing.T) { // Q9
	for _, text := range []string{"1", "null", "true", `{"a":1}`, "[1]", `"q"`} {
		keep(t, parser(), []promise{value("Q9 no tool", text, text)})
		keep(t, parser(tool(`{}`)), []promise{value("Q9 no type", text, text)})
		keep(t, parser(tool(`{"type":"string"}`)), []promise{value("Q9 string", text, text)})
	}
}

// typed says what a text becomes under a schema, as JSON text; "" if it stays.
type typed struct{ schema, text, want string }

func keepTypes(t *testing.T, list []typed) {
	t.Helper()
	for _, c := range list {
		want := c.want
		if want == "" {
			want = strings.TrimSpace(show(c.text))
		}
		keep(t, parser(tool(c.schema)), []promise{
			{"Q9 " + c.schema, one("\n" + c.text + "\n"), says(calls("f", `{"p":`+want+`}`))},
		})
	}
}

func TestJSONOfATypeIsItsValue(t *testing.T) { // Q9
	keepTypes(t, []typed{
		{`{"type":"integer"}`, "3", "3"},
		{`{"type":"integer"}`, "3.0", "3"},
		{`{"type":"integer"}`, "1e2", "100"},
		{`{"type":"integer"}`, "-0", "0"},
		{`{"type":"integer"}`, " \t\r3 \n", "3"},
		{`{"type":"integer"}`, "12345678901234567890", "12345678901234567890"},
		{`{"type":"integer"}`, "1.0000000000000000000001", "1"},
		{`{"type":"integer"}`, "3.5", ""},
		{`{"type":"integer"}`, "1e400", ""},
		{`{"type":"integer"}`, "007", ""},
		{`{"type":"integer"}`, "+5", ""},
		{`{"type":"integer"}`, "1_000", ""},
		{`{"type":"integer"}`, "５", ""},
		{`{"type":"integer"}`, "\u00a03", ""},
		{`{"type":"integer"}`, "3\v", ""},
		{`{"type":"integer"}`, "\ufeff3", ""},
		{`{"type":"integer"}`, "", ""},
		{`{"type":"integer"}`, `"3"`, ""},
		{`{"type":"integer"}`, "true", ""},
		{`{"type":"integer"}`, "null", ""},
		{`{"type":"number"}`, "3.5", "3.5"},
		{`{"type":"number"}`, "3", "3"},
		{`{"type":"number"}`, "NaN", ""},
		{`{"type":"boolean"}`, "true", "true"},
		{`{"type":"boolean"}`, " false ", "false"},
		{`{"type":"boolean"}`, "True", ""},
		{`{"type":"boolean"}`, "1", ""},
		{`{"type":"null"}`, "null", "null"},
		{`{"type":"null"}`, " null", "null"},
		{`{"type":"null"}`, "None", ""},
		{`{"type":"object"}`, ` {"a":[1,null],"a":"\ud83d\ude00"} `, `{"a":"😀"}`},
		{`{"type":"object"}`, `{"a":1,}`, ""},
		{`{"type":"object"}`, `{"a":"\ud800"}`, ""},
		{`{"type":"object"}`, "[]", ""},
		{`{"type":"array"}`, "[1,{}]", "[1,{}]"},
		{`{"type":"array"}`, "{}", ""},
		{`{"type":"array"}`, "['a']", ""},
		{`{"type":"array"}`, strings.Repeat("[", 257) + strings.Repeat("]", 257), ""},
		{`{"type":["object","array"]}`, "1", ""},
		{`{"type":["integer","boolean"]}`, "true", "true"},
		{`{"type":["integer","boolean"]}`, "1.5", ""},
	})
}

func TestAStringAmongOtherTypesComesFirst(t *testing.T) { // Q9
	keepTypes(t, []typed{
		{`{"type":["string","null"]}`, "null", "null"},
		{`{"type":["null","string"]}`, "null", "null"},
		{`{"type":["string","null"]}`, " null", ""},
		{`{"type":["string","null"]}`, "NULL", ""},
		{`{"type":["string","integer"]}`, "123", ""},
		{`{"type":["string","integer"]}`, "null", ""},
		{`{"type":["string","boolean","number"]}`, "true", ""},
		{`{"type":["string","object"]}`, ` {"a":1}`, `{"a":1}`},
		{`{"type":["string","object"]}`, "[]", ""},
		{`{"type":["string","object"]}`, "{", ""},
		{`{"type":["string","array"]}`, "[1]", "[1]"},
		{`{"type":["string","array"]}`, "{}", ""},
		{`{"type":["string","array","object"]}`, "{}", "{}"},
		{`{"type":["string","array","null"]}`, `"q"`, ""},
	})
}
