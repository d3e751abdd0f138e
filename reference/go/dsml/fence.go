package dsml

// fence follows the lines of the input and knows whether the scan is inside a
// fence (SEMANTICS D1). Every character outside captures goes through read; a
// capture is made good for by resume.
type fence struct {
	open byte // the character of the open fence, 0 outside of one
	size int  // the length of the run that opened it
	line line
	char byte // the character of the run at the start of this line
	run  int  // its length so far
}

// line says where on its line the scan is.
type line uint8

const (
	indent  line = iota // only spaces and TABs so far
	running             // in a run of backticks or tildes after the indent
	ending              // after a run that closes, if only blanks follow
	rest                // nothing on this line opens or closes a fence any more
)

// inside reports whether the next character is text whatever it is. This is
// so from the third character of the opening run on; before it, the line
// holds nothing that could begin a tag.
func (f *fence) inside() bool { return f.open != 0 }

// read takes the next character.
func (f *fence) read(c byte) {
	if c == '\n' {
		f.newline()
		return
	}
	switch f.line {
	case indent:
		switch c {
		case ' ', '\t':
		case '`', '~':
			f.line, f.char, f.run = running, c, 1
		default:
			f.line = rest
		}
	case running:
		f.inRun(c)
	case ending:
		if c != ' ' && c != '\t' && c != '\r' {
			f.line = rest
		}
	}
}

// inRun takes the next character after a run, which may belong to it.
func (f *fence) inRun(c byte) {
	switch {
	case c == f.char:
		f.run++
		if f.open == 0 && f.run == 3 {
			f.open, f.size = c, 0
		}
	case f.closes() && (c == ' ' || c == '\t' || c == '\r'):
		f.line = ending
	default:
		f.settle()
	}
}

// settle ends the run that opened a fence: only now is its length known. Size
// 0 marks it as not yet known, so that the opening run cannot close itself.
func (f *fence) settle() {
	if f.open != 0 && f.size == 0 {
		f.size = f.run
	}
	f.line = rest
}

// closes reports whether the run of this line is one that closes the fence.
func (f *fence) closes() bool {
	return f.open == f.char && f.size > 0 && f.run >= f.size
}

func (f *fence) newline() {
	switch {
	case f.line == ending, f.line == running && f.closes():
		f.open = 0
	case f.line == running:
		f.settle()
	}
	f.line = indent
}

// resume goes on after a capture that lies before position at of text. What
// it held opens and closes nothing but stands before a run on its line, so
// only the characters back to the last that is no blank matter. That is at
// the latest the "<" with which the capture began.
func (f *fence) resume(text []byte, at int) {
	for at--; text[at] == ' ' || text[at] == '\t'; at-- {
	}
	f.line = rest
	if text[at] == '\n' {
		f.line = indent
	}
}
