// Command adapter puts the reference parsers under test: it serves them over
// the adapter protocol on standard input and output.
package main

import (
	"fmt"
	"os"
	"runtime/debug"

	"toolcallharness/reference/kit"
)

// collectAt lets the heap grow to five times what lives before it is collected:
// an adapter keeps next to nothing from one request to the next, and collecting
// so small a heap at every turn would cost a third of its time.
const collectAt = 400

func main() {
	debug.SetGCPercent(collectAt)
	if err := kit.Serve(info, func() kit.Parser { return parser{} }); err != nil {
		fmt.Fprintln(os.Stderr, "adapter:", err)
		os.Exit(1)
	}
}
