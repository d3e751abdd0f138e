package kit

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

func TestHelloSaysWhatTheAdapterIs(t *testing.T) {
	got := ask(t, fakeInfo, `{"seq":0,"op":"hello","protocol":1,"later":[]}`)[0]
	want := `{"seq":0,"protocol":1,"name":"fake","language":"go","dialects":["d"],"modes":["batch","stream"],"cuts":"any","settable":["mode"]}`
	if got != want {
		t.Errorf("got %s", got)
	}
}

func TestTextIsCutAtCodePoints(t *testing.T) {
	wantStreams(t, `"text":"aé😀b","chunkings":[[1,1,3],[],[2,3,9]],"detail":"full"`,
		`[{"feeds":[[],[],[],[]],"finish":[{"text":"aé😀b"}],"saw_tool_syntax":false},`+
			`{"feeds":[[]],"finish":[{"text":"aé😀b"}],"saw_tool_syntax":false},`+
			`{"feeds":[[],[],[],[]],"finish":[{"text":"aé😀b"}],"saw_tool_syntax":false}]`)
	p := play{text: "aé😀b", cuts: cuts{1, 1, 3}}
	for n, want := range []string{"a", "", "é😀", "b"} {
		p.next = n
		got := p.chunk()
		if got != want {
			t.Errorf("chunk %d is %q", n, got)
		}
		p.from += len(got)
	}
}

func TestFullDetailKeepsEveryChunkApart(t *testing.T) {
	wantStreams(t, `"text":"a\nb\nc","chunkings":[[1,3],[1,3]],"detail":"full"`,
		`[{"feeds":[[],[{"text":"a"}],[{"text":"b"}]],"finish":[{"text":"c"}],"saw_tool_syntax":false},`+
			`{"feeds":[[],[{"text":"a"}],[{"text":"b"}]],"finish":[{"text":"c"}],"saw_tool_syntax":false}]`)
}

func TestFoldingJoinsTextAndReasoningAndDeltas(t *testing.T) {
	wantStreams(t, `"text":"a\nb\nreasoning\nc","chunkings":[[]]`,
		`[{"events":[{"text":"ab"},{"reasoning":"why so"},{"text":"c"}],"saw_tool_syntax":false}]`)
	wantStreams(t, `"text":"deltas","chunkings":[[]]`,
		`[{"events":[{"call":{"name":"f","input":{"a":1}}},{"text":"x"},{"call":{"name":"g","arguments_raw":"{]"}},`+
			`{"text":"yz"},{"call":{"name":"h","input":{}}}],"saw_tool_syntax":false}]`)
}

func TestEqualEntriesAreReferences(t *testing.T) {
	wantStreams(t, `"text":"a","chunkings":[[],[1],[0,0]]`,
		`[{"events":[{"text":"a"}],"saw_tool_syntax":false},{"same_as":0},{"same_as":0}]`)
	// 1 is 1.0 and the order of members is nothing.
	wantStreams(t, `"text":"number by chunks","chunkings":[[],[1]]`,
		`[{"events":[{"call":{"name":"f","input":{"a":1,"b":[1e2]}}}],"saw_tool_syntax":false},{"same_as":0}]`)
	// But true is not 1.
	wantStreams(t, `"text":"type by chunks","chunkings":[[],[1],[2]]`,
		`[{"events":[{"call":{"name":"f","input":{"a":true}}}],"saw_tool_syntax":false},`+
			`{"events":[{"call":{"name":"f","input":{"a":1}}}],"saw_tool_syntax":false},{"same_as":1}]`)
}

func TestErrorsAreEqualByKindAndMessage(t *testing.T) {
	wantStreams(t, `"text":"a\nerror\nb","chunkings":[[2],[2,3,4]]`,
		`[{"error":{"kind":"exception","message":"an error"},"feed":1},{"same_as":0}]`)
}

func TestEveryFailureHasItsKind(t *testing.T) {
	for order, want := range map[string]string{
		"panic": "exception", "error": "exception", "declared": "declared",
		"NaN": "value", "func": "value", "invalid": "value", "circle": "value",
	} {
		result := askCase(t, fmt.Sprintf(`"text":"%s\n","chunkings":[[]],"batch":true`, order))
		var streams []struct {
			Error struct{ Kind, Message, Trace string }
		}
		var batch struct {
			Error struct{ Kind, Message, Trace string }
		}
		if json.Unmarshal(result["streams"], &streams) != nil || json.Unmarshal(result["batch"], &batch) != nil {
			t.Fatalf("%s: %s", order, result)
		}
		for _, got := range []struct{ Kind, Message, Trace string }{streams[0].Error, batch.Error} {
			if got.Kind != want || got.Message == "" || (order == "panic") != strings.Contains(got.Trace, "obey") {
				t.Errorf("%s: %+v", order, got)
			}
		}
	}
}

func TestAPanicDoesNotEndTheAdapter(t *testing.T) {
	run := `{"seq":%d,"op":"run","dialect":"d","cases":[{"id":"c","text":%q,"chunkings":[[]]}]}`
	got := ask(t, fakeInfo, fmt.Sprintf(run, 0, "panic"), fmt.Sprintf(run, 1, "a"))
	if got[1] != `{"seq":1,"results":[{"id":"c","streams":[{"events":[{"text":"a"}],"saw_tool_syntax":false}]}]}` {
		t.Errorf("got %s", got[1])
	}
}

func TestValuesGoOutAsTheyAre(t *testing.T) {
	call := `{"name":"f","input":{"a":[true,"<&>` + "\u2028" + `\"\\\n\u0001",1.50,2.5,3,["s"]],"z":null}}`
	if got := string(askCase(t, `"text":"values\n","batch":true`)["batch"]); got != `{"calls":[`+call+`],"text":""}` {
		t.Errorf("got %s", got)
	}
	wantStreams(t, `"text":"values","chunkings":[[]]`, `[{"events":[{"call":`+call+`}],"saw_tool_syntax":false}]`)
}

func TestEveryChunkingHasAFreshParserUnlessItIsReused(t *testing.T) {
	first := `{"events":[{"text":"stream 1 of its parser"}],"saw_tool_syntax":false}`
	second := strings.Replace(first, "1", "2", 1)
	third := strings.Replace(first, "1", "3", 1)
	wantStreams(t, `"text":"who","chunkings":[[],[1]]`, `[`+first+`,{"same_as":0}]`)
	wantStreams(t, `"text":"who","chunkings":[[],[1]],"reuse":true`, `[`+first+`,`+second+`]`)
	wantStreams(t, `"text":"who","chunkings":[[1],[1]],"reuse":true,"abandon_after":1`, `[`+second+`,`+third+`]`)
}

func TestInterleavedStreamsAreFedInTurn(t *testing.T) {
	no := `{"events":[{"text":"current false"}],"saw_tool_syntax":false}`
	yes := strings.Replace(no, "false", "true", 1)
	wantStreams(t, `"text":"last","chunkings":[[],[]],"reuse":true`, `[`+yes+`,{"same_as":0}]`)
	wantStreams(t, `"text":"last","chunkings":[[],[]],"reuse":true,"interleave":true`, `[`+no+`,`+yes+`]`)
}

func TestASecondFinishIsReported(t *testing.T) {
	wantStreams(t, `"text":"a","chunkings":[[],[1]],"finish_twice":true`,
		`[{"events":[{"text":"a"}],"saw_tool_syntax":false,"second_finish":[{"text":"again"}]},{"same_as":0}]`)
}

func TestASecondFinishThatSaysNothingIsFolded(t *testing.T) {
	wantStreams(t, `"text":"quiet","chunkings":[[],[1]],"finish_twice":true`,
		`[{"events":[{"text":"quiet"}],"saw_tool_syntax":false,"second_finish":[]},{"same_as":0}]`)
}

func TestStreamsWithAnotherSecondFinishAreNotTheSame(t *testing.T) {
	first := `{"events":[{"text":"chunks again"}],"saw_tool_syntax":false,"second_finish":[]}`
	wantStreams(t, `"text":"chunks again","chunkings":[[],[1],[2]],"finish_twice":true`,
		`[`+first+`,`+strings.Replace(first, "[]", `[{"text":"x"}]`, 1)+`,{"same_as":1}]`)
}

func TestWhatIsWrongWithASecondFinishLeavesTheResultAlone(t *testing.T) {
	for order, fault := range map[string]string{
		"panic again": `{"kind":"exception","message":"finished before"}`,
		"error again": `{"kind":"exception","message":"finished before"}`,
		"value again": `{"kind":"value","message":"a string is not UTF-8: \"\\xff\""}`,
	} {
		wantStreams(t, `"text":"`+order+`","chunkings":[[],[1]],"finish_twice":true`,
			`[{"events":[{"text":"`+order+`"}],"saw_tool_syntax":false,"second_error":`+fault+`},{"same_as":0}]`)
	}
}

func TestWhatAStreamStatesOfItsCallsAtItsEndIsTold(t *testing.T) {
	for order, calls := range map[string]string{
		"state nothing": `[]`,
		"state f":       `[{"name":"f","input":{"x":1}}]`,
	} {
		wantStreams(t, `"text":"`+order+`","chunkings":[[],[1]]`,
			`[{"events":[{"text":"`+order+`"}],"saw_tool_syntax":false,"calls":`+calls+`},{"same_as":0}]`)
	}
}

func TestStreamsThatStateOtherCallsAreNotTheSame(t *testing.T) {
	first := `{"events":[{"text":"state f by chunks"}],"saw_tool_syntax":false,"calls":[{"name":"f","input":{"x":1.0}}]}`
	wantStreams(t, `"text":"state f by chunks","chunkings":[[],[1],[1,2]]`,
		`[`+first+`,{"same_as":0},`+strings.Replace(first, "1.0", `"1"`, 1)+`]`)
}

func TestWhatIsWrongWithStatedCallsIsWrongWithTheStream(t *testing.T) {
	for order, kind := range map[string]string{"state NaN": "value", "state panic": "exception"} {
		got := string(askCase(t, `"text":"`+order+`","chunkings":[[]]`)["streams"])
		if !strings.Contains(got, `"kind":"`+kind+`"`) {
			t.Errorf("%s: %s", order, got)
		}
	}
}

func TestSettingsReachTheParser(t *testing.T) {
	got := ask(t, fakeInfo, `{"seq":0,"op":"run","dialect":"d","policies":{"mode":"on"},"cases":[{"id":"c","text":"setup","tools":[{"name":"f","parameters":{"a":1}}],"chunkings":[[]]}]}`)[0]
	if !strings.Contains(got, `"text":"on f {\"a\":1}"`) {
		t.Errorf("got %s", got)
	}
}

func TestWhatCannotBeDoneIsARequestError(t *testing.T) {
	batchOnly := fakeInfo
	batchOnly.Modes = []string{"batch"}
	for _, line := range []string{
		`{"seq":0,"op":"fly"}`,
		`{"seq":0,"op":"run","dialect":"e","cases":[]}`,
		`{"seq":0,"op":"run","dialect":"d","policies":{"fences":"live"},"cases":[]}`,
		`{"seq":0,"op":"run","dialect":"d","policies":{"mode":"maybe"},"cases":[]}`,
		`{"seq":0,"op":"run","dialect":"d","cases":[{"id":"c","text":"","chunkings":[[]]}]}`,
		`{"seq":0,"op":"run","dialect":"d","cases":[{"id":"c","text":"","chunkings":[[2,1]]}]}`,
		`{"seq":0,"op":"run","dialect":"d","cases":[{"id":"c","text":"","chunkings":[[-1]]}]}`,
		`{"seq":0,"op":"time","dialect":"e","text":""}`,
		`[]`,
		`{`,
	} {
		got := ask(t, batchOnly, line)[0]
		if !strings.HasPrefix(got, `{"seq":0,"error":{"kind":"request","message":"`) || !json.Valid([]byte(got)) {
			t.Errorf("%s gave %s", line, got)
		}
	}
}

func TestTimeGivesAsManyNumbersAsAsked(t *testing.T) {
	for _, chunk := range []int{0, 1, 3} {
		line := fmt.Sprintf(`{"seq":0,"op":"time","dialect":"d","text":"aé\nb","tools":[],"chunk":%d,"repeat":3}`, chunk)
		var response struct {
			Ns []int64 `json:"cpu_ns"`
		}
		got := ask(t, fakeInfo, line)[0]
		if err := json.Unmarshal([]byte(got), &response); err != nil || len(response.Ns) != 3 {
			t.Errorf("got %s", got)
		}
	}
	if got := cutEvery("aé\nb", 3); fmt.Sprintf("%q", got) != `["aé\n" "b"]` {
		t.Errorf("cut into %q", got)
	}
}

func TestLongLinesAreRead(t *testing.T) {
	long := strings.Repeat("x", 8<<20)
	got := ask(t, fakeInfo, `{"seq":0,"op":"run","dialect":"d","cases":[{"id":"c","text":"`+long+`","chunkings":[[]]}]}`)[0]
	if !strings.Contains(got, `"text":"`+long+`"`) {
		t.Errorf("%d characters came back as %d", len(long), len(got))
	}
}

func TestAPolicyMayHaveFewerAnswersInADialect(t *testing.T) {
	info := fakeInfo
	info.Dialects = []string{"d", "e"}
	info.Narrower = map[string]map[string][]string{"e": {"mode": {"off"}}}
	for asked, served := range map[[2]string]bool{{"d", "on"}: true, {"d", "off"}: true, {"e", "off"}: true, {"e", "on"}: false} {
		got := ask(t, info, fmt.Sprintf(`{"seq":0,"op":"run","dialect":%q,"policies":{"mode":%q},"cases":[]}`, asked[0], asked[1]))[0]
		if refused := strings.Contains(got, `"error":{"kind":"request"`); refused == served {
			t.Errorf("%v: got %s", asked, got)
		}
	}
}
