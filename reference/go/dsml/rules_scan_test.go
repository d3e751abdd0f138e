package dsml_test

import (
	"strings"
	"testing"

	"toolcallharness/reference/dsml"
)

func TestFencesHideBlocks(t *testing.T) { // D1
	b := block(inv(""))
	keep(t, []promise{
		{"D1 closed", "```\n" + b + "\n```\n" + b, says("```\n"+b+"\n```\n", empty)},
		stays("D1 unclosed", "~~~\n"+b),
		stays("D1 the whole line is text", "``` "+b),
		{"D1 two are no fence", "``\n" + b, says("``\n", empty)},
		{"D1 indented", " \t```\n" + b + "\n \t```\n" + b, says(" \t```\n"+b+"\n \t```\n", empty)},
		{"D1 not at the start of the line", "x ```\n" + b, says("x ```\n", empty)},
		stays("D1 other character does not close", "```\n~~~\n"+b),
		stays("D1 shorter does not close", "`````\n````\n"+b),
		{"D1 longer closes", "```\n`````\n" + b, says("```\n`````\n", empty)},
		stays("D1 words after a run do not close", "```\n``` x\n"+b),
		{"D1 CR and TAB after a run close", "```\n```\t\r \n" + b, says("```\n```\t\r \n", empty)},
		stays("D1 nothing after the run on the closing line", "```\n``` "+b),
		stays("D1 mixed run is short", "``~\n```\n"+b),
		stays("D1 a run of three then of others opens", "```~~~\n"+b),
		{"D1 CR ends no line", "x\r```\n" + b, says("x\r```\n", empty)},
		{"D1 a block before a run on its line", b + "```\n" + b, says(empty, "```\n", empty)},
		{"D1 a fence inside a value", one("```\n") + b, says(calls("a", `{"p":"`+"```"+`"}`), empty)},
		{"D1 a run inside a rejected block opens nothing", "<tool_calls>\n```\n</tool_calls>" + b, says("<tool_calls>\n```\n</tool_calls>", empty)},
		stays("D1 a run where a bare capture ends opens", "<invoke name='a'>\n```\n"+b),
		{"D1 but not after the invoke on its line", "<invoke name='a'> ```\n" + b, says("<invoke name='a'> ```\n", empty)},
		{"D1 empty line inside", "```\n\n```\n" + b, says("```\n\n```\n", empty)},
		{"D1 a new fence after the end of one", "```\n```\n```\n```\n" + b, says("```\n```\n```\n```\n", empty)},
	})
}

func TestOpenersNeedABorder(t *testing.T) { // D2
	keep(t, []promise{
		stays("D2 longer name", "<tool_calls_x>"+inv("")),
		{"D2 slash", "<tool_calls/>" + inv("") + "</tool_calls>", says(empty)},
		{"D2 CDATA in prose hides nothing", "<![CDATA[" + block(inv("")) + "]]>", says("<![CDATA[", empty, "]]>")},
		{"D2 a comment in prose hides nothing", "<!--" + block(inv("")) + "-->", says("<!--", empty, "-->")},
		{"D2 a false start before it", "<tool_<tool_calls>" + inv("") + "</tool_calls>", says("<tool_", empty)},
		stays("D2 other spelling", "< tool_calls>"),
		stays("D2 half of the style", "<DSML|tool_calls>"),
	})
}

func TestDepthFindsTheEndOfABlock(t *testing.T) { // D3
	keep(t, []promise{
		{"D3 a mention does not lose the block", "<tool_calls> is a tag. " + block(inv("")), says("<tool_calls> is a tag. ", empty)},
		{"D3 nested wrapper", block(inv("<tool_calls></tool_calls>" + par("v"))), says(calls("a", `{"p":"v"}`))},
		{"D3 nested wrapper that closes itself", block(inv("<tool_calls/>" + par("v"))), says(calls("a", `{"p":"v"}`))},
		{"D3 invoke end tags do not go below 0", block("</invoke></invoke>" + inv("")), says(empty)},
		{"D3 an invoke that closes itself adds depth at 0", block(`<invoke name="a"/></invoke>`), says(empty)},
		stays("D3 and needs an end tag", block(`<invoke name="a"/>`)),
		{"D3 the wrapper may end inside an invoke", block(inv("")+`<invoke name="b">`) + "x", says(empty, "x")},
		stays("D3 the depth of a nested wrapper holds the block open", "<tool_calls>"+`<invoke name="a"><tool_calls></tool_calls></invoke>`),
		{"D3 restart ends what was captured", "<tool_calls>" + inv("") + block(inv("")), says("<tool_calls>"+inv(""), empty)},
	})
}

func TestOpaqueSectionsHideTags(t *testing.T) { // D4
	keep(t, []promise{
		{"D4 CDATA", one("<![cdata[</tool_calls>]]>"), says(calls("a", `{"p":"</tool_calls>"}`))},
		{"D4 comment", block("<!--</tool_calls>-->" + inv("")), says(empty)},
		stays("D4 a comment needs its own end", "<tool_calls><!-->"+inv("")+"</tool_calls>"),
		{"D4 the shortest comment", "<tool_calls><!---->" + inv("") + "</tool_calls>", says(empty)},
		{"D4 many brackets", one("<![CDATA[]]]]>"), says(calls("a", `{"p":"]]"}`))},
		stays("D4 unterminated", "<tool_calls><![CDATA["+inv("")+"</tool_calls>"),
		{"D4 not quite CDATA", block("<![CDATA" + inv("")), says(empty)},
	})
}

func TestTagsEndAtTheFirstBracketOutsideQuotes(t *testing.T) { // D5
	keep(t, []promise{
		{"D5 quoted brackets", block(`<invoke x='>' y=">" name="a"></invoke x=">">`), says(empty)},
		{"D5 an apostrophe opens a quote anywhere", block(`<invoke '>' name="a"></invoke>`), says(empty)},
		{"D5 blank in an end tag", block(`<invoke name="a"></invoke >`), says(empty)},
		{"D5 slash in an end tag", block(`<invoke name="a"></invoke/>`), says(empty)},
		stays("D5 unfinished", `<tool_calls><invoke name="a"></invoke></tool_calls "`),
		stays("D5 an open quote swallows the rest", `<tool_calls "><invoke name="a"></invoke></tool_calls>`),
	})
}

func TestABlockWithoutACallIsText(t *testing.T) { // D6
	keep(t, []promise{
		stays("D6 empty", block("")),
		{"D6 scanning goes on after it", block("") + block(inv("")), says(block(""), empty)},
		stays("D6 open", "<tool_calls>"+inv("")),
	})
}

func TestAMissingOpenerIsRepaired(t *testing.T) { // D7
	bare := inv("") + "</tool_calls>"
	long := func(n int) string { return `<invoke name="a"` + strings.Repeat(" ", n-17) + ">" }
	keep(t, []promise{
		{"D7 one", "x" + bare + "y", says("x", empty, "y")},
		{"D7 two", inv("") + inv("") + "</tool_calls>", says(empty, empty)},
		stays("D7 in a fence", "```\n"+bare),
		stays("D7 without an end", inv("")),
		stays("D7a words after the invoke", `<invoke name="a">x</invoke></tool_calls>`),
		stays("D7a another invoke after the invoke", `<invoke name="a"><invoke name="b">`+"</tool_calls>"),
		{"D7a blanks after the invoke", inv("\r\n\t "+par("v")) + "</tool_calls>", says(calls("a", `{"p":"v"}`))},
		stays("D7a no-break space after the invoke", inv("\u00a0"+par("v"))+"</tool_calls>"),
		stays("D7a comment after the invoke", inv("<!---->"+par("v"))+"</tool_calls>"),
		stays("D7a longer name after the invoke", inv("<parameters>")+"</tool_calls>"),
		{"D7a JSON after the invoke", inv(`{"input":{"p":1}}`) + "</tool_calls>", says(calls("a", `{"p":1}`))},
		{"D7a only after the first of nested ones", `<invoke name="a">` + par("v") + `<invoke name="b">x</invoke></invoke></tool_calls>`, says(calls("a", `{"p":"v"}`))},
		{"D7a an invoke that closes itself is open", `<invoke name="a"/></invoke></tool_calls>`, says(empty)},
		stays("D7b words between", inv("")+"x</tool_calls>"),
		{"D7b the next one may be whole", inv("") + "x" + bare, says(inv("")+"x", empty)},
		{"D7b comment between", inv("") + "<!-- x -->" + bare, says(empty, empty)},
		stays("D7b CDATA between", inv("")+"<![CDATA[]]></tool_calls>"),
		stays("D7b invoke end tag between", inv("")+"</invoke></tool_calls>"),
		stays("D7b parameter between", inv("")+par("v")+"</tool_calls>"),
		{"D7c bracket in the tag", "<invoke <invoke name='a'></invoke></tool_calls>", says("<invoke ", empty)},
		{"D7c quoted bracket in the tag", "<invoke x='<' name='a'></invoke></tool_calls>", says(empty)},
		{"D7c 4096 code points", long(4096) + "</invoke></tool_calls>", says(empty)},
		stays("D7c 4097 code points", long(4097)+"</invoke></tool_calls>"),
		{"D7c code points are no bytes", `<invoke name="a" x="` + strings.Repeat("é", 4096-22) + `"></invoke></tool_calls>`, says(empty)},
		{"D7c scanned again after its bracket", `<invoke "` + block(inv("")) + strings.Repeat("x", 4096), says(`<invoke "`, empty, strings.Repeat("x", 4096))},
		stays("D7c a fence is seen in the second scan", "<invoke \"\n```\n"+strings.Repeat("x", 4096)+block(inv(""))),
		stays("D7c not long enough to be given up", `<invoke "`+block(inv(""))+strings.Repeat("x", 4000)),
		{"D7 a wrapper makes it an ordinary capture", inv("") + block("x"+inv("")), says(inv(""), empty)},
		{"D7 a nested wrapper does not", `<invoke name="a">` + par("v") + "<tool_calls></tool_calls></invoke></tool_calls>", says(calls("a", `{"p":"v"}`))},
		{"D7 dsml style", `<|DSML|invoke name="a"></|DSML|invoke></|DSML|tool_calls>`, says(empty)},
	})
}

func TestUnderPolicyTextABareInvokeIsText(t *testing.T) { // D7
	bare := inv("") + "</tool_calls>"
	keepUnder(t, dsml.Text, []promise{
		stays("D7 text", bare),
		{"D7 text, then a block", bare + block(inv("")), says(bare, empty)},
	})
}
