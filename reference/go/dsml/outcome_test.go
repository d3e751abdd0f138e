package dsml_test

import (
	"toolcallharness/reference/dsml"
	"toolcallharness/reference/event"
	"toolcallharness/reference/internal/trial"
)

type (
	step   = trial.Step
	answer = trial.Answer
)

// parser is the parser under test under one answer to missing_opener.
func parser(opener dsml.MissingOpener) trial.Parser {
	options := dsml.Options{MissingOpener: opener}
	return trial.Parser{
		Name:   []string{dsml.Repair: "repair", dsml.Text: "text"}[opener],
		Stream: func() event.Stream { return dsml.NewStream(options) },
		Batch:  func(text string) event.Result { return dsml.Parse(text, options) },
	}
}

// stream feeds the chunks to a fresh stream under policy repair.
func stream(chunks []string) answer { return parser(dsml.Repair).Run(chunks) }

var (
	says  = trial.Says
	calls = trial.Calls
)
