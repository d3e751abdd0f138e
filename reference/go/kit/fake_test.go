package kit

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"
)

// fake is a parser that does what the words of its text say. One line of the
// text is one order, given where it ends.
type fake struct {
	setup   Setup
	streams int // how many this object began
	open    *fakeStream
}

func (f *fake) Parse(text string, setup Setup) (Result, error) {
	s, _ := f.NewStream(setup)
	var events []Event
	for _, line := range strings.SplitAfter(text, "\n") {
		some, err := s.Feed(line)
		if err != nil {
			return Result{}, err
		}
		events = append(events, some...)
	}
	result := Result{Text: Some("")}
	for _, e := range events {
		if e.Call != nil {
			result.Calls = append(result.Calls, *e.Call)
		} else {
			*result.Text += e.Text
		}
	}
	return result, nil
}

func (f *fake) NewStream(setup Setup) (Stream, error) {
	f.streams++
	f.setup = setup
	f.open = &fakeStream{parser: f, number: f.streams}
	return f.open, nil
}

type fakeStream struct {
	parser   *fake
	number   int
	chunks   int
	line     string
	finishes int
}

func (s *fakeStream) Feed(chunk string) (events []Event, err error) {
	s.chunks++
	s.line += chunk
	for {
		order, rest, ok := strings.Cut(s.line, "\n")
		if !ok {
			return events, nil
		}
		s.line = rest
		some, err := s.obey(order)
		if err != nil {
			return nil, err
		}
		events = append(events, some...)
	}
}

func (s *fakeStream) finishAgain() ([]Event, error) {
	switch {
	case s.line == "quiet":
		return []Event{{Text: ""}}[:min(s.chunks-1, 1)], nil
	case s.line == "panic again":
		panic("finished before")
	case s.line == "error again":
		return []Event{{Text: "lost"}}, errors.New("finished before")
	case s.line == "value again":
		return []Event{{Text: "\xff"}}, nil
	case s.line == "chunks again":
		return []Event{{Text: strings.Repeat("x", s.chunks-1)}}, nil
	}
	return []Event{{Text: "again"}}, nil
}

func (s *fakeStream) Finish() ([]Event, error) {
	s.finishes++
	if s.finishes > 1 {
		return s.finishAgain()
	}
	if s.line == "" {
		return nil, nil
	}
	return s.obey(s.line)
}

func (s *fakeStream) SawToolSyntax() bool { return strings.Contains(s.line, "<tool_calls") }

// FinalCalls states what the last line says, if it begins with "state".
func (s *fakeStream) FinalCalls() []Call {
	switch s.line {
	case "state nothing":
		return []Call{}
	case "state f":
		return []Call{{Name: "f", Input: map[string]any{"x": 1}}}
	case "state f by chunks": // 1.0 if the text came whole, else 1; in three chunks "1"
		return []Call{{Name: "f", Input: json.RawMessage([]string{`{"x":1.0}`, `{"x":1}`, `{"x":"1"}`}[min(s.chunks-1, 2)])}}
	case "state NaN":
		return []Call{{Name: "f", Input: math.NaN()}}
	case "state panic":
		panic("nothing to state")
	}
	return nil
}

type declared struct{}

func (declared) Error() string  { return "malformed" }
func (declared) Declared() bool { return true }

func give(input any) []Event { return []Event{{Call: &Call{Name: "f", Input: input}}} }

func (s *fakeStream) obey(order string) ([]Event, error) {
	switch order {
	case "panic":
		panic("it broke")
	case "error":
		return nil, errors.New("an error")
	case "declared":
		return nil, fmt.Errorf("wrapped: %w", declared{})
	case "NaN":
		return give(map[string]any{"x": math.NaN()}), nil
	case "func":
		return give(func() {}), nil
	case "invalid":
		return []Event{{Text: "\xff"}}, nil
	case "circle":
		circle := map[string]any{}
		circle["x"] = circle
		return give(circle), nil
	case "number by chunks": // 1.0 if the text came whole, else 1
		return give(json.RawMessage([]string{`{"a":1,"b":[1e2]}`, `{ "b":[100],"a":1.0}`}[min(s.chunks-1, 1)])), nil
	case "type by chunks":
		return give(map[string]any{"a": []any{true, 1}[min(s.chunks-1, 1)]}), nil
	case "values":
		return give(map[string]any{"z": nil, "a": []any{true, "<&>\u2028\"\\\n\x01", json.Number("1.50"), 2.5, 3, []string{"s"}}}), nil
	case "reasoning":
		return []Event{{Text: "why", Reasoning: true}, {Text: " so", Reasoning: true}}, nil
	case "deltas":
		return []Event{
			{Delta: &Delta{Index: 0, ID: "i", Name: "f"}}, {Text: "x"}, {Delta: &Delta{Index: 1, Name: "g"}},
			{Delta: &Delta{Index: 0, Arguments: "{\n\"a\":"}}, {Delta: &Delta{Index: 1, Arguments: "{]"}},
			{Text: "y"}, {Delta: &Delta{Index: 0, Arguments: "1}"}}, {Text: "z"}, {Delta: &Delta{Index: 2, Name: "h"}},
		}, nil
	case "who":
		return []Event{{Text: fmt.Sprintf("stream %d of its parser", s.number)}}, nil
	case "last":
		return []Event{{Text: fmt.Sprintf("current %v", s.parser.open == s)}}, nil
	case "setup":
		tool := s.parser.setup.Tools[0]
		return []Event{{Text: s.parser.setup.Policies["mode"] + " " + tool.Name + " " + string(tool.Parameters)}}, nil
	}
	return []Event{{Text: order}}, nil
}

var fakeInfo = Info{
	Name:     "fake",
	Dialects: []string{"d"},
	Settable: map[string][]string{"mode": {"on", "off"}},
}

// ask sends request lines to a fake and gives the response lines.
func ask(t *testing.T, info Info, lines ...string) []string {
	t.Helper()
	var out bytes.Buffer
	in := strings.NewReader(strings.Join(lines, "\n") + "\n")
	if err := serve(in, &out, info, func() Parser { return &fake{} }); err != nil {
		t.Fatal(err)
	}
	answers := strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
	if len(answers) != len(lines) {
		t.Fatalf("%d lines gave %d: %s", len(lines), len(answers), out.String())
	}
	return answers
}

// askCase runs one case, given as the members after its id, and gives the
// members of its result.
func askCase(t *testing.T, members string) map[string]json.RawMessage {
	t.Helper()
	answer := ask(t, fakeInfo, `{"seq":0,"op":"run","dialect":"d","cases":[{"id":"c",`+members+`}]}`)[0]
	var response struct{ Results []map[string]json.RawMessage }
	if err := json.Unmarshal([]byte(answer), &response); err != nil || len(response.Results) != 1 {
		t.Fatalf("%v: %s", err, answer)
	}
	return response.Results[0]
}

// wantStreams compares the streams of a case with their text.
func wantStreams(t *testing.T, members, want string) {
	t.Helper()
	if got := string(askCase(t, members)["streams"]); got != want {
		t.Errorf("%s\n got %s\nwant %s", members, got, want)
	}
}
