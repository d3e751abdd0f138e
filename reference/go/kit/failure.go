package kit

import (
	"errors"
	"fmt"
	"runtime/debug"
)

// failure is what stands in a response where a parser gave no result.
type failure struct {
	kind    string // "exception", "declared" or "value"
	message string
	trace   string
	feed    int // the chunk at which it came, or noFeed
}

const noFeed = -1

// maxTrace bounds a trace: the deep end of an endless recursion says nothing.
const maxTrace = 8 << 10

// try runs a piece of the parser and says how it failed, if it did.
func try(piece func() error) (fail *failure) {
	defer func() {
		if cause := recover(); cause != nil {
			trace := debug.Stack()
			fail = &failure{kind: "exception", message: fmt.Sprint(cause), feed: noFeed}
			fail.trace = string(trace[:min(len(trace), maxTrace)])
		}
	}()
	err := piece()
	if err == nil {
		return nil
	}
	kind := "exception"
	if d := Declarer(nil); errors.As(err, &d) && d.Declared() {
		kind = "declared"
	}
	return &failure{kind: kind, message: err.Error(), feed: noFeed}
}
