package kit

import "slices"

// play is one chunking on its way through a stream, a step at a time, so that
// several can go in turn.
type play struct {
	fresh       func() Parser
	setup       Setup
	text        string
	cuts        cuts
	finishTwice bool

	stream  Stream
	started bool // the stream was asked for
	next    int  // the chunk to feed
	from    int  // where it begins in the text
	done    bool // finished or failed

	events []Event // all of them, in order
	ends   []int   // how many there were after each chunk
	finish int     // how many there were after finish
	saw    *bool
	stated []Call // the calls that the stream states at its end; nil: it does not say
	fail   *failure
	again  *failure // of the second finish
}

func (p *play) run() {
	for !p.done {
		p.step()
	}
}

// fed reports whether all chunks have been fed.
func (p *play) fed() bool { return p.done || p.next > len(p.cuts) }

// step makes the stream, feeds it one chunk or finishes it.
func (p *play) step() {
	p.fail = try(p.advance)
	if p.fail == nil {
		return
	}
	p.done = true
	if p.stream != nil && p.next <= len(p.cuts) {
		p.fail.feed = p.next
	}
}

func (p *play) advance() (err error) {
	switch {
	case !p.started:
		p.started = true
		p.stream, err = p.fresh().NewStream(p.setup)
	case p.next <= len(p.cuts):
		chunk := p.chunk()
		if err = p.take(p.stream.Feed(chunk)); err == nil {
			p.ends = append(p.ends, len(p.events))
			p.from += len(chunk)
			p.next++
		}
	default:
		if err = p.take(p.stream.Finish()); err != nil {
			return err
		}
		p.finish = len(p.events)
		if s, ok := p.stream.(interface{ SawToolSyntax() bool }); ok {
			p.saw = Some(s.SawToolSyntax())
		}
		if s, ok := p.stream.(interface{ FinalCalls() []Call }); ok {
			p.stated = slices.Clone(s.FinalCalls())
		}
		if p.finishTwice {
			p.again = try(func() error { return p.take(p.stream.Finish()) })
		}
		p.done = true
	}
	return err
}

// chunk is the chunk to feed.
func (p *play) chunk() string {
	if p.next == len(p.cuts) {
		return p.text[p.from:]
	}
	points := p.cuts[p.next]
	if p.next > 0 {
		points -= p.cuts[p.next-1]
	}
	return p.text[p.from:advance(p.text, p.from, points)]
}

func (p *play) take(events []Event, err error) error {
	p.events = append(p.events, events...)
	return err
}
