// Command adapter puts the reference parsers under test: it serves them over
// the adapter protocol on standard input and output.
package main

import (
	"fmt"
	"os"

	"toolcallharness/reference/kit"
)

func main() {
	if err := kit.Serve(info, func() kit.Parser { return parser{} }); err != nil {
		fmt.Fprintln(os.Stderr, "adapter:", err)
		os.Exit(1)
	}
}
