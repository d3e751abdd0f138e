package dsml_test

import "testing"

func TestABlockOfBothStylesIsRejected(t *testing.T) { // D8
	keep(t, []promise{
		stays("D8 end tag", `<tool_calls><invoke name="a"></|DSML|invoke></tool_calls>`),
		stays("D8 parameter", block(inv("<|DSML|parameter name='p'>v</|DSML|parameter>"))),
		stays("D8 a stray end tag", block(inv("")+"</|DSML|parameter>")),
		{"D8 not in quotes", block(`<invoke x="<|DSML|invoke>" name="a"></invoke>`), says(empty)},
		{"D8 not in CDATA", one("<![CDATA[<|DSML|invoke>]]>"), says(calls("a", `{"p":"<|DSML|invoke>"}`))},
		{"D8 not in another block", block(inv("")) + `<|DSML|tool_calls><|DSML|invoke name="a"></|DSML|invoke></|DSML|tool_calls>`, says(empty, empty)},
		{"D8 longer names are no tags", one("<|DSML|parameters>"), says(calls("a", `{"p":"<|DSML|parameters>"}`))},
	})
}

func TestElementsMatchByDepth(t *testing.T) { // D9
	keep(t, []promise{
		{"D9 nested parameter", one("x" + par("y")), says(calls("a", `{"p":"x<parameter name=\"p\">y</parameter>"}`))},
		{"D9 nested parameter that closes itself", one("x<parameter/>y"), says(calls("a", `{"p":"x<parameter/>y"}`))},
		{"D9 no end: what was found stays", block(inv(par("v") + "<parameter name='q'>")), says(calls("a", `{"p":"v"}`))},
		{"D9 no end: the rest is ignored", block(inv(par("v") + "<parameter name='q'>" + par("w"))), says(calls("a", `{"p":"v"}`))},
		{"D9 not direct children", block("<x>" + inv("<y>"+par("v")+"</y>") + "</x>"), says(calls("a", `{"p":"v"}`))},
		{"D9 words are dropped", block("x" + inv("y"+par("v")+"z") + "x"), says(calls("a", `{"p":"v"}`))},
		{"D9 stray end tags", block("</invoke>" + inv("</parameter>"+par("v"))), says(calls("a", `{"p":"v"}`))},
		{"D9 an inner invoke is part of the outer", block(inv(par("v") + `<invoke name="b"></invoke>`)), says(calls("a", `{"p":"v"}`))},
	})
}

func TestOnlyTheAttributeNameCounts(t *testing.T) { // D10
	named := func(attributes string) string { return block("<invoke " + attributes + "></invoke>") }
	keep(t, []promise{
		{"D10 apostrophes", named("name='a'"), says(empty)},
		{"D10 blanks around =", named("name \n= \t'a'"), says(empty)},
		{"D10 case of the key", named("NaMe='a'"), says(empty)},
		{"D10 the last wins", named("name='b' name='a'"), says(empty)},
		stays("D10 the last wins, empty too", named("name='b' name=''")),
		stays("D10 part of a longer key", named("data-name='a' xname='a' x:name='a' name2='a'")),
		{"D10 after another character", named(".name='a'"), says(empty)},
		{"D10 right after a value", named("x='y'name='a'"), says(empty)},
		{"D10 in a string that is no value", named(`"name='a'"`), says(empty)},
		stays("D10 in a value", named(`x="name='a'"`)),
		stays("D10 without quotes", named("name=a")),
		{"D10 a key without a value", named("name name='a'"), says(empty)},
		{"D10 decoded, then trimmed", named("name='&#32;&amp;amp; '"), says(calls("&amp;", `{}`))},
		stays("D10 blank after decoding", named("name='&#32;'")),
		{"D10 slash at the end", block("<invoke name='a'/></invoke>"), says(empty)},
		{"D10 greater-than in it", named("name='>'"), says(calls(">", `{}`))},
	})
}

func TestNamelessThingsAreDropped(t *testing.T) { // D11
	keep(t, []promise{
		{"D11 invoke", block("<invoke></invoke>" + inv("")), says(empty)},
		{"D11 parameter", block(inv("<parameter>x</parameter>" + par("v"))), says(calls("a", `{"p":"v"}`))},
		stays("D11 only such a parameter", block(inv("<parameter name=' '>x</parameter>"))),
	})
}

func TestInvokeBodies(t *testing.T) { // D12
	keep(t, []promise{
		{"D12 empty", block(inv(" \u3000\n")), says(empty)},
		{"D12 input", block(inv(`{"input":{"x":1},"parameters":{"y":2}}`)), says(calls("a", `{"x":1}`))},
		{"D12 parameters", block(inv(`{"input":[],"parameters":{"y":2}}`)), says(calls("a", `{"y":2}`))},
		{"D12 empty object", block(inv(" {} ")), says(empty)},
		stays("D12 neither", block(inv(`{"x":1}`))),
		stays("D12 a list", block(inv(`[]`))),
		stays("D12 not JSON and no parameter", block(inv(`{"input":{}`))),
		{"D12 not JSON, but a parameter", block(inv(`{` + par("v"))), says(calls("a", `{"p":"v"}`))},
		{"D12 no entities", block(inv(`{"input":{"x":"&lt;"}}`)), says(calls("a", `{"x":"&lt;"}`))},
		stays("D12 a JSON body beats a parameter in it", block(inv(`{"x":"<parameter name='p'>v</parameter>"}`))),
		stays("D12 words", block(inv("words"))),
	})
}

func TestEveryParameterNameIsAName(t *testing.T) { // D13
	p := func(name, body string) string { return "<parameter name='" + name + "'>" + body + "</parameter>" }
	keep(t, []promise{
		{"D13 odd names", block(inv(p("__proto__", "1") + p("constructor", "2") + p("1", "3"))), says(calls("a", `{"__proto__":"1","constructor":"2","1":"3"}`))},
		{"D13 case", block(inv(p("x", "1") + p("X", "2"))), says(calls("a", `{"x":"1","X":"2"}`))},
		{"D13 repeated", block(inv(p("x", "1") + p("y", "2") + p("x", "3") + p("x", "4"))), says(calls("a", `{"x":["1","3","4"],"y":"2"}`))},
		{"D13 lists stay elements", block(inv(p("x", "[1]") + p("x", "[2]") + p("x", "3"))), says(calls("a", `{"x":[[1],[2],"3"]}`))},
	})
}

func TestSawToolSyntaxLooksEverywhere(t *testing.T) { // D14
	keep(t, []promise{
		stays("D14 no border", "<tool_callsx"),
		stays("D14 in a fence", "```\n<TOOL_CALLS"),
		stays("D14 dsml style", "<|dsml|tool_calls"),
		stays("D14 in a value of an open capture", "<invoke name='a'>"+par("<tool_calls")),
		stays("D14 invoke is not enough", "<invoke name='a'>"),
		stays("D14 end tag is not enough", "</tool_calls>"),
		stays("D14 after a false start", "<tool_<tool_calls"),
		{"D14 a call is enough", inv("") + "</tool_calls>", says(empty)},
	})
}
