// Command adapter puts the reference parsers under test: it serves them over
// the adapter protocol on standard input and output.
package main

import (
	"fmt"
	"os"
	"runtime/debug"

	"toolcallharness/reference/kit"
)

// How the heap is collected. An adapter keeps next to nothing from one request
// to the next, and collecting so small a heap at every turn would cost a third
// of its time; but a long text must not take five times its room either.
const (
	percent = 400
	ceiling = 512 << 20
)

func main() {
	debug.SetGCPercent(percent)
	debug.SetMemoryLimit(ceiling)
	if err := kit.Serve(info, func() kit.Parser { return parser{} }); err != nil {
		fmt.Fprintln(os.Stderr, "adapter:", err)
		os.Exit(1)
	}
}
