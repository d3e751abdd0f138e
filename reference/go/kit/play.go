package kit

// play is one chunking on its way through a stream, a step at a time, so that
// several can go in turn.
type play struct {
	fresh       func() Parser
	setup       Setup
	text        *slicer
	cuts        cuts
	finishTwice bool

	stream Stream
	next   int  // the chunk to feed
	done   bool // finished or failed

	events []Event // all of them, in order
	ends   []int   // how many there were after each chunk
	finish int     // how many there were after finish
	saw    *bool
	fail   *failure
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
	case p.stream == nil:
		p.stream, err = p.fresh().NewStream(p.setup)
	case p.next <= len(p.cuts):
		if err = p.take(p.stream.Feed(p.text.chunk(p.cuts, p.next))); err == nil {
			p.ends = append(p.ends, len(p.events))
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
		if p.finishTwice {
			err = p.take(p.stream.Finish())
		}
		p.done = true
	}
	return err
}

func (p *play) take(events []Event, err error) error {
	p.events = append(p.events, events...)
	return err
}
