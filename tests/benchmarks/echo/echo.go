// An adapter that parses nothing: every text is visible text. The cheapest child that Go can be.
// Its arguments: the policies that it is to declare, as JSON, and perhaps --full. With that each chunking
// gets its answer in full, where an adapter would say same_as.
package main

import (
	"bufio"
	"encoding/json"
	"log"
	"os"
	"slices"
	"strconv"
)

// Texts and chunkings are passed on as they stand in the request.
type request struct {
	Op    string `json:"op"`
	Seq   int    `json:"seq"`
	Cases []struct {
		ID        json.RawMessage   `json:"id"`
		Text      json.RawMessage   `json:"text"`
		Batch     bool              `json:"batch"`
		Chunkings []json.RawMessage `json:"chunkings"`
	} `json:"cases"`
}

const hello = `,"protocol":1,"name":"echo-go","dialects":["dsml"],"modes":["batch","stream"]`

func answer(line []byte, policies string, full bool) []byte {
	var asked request
	if err := json.Unmarshal(line, &asked); err != nil {
		log.Fatal(err)
	}
	out := append([]byte(`{"seq":`), strconv.Itoa(asked.Seq)...)
	switch asked.Op {
	case "hello":
		return append(out, hello+`,"policies":`+policies+`}`...)
	case "run":
		out = append(out, `,"results":[`...)
	default:
		return append(out, `,"error":{"kind":"request","message":"unknown op"}}`...)
	}
	for i, one := range asked.Cases {
		if i > 0 {
			out = append(out, ',')
		}
		out = append(append(out, `{"id":`...), one.ID...)
		if one.Batch {
			out = append(out, `,"batch":{"calls":[],"text":`...)
			out = append(append(out, one.Text...), `,"saw_tool_syntax":false}`...)
		}
		out = append(out, `,"streams":[`...)
		for place := range one.Chunkings {
			if place > 0 {
				out = append(out, ',')
			}
			if place > 0 && !full {
				out = append(out, `{"same_as":0}`...)
				continue
			}
			out = append(out, `{"events":[`...)
			if len(one.Text) > len(`""`) {
				out = append(append(append(out, `{"text":`...), one.Text...), '}')
			}
			out = append(out, `],"saw_tool_syntax":false}`...)
		}
		out = append(out, `]}`...)
	}
	return append(out, `]}`...)
}

func main() {
	full := slices.Contains(os.Args[1:], "--full")
	in := bufio.NewReaderSize(os.Stdin, 1<<20)
	for {
		line, err := in.ReadBytes('\n')
		if err != nil {
			return
		}
		if _, err := os.Stdout.Write(append(answer(line, os.Args[1], full), '\n')); err != nil {
			log.Fatal(err)
		}
	}
}
