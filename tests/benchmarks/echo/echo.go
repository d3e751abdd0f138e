// An adapter that parses nothing: every text is visible text. The cheapest child that Go can be.
// Its arguments: the policies that it is to declare, as JSON, and perhaps --full. With that each chunking
// gets its answer in full, where an adapter would say same_as.
package main

import (
	"bufio"
	"bytes"
	"log"
	"os"
	"slices"
)

const hello = `,"protocol":1,"name":"echo-go","dialects":["dsml"],"modes":["batch","stream"]`

// request walks once through the JSON of a request. An echo needs no value but as it is spelt.
type request struct {
	line []byte
	at   int
}

// next goes to what is neither blank nor a separator.
func (r *request) next() byte {
	for r.line[r.at] <= ' ' || r.line[r.at] == ',' || r.line[r.at] == ':' {
		r.at++
	}
	return r.line[r.at]
}

// each does something at every element of an array, or at every key of an object. It must get past it.
func (r *request) each(do func()) {
	r.next()
	r.at++
	for c := r.next(); c != ']' && c != '}'; c = r.next() {
		do()
	}
	r.at++
}

// value gets past a value and gives how it is spelt.
func (r *request) value() []byte {
	r.next()
	start := r.at
	for depth := 0; ; {
		switch r.line[r.at] {
		case '"':
			r.text()
		case '[', '{':
			depth++
			r.at++
		case ']', '}':
			depth--
			r.at++
		default:
			r.at++
			if c := r.line[r.at]; depth == 0 && c != ',' && c != ']' && c != '}' && c > ' ' {
				continue // within a number or a word
			}
		}
		if depth == 0 {
			return r.line[start:r.at]
		}
	}
}

// text gets past a string.
func (r *request) text() {
	for r.at++; ; r.at += 2 {
		quote := bytes.IndexByte(r.line[r.at:], '"')
		escape := bytes.IndexByte(r.line[r.at:r.at+quote], '\\')
		if escape < 0 {
			r.at += quote + 1
			return
		}
		r.at += escape
	}
}

func (r *request) result(out []byte, full bool) []byte {
	var id, text []byte
	batch, chunkings := false, 0
	r.each(func() {
		switch string(r.value()) {
		case `"id"`:
			id = r.value()
		case `"text"`:
			text = r.value()
		case `"batch"`:
			batch = string(r.value()) == "true"
		case `"chunkings"`:
			r.each(func() { r.value(); chunkings++ })
		default:
			r.value()
		}
	})
	out = append(append(out, `{"id":`...), id...)
	if batch {
		out = append(out, `,"batch":{"calls":[],"text":`...)
		out = append(append(out, text...), `,"saw_tool_syntax":false}`...)
	}
	out = append(out, `,"streams":[`...)
	for place := range chunkings {
		if place > 0 {
			out = append(out, ',')
		}
		if place > 0 && !full {
			out = append(out, `{"same_as":0}`...)
			continue
		}
		out = append(out, `{"events":[`...)
		if len(text) > len(`""`) {
			out = append(append(append(out, `{"text":`...), text...), '}')
		}
		out = append(out, `],"saw_tool_syntax":false}`...)
	}
	return append(out, `]}`...)
}

// answer puts what is to be said behind out, which is used again for the next answer.
func answer(out, line []byte, policies string, full bool) []byte {
	var op, seq, results []byte
	r := &request{line: line}
	r.each(func() {
		switch string(r.value()) {
		case `"op"`:
			op = r.value()
		case `"seq"`:
			seq = r.value()
		case `"cases"`:
			r.each(func() {
				if len(results) > 0 {
					results = append(results, ',')
				}
				results = r.result(results, full)
			})
		default:
			r.value()
		}
	})
	out = append(append(out, `{"seq":`...), seq...)
	switch string(op) {
	case `"hello"`:
		return append(out, hello+`,"policies":`+policies+"}\n"...)
	case `"run"`:
		return append(append(append(out, `,"results":[`...), results...), "]}\n"...)
	}
	return append(out, `,"error":{"kind":"request","message":"unknown op"}}`+"\n"...)
}

func main() {
	full := slices.Contains(os.Args[1:], "--full")
	in := bufio.NewReaderSize(os.Stdin, 1<<20)
	var out []byte
	for {
		line, err := in.ReadBytes('\n')
		if err != nil {
			return
		}
		out = answer(out[:0], line, os.Args[1], full)
		if _, err := os.Stdout.Write(out); err != nil {
			log.Fatal(err)
		}
	}
}
