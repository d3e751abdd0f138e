// Command fakes serves the parser that its argument names: the Go reference with one fault. Each file beside
// this one holds one of them and says what is wrong; right.go is what they start from.
package main

import (
	"fmt"
	"os"

	"toolcallharness/reference/kit"
)

// fakes makes a parser by its name.
var fakes = map[string]func() kit.Parser{}

// declared holds what a fake declares otherwise than the reference, if anything.
var declared = map[string]map[string]string{}

func main() {
	if len(os.Args) != 2 || fakes[os.Args[1]] == nil {
		fmt.Fprintln(os.Stderr, "usage: fakes NAME")
		os.Exit(2)
	}
	name := os.Args[1]
	if err := kit.Serve(about(name), fakes[name]); err != nil {
		fmt.Fprintln(os.Stderr, "fakes:", err)
		os.Exit(1)
	}
}

func about(name string) kit.Info {
	policies := map[string]string{}
	for policy, answer := range answers {
		policies[policy] = answer
	}
	info := kit.Info{Name: name, Dialects: []string{"dsml"}, Policies: map[string]map[string]string{"dsml": policies}}
	info.Settable = map[string][]string{"missing_opener": {"repair", "text"}}
	for policy, answer := range declared[name] {
		policies[policy] = answer
		delete(info.Settable, policy)
	}
	return info
}
