// A block without its opener is repaired, though `missing_opener` is declared as text.
//
// Stands for dynamo-9999 (engines differ in what they make of a missing wrapper; what one declares must hold).
// Found by `policy`: declared answer not kept.
package main

import "toolcallharness/reference/kit"

func init() {
	fakes["declared_text"] = func() kit.Parser { return right{} }
	declared["declared_text"] = map[string]string{"missing_opener": "text"}
}
