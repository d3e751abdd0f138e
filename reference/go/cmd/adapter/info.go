package main

import (
	"toolcallharness/reference/dsml"
	"toolcallharness/reference/kit"
	"toolcallharness/reference/qwen"
)

// version is that of the adapter and of the parsers, which go together.
const version = "0.1.0"

var info = kit.Info{
	Name:           "reference-go",
	Version:        version,
	Language:       "go",
	LibraryVersion: version,
	Dialects:       []string{"dsml", "qwen"},
	Policies: map[string]map[string]string{
		"dsml": dsml.Policies(),
		"qwen": qwen.Policies(),
	},
	Settable: map[string][]string{"missing_opener": {"repair", "text"}},
	Narrower: map[string]map[string][]string{"qwen": {"missing_opener": {"text"}}},
}
