package main

import "toolcallharness/reference/kit"

// version is that of the adapter and of the parsers, which go together.
const version = "0.1.0"

var info = kit.Info{
	Name:           "reference-go",
	Version:        version,
	Language:       "go",
	LibraryVersion: version,
	Dialects:       []string{"dsml", "qwen"},
	Policies: map[string]map[string]string{
		// SEMANTICS section 3. Numbers are not declared: any answer is right.
		"dsml": {
			"missing_opener":     "repair",
			"fences":             "inert",
			"truncated":          "text",
			"junk_in_block":      "drop",
			"damaged_call":       "drop-call",
			"unknown_tools":      "forward",
			"entities":           "xml",
			"scalars":            "text",
			"structure":          "children+json",
			"duplicates":         "list",
			"space_around_calls": "exact",
			"text_after_call":    "keep",
			"reasoning":          "ignore",
			"emission":           "whole",
			"markers":            "text",
		},
		"qwen": {
			"missing_opener":     "text",
			"fences":             "live",
			"truncated":          "text",
			"junk_in_block":      "reject",
			"damaged_call":       "reject-block",
			"unknown_tools":      "forward",
			"entities":           "literal",
			"scalars":            "schema",
			"structure":          "schema",
			"duplicates":         "last",
			"space_around_calls": "exact",
			"text_after_call":    "keep",
			"reasoning":          "ignore",
			"emission":           "whole",
			"markers":            "text",
		},
	},
	Settable: map[string][]string{"missing_opener": {"repair", "text"}},
	Narrower: map[string]map[string][]string{"qwen": {"missing_opener": {"text"}}},
}
