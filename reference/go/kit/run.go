package kit

// run answers a run: one result for each case, in order.
func (s *server) run(q request) {
	s.begin()
	s.out.raw(`,"results":[`)
	for i := range q.Cases {
		if i > 0 {
			s.out.raw(",")
		}
		c := &q.Cases[i]
		s.result(c, Setup{Dialect: q.Dialect, Tools: c.Tools, Policies: q.Policies})
	}
	s.out.raw(`]}`)
}

func (s *server) result(c *testCase, setup Setup) {
	s.out.raw(`{"id":`)
	s.out.text(c.ID)
	if c.Batch {
		s.out.raw(`,"batch":`)
		s.batch(c.Text, setup)
	}
	if c.Chunkings != nil {
		s.out.raw(`,"streams":[`)
		s.streams(c, setup)
		s.out.raw("]")
	}
	s.out.raw("}")
}

func (s *server) batch(text string, setup Setup) {
	var result Result
	fail := try(func() (err error) {
		result, err = s.fresh().Parse(text, setup)
		return err
	})
	s.out.entry(fail, func() { s.out.result(&result) })
}

// streams runs the chunkings of a case. An entry that equals an earlier one
// is written as a reference to it.
func (s *server) streams(c *testCase, setup Setup) {
	fresh := s.fresh
	if c.Reuse {
		// Made at the first call, so that a panic is caught where it counts.
		var only Parser
		fresh = func() Parser {
			if only == nil {
				only = s.fresh()
			}
			return only
		}
	}
	if c.Abandon > 0 && len(c.Chunkings) > 0 {
		abandoned := play{fresh: fresh, setup: setup, text: c.Text, cuts: c.Chunkings[0]}
		for n := 0; n <= c.Abandon && !abandoned.fed(); n++ {
			abandoned.step() // the first step only makes the stream
		}
	}
	plays := make([]play, len(c.Chunkings))
	for i, cuts := range c.Chunkings {
		plays[i] = play{fresh: fresh, setup: setup, text: c.Text, cuts: cuts, finishTwice: c.FinishTwice}
		if !c.Interleave {
			plays[i].run()
		}
	}
	if c.Interleave {
		runInTurn(plays)
	}
	full := c.Detail == "full"
	var given []entry
	for i := range plays {
		if i > 0 {
			s.out.raw(",")
		}
		p := &plays[i]
		from := len(s.out.buf)
		fail := s.out.entry(p.fail, func() { s.out.play(p, full) })
		if full {
			continue
		}
		this := entry{place: i, from: from, to: len(s.out.buf), fail: fail}
		if k := s.out.earlier(given, this); k >= 0 {
			s.out.buf = s.out.buf[:from]
			s.out.raw(`{"same_as":`)
			s.out.int(k)
			s.out.raw("}")
		} else {
			given = append(given, this)
		}
	}
}

// runInTurn feeds one chunk to each of the streams until all are done.
func runInTurn(plays []play) {
	for left := len(plays); left > 0; {
		left = 0
		for i := range plays {
			if !plays[i].done {
				plays[i].step()
				left++
			}
		}
	}
}
