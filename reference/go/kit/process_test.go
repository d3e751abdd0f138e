//go:build unix

package kit

import (
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
)

// asAdapter makes the test program an adapter of a parser that prints.
const asAdapter = "KIT_TEST_AS_ADAPTER"

func TestMain(m *testing.M) {
	if os.Getenv(asAdapter) == "" {
		os.Exit(m.Run())
	}
	if err := Serve(fakeInfo, func() Parser { return &noisy{} }); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

type noisy struct{ fake }

func (n *noisy) Parse(text string, setup Setup) (Result, error) {
	fmt.Println("through fmt")
	syscall.Write(1, []byte("through the descriptor\n"))
	child := exec.Command("echo", "through a child")
	child.Stdout = os.Stdout
	return Result{Text: &text}, child.Run()
}

func TestAParserThatPrintsDoesNotCorruptTheProtocol(t *testing.T) {
	adapter := exec.Command(os.Args[0])
	adapter.Env = append(os.Environ(), asAdapter+"=1")
	adapter.Stdin = strings.NewReader(`{"seq":0,"op":"run","dialect":"d","cases":[{"id":"c","text":"t","batch":true}]}` + "\n")
	var stderr strings.Builder
	adapter.Stderr = &stderr
	out, err := adapter.Output() // an error if the status is not 0
	if err != nil {
		t.Fatalf("%v: %s", err, stderr.String())
	}
	if got := string(out); got != `{"seq":0,"results":[{"id":"c","batch":{"calls":[],"text":"t"}}]}`+"\n" {
		t.Errorf("standard output is %q", got)
	}
	for _, noise := range []string{"through fmt", "through the descriptor", "through a child"} {
		if !strings.Contains(stderr.String(), noise) {
			t.Errorf("standard error lacks %q", noise)
		}
	}
}
