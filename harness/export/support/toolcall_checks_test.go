package toolcall

// What the exported tests check. Written by toolcall-harness; no need to change it.
// Values are compared as JSON readers do: numbers as doubles, the members of objects in
// any order.

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf8"
)

// toolcallParsed asks the seam for a whole text.
func toolcallParsed(t *testing.T, text, tools string) toolcallAnswer {
	t.Helper()
	return toolcallAsked(t, func() (toolcallAnswer, error) {
		return toolcallParse(text, json.RawMessage(tools))
	})
}

// toolcallStreamed asks the seam for chunks.
func toolcallStreamed(t *testing.T, chunks []string, tools string) toolcallAnswer {
	t.Helper()
	return toolcallAsked(t, func() (toolcallAnswer, error) {
		return toolcallStream(chunks, json.RawMessage(tools))
	})
}

func toolcallAsked(t *testing.T, ask func() (toolcallAnswer, error)) toolcallAnswer {
	t.Helper()
	defer func() {
		if found := recover(); found != nil {
			t.Fatalf("the parser panicked: %v", found)
		}
	}()
	answer, err := ask()
	if err != nil {
		t.Fatal(err)
	}
	return answer
}

// toolcallExpect demands what is due: of calls, text, pieces and reasoning those that it
// has. Where text stood counts if the answer says it; if due is "placed", it has to say
// it. If due is "exact": false, white space beside calls does not count.
func toolcallExpect(t *testing.T, answer toolcallAnswer, due string) {
	t.Helper()
	toolcallWellFormed(t, answer)
	want := toolcallJSON(t, json.RawMessage(due)).(map[string]any)
	exact := want["exact"] != false
	if want["placed"] == true {
		toolcallNeedPieces(t, answer)
	}
	if calls, is := want["calls"]; is {
		toolcallSame(t, "calls", toolcallCalls(t, answer), calls)
	}
	if reasoning, is := want["reasoning"]; is {
		toolcallSame(t, "reasoning", answer.Reasoning, reasoning)
	}
	if pieces, is := want["pieces"]; is && answer.Pieces != nil {
		var texts []string
		for _, piece := range pieces.([]any) {
			texts = append(texts, piece.(string))
		}
		got := toolcallBeside(answer.Pieces, exact)
		toolcallSame(t, "pieces", got, toolcallBeside(texts, exact))
	} else if text, is := want["text"]; is {
		got := toolcallBare(answer.Text, exact)
		toolcallSame(t, "text", got, toolcallBare(text.(string), exact))
	}
}

// toolcallExpectAlike demands that two ways of feeding one text give the same, whatever
// is right.
func toolcallExpectAlike(t *testing.T, one, other toolcallAnswer) {
	t.Helper()
	toolcallWellFormed(t, one)
	toolcallWellFormed(t, other)
	toolcallSame(t, "calls", toolcallCalls(t, other), toolcallCalls(t, one))
	toolcallSame(t, "text", other.Text, one.Text)
	toolcallSame(t, "reasoning", other.Reasoning, one.Reasoning)
	if one.Pieces != nil && other.Pieces != nil {
		toolcallSame(t, "pieces", other.Pieces, one.Pieces)
	}
}

// toolcallExpectAlikePlaced demands the same, and to be told where text stood.
func toolcallExpectAlikePlaced(t *testing.T, one, other toolcallAnswer) {
	t.Helper()
	toolcallNeedPieces(t, one)
	toolcallNeedPieces(t, other)
	toolcallExpectAlike(t, one, other)
}

// toolcallExpectConserved demands that the visible text is the input without the blocks
// of the calls. So its pieces stand in the input in their order, the first at its start
// and the last at its end. (What a right parser makes of the calls is not known here.)
func toolcallExpectConserved(t *testing.T, answer toolcallAnswer, text string) {
	t.Helper()
	toolcallWellFormed(t, answer)
	if len(answer.Calls) == 0 {
		toolcallSame(t, "text", answer.Text, text)
		return
	}
	toolcallNeedPieces(t, answer)
	at := 0
	for number, piece := range answer.Pieces {
		if piece == "" {
			continue
		}
		found := -1
		switch {
		case number == 0:
			if strings.HasPrefix(text, piece) {
				found = 0
			}
		case number == len(answer.Pieces)-1:
			if strings.HasSuffix(text, piece) {
				found = len(text) - len(piece)
			}
		case strings.Contains(text[at:], piece):
			found = at + strings.Index(text[at:], piece)
		}
		if found < at {
			t.Fatalf("%q does not stand in the input where it should", piece)
		}
		at = found + len(piece)
	}
}

// toolcallExpectType demands that the argument "key" of a "call" is of one of these
// "types" of JSON.
func toolcallExpectType(t *testing.T, answer toolcallAnswer, due string) {
	t.Helper()
	toolcallWellFormed(t, answer)
	var want struct {
		Call  int
		Key   string
		Types []string
	}
	if err := json.Unmarshal([]byte(due), &want); err != nil {
		t.Fatal(err)
	}
	if want.Call >= len(answer.Calls) {
		t.Fatalf("there is no call %d", want.Call)
	}
	input := toolcallJSON(t, answer.Calls[want.Call].Input).(map[string]any)
	value, is := input[want.Key]
	if !is {
		t.Fatalf("%q is missing in call %d", want.Key, want.Call)
	}
	if !slices.ContainsFunc(want.Types, func(kind string) bool { return toolcallIs(value, kind) }) {
		told := strings.Join(want.Types, " or ")
		t.Fatalf("%q of call %d is %v, not of %s", want.Key, want.Call, value, told)
	}
}

// toolcallExpectOnePlace demands that the reasoning stands in the input, and nothing
// comes out twice.
func toolcallExpectOnePlace(t *testing.T, answer toolcallAnswer, text string) {
	t.Helper()
	toolcallWellFormed(t, answer)
	rest := text
	for _, character := range answer.Reasoning {
		at := strings.IndexRune(rest, character)
		if at < 0 {
			t.Fatalf("the reasoning %q is not in the input", answer.Reasoning)
		}
		rest = rest[at+utf8.RuneLen(character):]
	}
	left := map[rune]int{}
	for _, character := range text {
		left[character]++
	}
	for _, character := range answer.Text + answer.Reasoning {
		left[character]--
		if left[character] < 0 {
			t.Fatal("text and reasoning hold more than the input does")
		}
	}
}

// toolcallExpectAround demands the calls "before" and "behind" a damaged block, whatever
// that gives.
func toolcallExpectAround(t *testing.T, answer toolcallAnswer, due string) {
	t.Helper()
	toolcallWellFormed(t, answer)
	want := toolcallJSON(t, json.RawMessage(due)).(map[string]any)
	before, behind := want["before"].([]any), want["behind"].([]any)
	calls := toolcallCalls(t, answer)
	end := len(calls) - len(behind)
	if end < len(before) {
		t.Fatalf("%d calls: some others are missing", len(calls))
	}
	toolcallSame(t, "calls before the damage", calls[:len(before)], before)
	toolcallSame(t, "calls behind the damage", calls[end:], behind)
}

// toolcallExpectArguments demands that no call comes out with fewer arguments than were
// written. A call that can't be read may be missing. Due are names, each with its keys.
func toolcallExpectArguments(t *testing.T, answer toolcallAnswer, due string) {
	t.Helper()
	toolcallWellFormed(t, answer)
	written := toolcallJSON(t, json.RawMessage(due)).([]any)
	for _, call := range answer.Calls {
		given := toolcallJSON(t, call.Input).(map[string]any)
		drawn, fewer := 0, 0
		for _, each := range written {
			keys := each.([]any)[1].([]any)
			if each.([]any)[0] != call.Name {
				continue
			}
			drawn++
			common := 0
			for _, key := range keys {
				if _, is := given[key.(string)]; is {
					common++
				}
			}
			if common == len(given) && len(given) < len(keys) {
				fewer++
			}
		}
		if drawn > 0 && fewer == drawn {
			t.Fatalf("%q came with %v", call.Name, given)
		}
	}
}

// toolcallExpectAllOrNone demands the calls that are due, or none; and then the text, if
// one is due.
func toolcallExpectAllOrNone(t *testing.T, answer toolcallAnswer, due string) {
	t.Helper()
	toolcallWellFormed(t, answer)
	want := toolcallJSON(t, json.RawMessage(due)).(map[string]any)
	if len(answer.Calls) > 0 {
		toolcallSame(t, "calls", toolcallCalls(t, answer), want["calls"])
	} else if text, is := want["text"]; is {
		toolcallSame(t, "text", answer.Text, text)
	}
}

// toolcallExpectAnswer demands no more than that it is an answer.
func toolcallExpectAnswer(t *testing.T, answer toolcallAnswer) {
	t.Helper()
	toolcallWellFormed(t, answer)
}

// toolcallApart runs the test that calls it in a process of its own, which may die or
// hang. There it gives false, and the test goes on.
func toolcallApart(t *testing.T, seconds int) bool {
	t.Helper()
	if os.Getenv("TOOLCALL_APART") == t.Name() {
		return false
	}
	limit := time.Duration(seconds) * time.Second
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	command := exec.CommandContext(ctx, os.Args[0], "-test.run=^"+t.Name()+"$")
	command.Env = append(os.Environ(), "TOOLCALL_APART="+t.Name())
	command.WaitDelay = time.Second
	if said, err := command.CombinedOutput(); err != nil {
		t.Fatalf("it ended with %v: %s", err, said)
	}
	return true
}

func toolcallWellFormed(t *testing.T, answer toolcallAnswer) {
	t.Helper()
	for number, call := range answer.Calls {
		if _, is := toolcallJSON(t, call.Input).(map[string]any); !is {
			t.Fatalf("call %d has no object as input", number)
		}
	}
	if !utf8.ValidString(answer.Text) || !utf8.ValidString(answer.Reasoning) {
		t.Fatal("there is half a character in the text")
	}
	if answer.Pieces != nil && len(answer.Pieces) != len(answer.Calls)+1 {
		t.Fatal("pieces are one more than calls: see toolcall_seam_test.go")
	}
}

func toolcallNeedPieces(t *testing.T, answer toolcallAnswer) {
	t.Helper()
	if answer.Pieces == nil {
		t.Fatal("this test has to know where text stood: see toolcall_seam_test.go")
	}
}

// toolcallJSON gives a value as JSON holds it, numbers with all their digits.
func toolcallJSON(t *testing.T, value any) any {
	t.Helper()
	written, err := json.Marshal(value)
	if err != nil {
		t.Fatalf("no JSON: %v", err)
	}
	decoder := json.NewDecoder(bytes.NewReader(written))
	decoder.UseNumber()
	var read any
	if err := decoder.Decode(&read); err != nil {
		t.Fatalf("no JSON: %v", err)
	}
	return read
}

func toolcallCalls(t *testing.T, answer toolcallAnswer) []any {
	t.Helper()
	calls, _ := toolcallJSON(t, answer.Calls).([]any) // none are null
	return calls
}

func toolcallSame(t *testing.T, what string, got, due any) {
	t.Helper()
	if !toolcallEqual(toolcallJSON(t, got), toolcallJSON(t, due)) {
		t.Fatalf("%s: %q, not %q", what, got, due)
	}
}

func toolcallEqual(got, due any) bool {
	switch due := due.(type) {
	case map[string]any:
		object, is := got.(map[string]any)
		if !is || len(object) != len(due) {
			return false
		}
		for key, value := range due {
			other, is := object[key]
			if !is || !toolcallEqual(other, value) {
				return false
			}
		}
		return true
	case []any:
		array, _ := got.([]any) // null is no calls
		return len(array) == len(due) && (array != nil || got == nil) &&
			slices.EqualFunc(array, due, toolcallEqual)
	case json.Number:
		number, is := got.(json.Number)
		return is && toolcallDouble(number) == toolcallDouble(due)
	}
	return got == due
}

// toolcallDouble rounds as every JSON reader does: too large means infinity.
func toolcallDouble(number json.Number) float64 {
	double, _ := strconv.ParseFloat(string(number), 64)
	return double
}

func toolcallIs(value any, kind string) bool {
	switch value := value.(type) {
	case nil:
		return kind == "null"
	case bool:
		return kind == "boolean"
	case string:
		return kind == "string"
	case []any:
		return kind == "array"
	case json.Number:
		double := toolcallDouble(value)
		return kind == "number" || kind == "integer" && double == float64(int64(double))
	}
	return kind == "object"
}

const toolcallBlanks = " \t\n\r\v\f"

func toolcallBare(text string, exact bool) string {
	if exact {
		return text
	}
	return strings.Map(func(character rune) rune {
		if strings.ContainsRune(toolcallBlanks, character) {
			return -1
		}
		return character
	}, text)
}

func toolcallBeside(pieces []string, exact bool) []string {
	if exact || len(pieces) < 2 {
		return pieces
	}
	trimmed := slices.Clone(pieces)
	for number := range trimmed {
		if number > 0 {
			trimmed[number] = strings.TrimLeft(trimmed[number], toolcallBlanks)
		}
		if number < len(trimmed)-1 {
			trimmed[number] = strings.TrimRight(trimmed[number], toolcallBlanks)
		}
	}
	return trimmed
}
