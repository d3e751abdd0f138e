package toolcall

// A seam that is filled in: it asks the bridge, which is told the name of the test.

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"runtime"
	"strings"
)

type toolcallCall struct {
	Name  string `json:"name"`
	Input any    `json:"input"`
}

type toolcallAnswer struct {
	Calls     []toolcallCall
	Text      string
	Reasoning string
	Pieces    []string
}

func toolcallParse(text string, tools json.RawMessage) (toolcallAnswer, error) {
	return ask(map[string]any{"text": text, "tools": tools})
}

func toolcallStream(chunks []string, tools json.RawMessage) (toolcallAnswer, error) {
	return ask(map[string]any{"chunks": chunks, "tools": tools})
}

func ask(given map[string]any) (toolcallAnswer, error) {
	var words []string
	if err := json.Unmarshal([]byte(os.Getenv("BRIDGE")), &words); err != nil {
		return toolcallAnswer{}, err
	}
	written, err := json.Marshal(given)
	if err != nil {
		return toolcallAnswer{}, err
	}
	command := exec.Command(words[0], append(words[1:], testName())...)
	command.Stdin = bytes.NewReader(append(written, '\n'))
	said, err := command.Output()
	if err != nil {
		return toolcallAnswer{}, err
	}
	var read struct {
		toolcallAnswer
		Error string
		Calls []struct {
			Name  string
			Input json.RawMessage
		}
	}
	if err := json.Unmarshal(said, &read); err != nil {
		return toolcallAnswer{}, err
	}
	if read.Error != "" {
		return toolcallAnswer{}, errors.New(read.Error)
	}
	answer := read.toolcallAnswer
	for _, call := range read.Calls {
		answer.Calls = append(answer.Calls, toolcallCall{call.Name, call.Input})
	}
	return answer, nil
}

// testName is the name of the test on the stack.
func testName() string {
	callers := make([]uintptr, 64)
	frames := runtime.CallersFrames(callers[:runtime.Callers(0, callers)])
	for {
		frame, more := frames.Next()
		if _, name, is := strings.Cut(frame.File, "/"); is && strings.HasSuffix(name, "_toolcall_test.go") {
			file := name[strings.LastIndex(name, "/")+1:]
			return strings.TrimSuffix(file, "_toolcall_test.go")
		}
		if !more {
			return ""
		}
	}
}
