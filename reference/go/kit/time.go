package kit

import (
	"runtime"
	"slices"
)

// time answers a time: the CPU time of parsing a text that was cut beforehand,
// on a fresh parser each time. A parse that fails has no time.
func (s *server) time(q request) {
	mode := "batch"
	if q.Chunk > 0 {
		mode = "stream"
	}
	s.begin()
	if _, ok := cpuTime(); !ok || !slices.Contains(s.info.Modes, mode) {
		s.out.raw(`,"unsupported":true}`)
		return
	}
	chunks := cutEvery(q.Text, q.Chunk)
	setup := Setup{Dialect: q.Dialect, Tools: q.Tools, Policies: q.Policies}
	times := make([]int64, max(q.Repeat, 1))
	for i := range times {
		runtime.GC() // the rubbish of the last round is not charged to this one
		fail := try(func() (err error) {
			parser := s.fresh()
			start, _ := cpuTime()
			if mode == "batch" {
				_, err = parser.Parse(q.Text, setup)
			} else {
				err = stream(parser, chunks, setup)
			}
			end, _ := cpuTime()
			times[i] = end - start
			return err
		})
		if fail != nil {
			s.out.raw(",")
			s.out.failure(fail)
			s.out.raw("}")
			return
		}
	}
	s.out.raw(`,"cpu_ns":[`)
	for i, ns := range times {
		if i > 0 {
			s.out.raw(",")
		}
		s.out.int(int(ns))
	}
	s.out.raw("]}")
}

// cutEvery cuts a text into chunks of size code points; size 0 asks for none.
func cutEvery(text string, size int) (chunks []string) {
	for from := 0; size > 0 && from < len(text); {
		to := advance(text, from, size)
		chunks = append(chunks, text[from:to])
		from = to
	}
	return chunks
}

func stream(parser Parser, chunks []string, setup Setup) error {
	s, err := parser.NewStream(setup)
	if err != nil {
		return err
	}
	for _, chunk := range chunks {
		if _, err := s.Feed(chunk); err != nil {
			return err
		}
	}
	_, err = s.Finish()
	return err
}
