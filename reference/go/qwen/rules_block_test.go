package qwen_test

import (
	"reflect"
	"testing"

	"toolcallharness/reference/qwen"
)

func TestABlockIsFoundWhereverItStands(t *testing.T) { // Q3
	written := "<tool_call>\n<function=f>\n<parameter=p>\nv\n</parameter>\n</function>\n</tool_call>"
	call := calls("f", `{"p":"v"}`)
	keep(t, parser(), []promise{
		{"Q3 as it is written", written, says(call)},
		{"Q3 in prose", "a " + written + " b\n", says("a ", call, " b\n")},
		{"Q3 in a fence", "```xml\n" + written + "\n```", says("```xml\n", call, "\n```")},
		{"Q3 two", written + written, says(call, call)},
		stays("Q3 case of the block", "<Tool_call>"+fun("")+"</tool_call>"),
		stays("Q3 case of the function", block("<FUNCTION=f></function>")),
		stays("Q3 blank in an opener", "<tool_call >"+fun("")+"</tool_call>"),
		stays("Q3 blank in an end tag", "<tool_call>"+fun("")+"</tool_call >"),
		stays("Q3 no opener", fun("")+"</tool_call>"),
		{"Q3 brackets before the opener", "<<tool_<tool_call" + block(fun("")) + ">", says("<<tool_<tool_call", empty, ">")},
		{"Q10 think tags", "<think>" + block(fun("")) + "</think>", says("<think>", empty, "</think>")},
	})
}

func TestAFunctionAndItsParametersMakeACall(t *testing.T) { // Q4
	space := " \t\r\n\v\f\u0085\u00a0\u1680\u2000\u200a\u2028\u2029\u202f\u205f\u3000"
	keep(t, parser(), []promise{
		{"Q4 no arguments", block(fun("")), says(empty)},
		{"Q4 several functions", block(fun("") + space + "<function=g>" + par("v") + "</function>" + fun("")), says(empty, calls("g", `{"p":"v"}`), empty)},
		{"Q4 white space between all tags", block(space + "<function=f>" + space + par("v") + space + "<parameter=q>w</parameter>" + space + "</function>" + space),
			says(calls("f", `{"p":"v","q":"w"}`))},
		stays("Q4 no function", block("")),
		stays("Q4 white space alone", block(space)),
		stays("Q4 U+FEFF is no white space", block("\ufeff"+fun(""))),
		stays("Q4 U+FEFF after a function", block(fun("")+"\ufeff")),
		stays("Q4 U+200B is no white space", block(fun("\u200b"))),
		stays("Q4 U+001F is no white space", block(fun("\x1f"))),
		{"Q4 names are trimmed", block("<function= \u3000f\t></function>"), says(empty)},
		{"Q4 white space in a name", block("<function=a \r b></function>"), says(calls("a \r b", `{}`))},
		{"Q4 brackets and quotes in names", block(`<function=<tool_call"a'=/></function>`), says(calls(`<tool_call"a'=/`, `{}`))},
		{"Q4 a name ends at the first bracket", "<tool_call><function=a>b></function></tool_call>", says("<tool_call><function=a>b></function></tool_call>")},
		{"Q4 keys stay as they are", block("<function=f><parameter= k\u3000\r>v</parameter></function>"), says(calls("f", `{" k　\r":"v"}`))},
		{"Q4 a key of white space", block("<function=f><parameter= >v</parameter></function>"), says(calls("f", `{" ":"v"}`))},
		{"Q4 a key ends at the first bracket", block("<function=f><parameter=a>b>v</parameter></function>"), says(calls("f", `{"a":"b>v"}`))},
		{"Q4 keys that mean something elsewhere", block("<function=constructor><parameter=__proto__>1</parameter><parameter=constructor>2</parameter><parameter=0>3</parameter></function>"),
			says(calls("constructor", `{"__proto__":"1","constructor":"2","0":"3"}`))},
	})
}

func TestOfEqualKeysTheLastCountsInThePlaceOfTheFirst(t *testing.T) { // Q7
	text := block("<function=f><parameter=b>1</parameter><parameter=a>2</parameter><parameter=b>3</parameter><parameter=c>4</parameter></function>")
	keep(t, parser(), []promise{
		{"Q7 values", text, says(calls("f", `{"b":"3","a":"2","c":"4"}`))},
		{"Q7 keys are equal code point by code point", block("<function=f><parameter=k>1</parameter><parameter=K>2</parameter><parameter=k >3</parameter></function>"),
			says(calls("f", `{"k":"1","K":"2","k ":"3"}`))},
		{"Q7 each function has its own", block(fun(par("1")) + fun(par("2"))), says(calls("f", `{"p":"1"}`), calls("f", `{"p":"2"}`))},
	})
	got := qwen.Parse(text, qwen.Options{}).Calls[0].Keys
	if want := []string{"b", "a", "c"}; !reflect.DeepEqual(got, want) {
		t.Errorf("keys %q, want %q", got, want)
	}
}

func TestACaptureIsGivenUpWhereNothingBegins(t *testing.T) { // Q8
	good := block(fun(""))
	keep(t, parser(), []promise{
		{"Q8 words after the opener", "<tool_call> x" + good, says("<tool_call> x", empty)},
		{"Q8 a mention of the opener", "Write `<tool_call>` first. " + good, says("Write `<tool_call>` first. ", empty)},
		{"Q8 an opener after the opener", "<tool_call>\n" + good, says("<tool_call>\n", empty)},
		{"Q8 a parameter after the opener", "<tool_call>" + par("") + good, says("<tool_call>"+par(""), empty)},
		{"Q8 an end tag after the opener", "<tool_call></tool_call>" + good, says("<tool_call></tool_call>", empty)},
		{"Q8 an opener in a function", "<tool_call><function=f> " + good, says("<tool_call><function=f> ", empty)},
		{"Q8 a function in a function", "<tool_call><function=f><function=f></function></tool_call>" + good, says("<tool_call><function=f><function=f></function></tool_call>", empty)},
		{"Q8 words in a function", block(fun("x")) + good, says(block(fun("x")), empty)},
		{"Q5 words between parameters are of the value", block(fun(par("v") + "x" + par("w"))), says(calls("f", `{"p":"v</parameter>x<parameter=p>w"}`))},
		{"Q8 an opener after a function", "<tool_call>" + fun(par("v")) + "\n" + good, says("<tool_call>"+fun(par("v"))+"\n", empty)},
		{"Q8 words after a function", block(fun("")+"x") + good, says(block(fun("")+"x"), empty)},
		{"Q8 a parameter after a function", block(fun("")+par("v")) + good, says(block(fun("")+par("v")), empty)},
		{"Q8 one bad function costs the block", block(fun(par("v"))+"<function=></function>") + good, says(block(fun(par("v"))+"<function=></function>"), empty)},
		stays("Q8 the end tag of the block in a function", "<tool_call><function=f></tool_call>"),
		{"Q8 half a tag, then an opener", "<tool_call><func" + good, says("<tool_call><func", empty)},
		{"Q8 half an end tag, then an opener", "<tool_call>" + fun("") + "</tool_" + good, says("<tool_call>"+fun("")+"</tool_", empty)},
		{"Q8 half an opener, then an opener", "<tool_call><tool_" + good, says("<tool_call><tool_", empty)},
		{"Q8 openers without end", "<tool_call><tool_call><tool_call>" + fun("") + "</tool_call>", says("<tool_call><tool_call>", empty)},
	})
}

func TestATagWithoutANameIsGivenUpAtItsBracket(t *testing.T) { // Q8
	good := block(fun(""))
	keep(t, parser(), []promise{
		{"Q8 empty name", "<tool_call><function=>" + good, says("<tool_call><function=>", empty)},
		{"Q8 blank name", "<tool_call><function= \u3000>" + good, says("<tool_call><function= \u3000>", empty)},
		{"Q8 empty key", "<tool_call><function=f><parameter=>" + good, says("<tool_call><function=f><parameter=>", empty)},
		{"Q8 LF in a name", "<tool_call><function=f\n" + good, says("<tool_call><function=f\n", empty)},
		{"Q8 LF at the end of a name", "<tool_call><function=f\n>" + good, says("<tool_call><function=f\n>", empty)},
		{"Q8 LF in a key", "<tool_call><function=f><parameter=k\nk>" + good, says("<tool_call><function=f><parameter=k\nk>", empty)},
		{"Q8 a name with half an opener and LF", "<tool_call><function=<tool_call\n" + good, says("<tool_call><function=<tool_call\n", empty)},
		stays("Q8 LF in a name without end", "<tool_call><function=f\nx"),
		stays("Q8 the bracket of the next tag ends the name", block("<function=f</function>")),
		{"Q8 CR is no LF", block("<function=\rf\r></function>"), says(empty)},
	})
}

func TestACaptureThatIsOpenAtTheEndIsNotScannedAgain(t *testing.T) { // Q8
	good := block(fun(""))
	whole := block(fun(par("v")))
	for i := 1; i < len(whole); i++ {
		keep(t, parser(), []promise{stays("Q8 cut off", whole[:i])})
	}
	keep(t, parser(), []promise{
		stays("Q8 a block in an open value", "<tool_call><function=f><parameter=p>"+good),
		stays("Q8 a block in an open value, behind a closer", "<tool_call><function=f><parameter=p></parameter>"+good[:len("<tool_call>")]),
		{"Q8 a block before it", good + "<tool_call><function=f>", says(empty, "<tool_call><function=f>")},
		stays("Q3 the start of an opener at the end", "a <tool_cal"),
		stays("Q3 a bracket at the end", "a <"),
	})
}
