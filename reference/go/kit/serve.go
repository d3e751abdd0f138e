package kit

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"
)

const protocol = 1

// Serve answers requests on standard input until it ends. Before the first
// one it takes the real standard output for itself, so that a parser that
// prints cannot corrupt the protocol: from then on descriptor 1 leads to
// standard error.
func Serve(info Info, fresh func() Parser) error {
	out, err := takeStdout()
	if err != nil {
		return err
	}
	return serve(os.Stdin, out, info, fresh)
}

// keepBytes is the largest buffer that is kept from one line to the next.
const keepBytes = 1 << 20

// serve answers each line of r with one line on w.
func serve(r io.Reader, w io.Writer, info Info, fresh func() Parser) error {
	if info.Language == "" {
		info.Language = "go"
	}
	if info.Modes == nil {
		info.Modes = []string{"batch", "stream"}
	}
	if info.Cuts == "" {
		info.Cuts = "any"
	}
	s := &server{info: info, fresh: fresh}
	lines := bufio.NewReaderSize(r, 1<<16)
	var line []byte
	for ; ; s.seq++ {
		var err error
		if line, err = readLine(lines, line[:0]); err == io.EOF {
			return nil
		} else if err != nil {
			return fmt.Errorf("kit: read a request: %w", err)
		}
		s.out.reset()
		s.answer(line)
		s.out.raw("\n")
		if _, err := w.Write(s.out.buf); err != nil {
			return fmt.Errorf("kit: write a response: %w", err)
		}
		if cap(line) > keepBytes {
			line = nil
		}
	}
}

// readLine appends the next line to buf. Lines have no limit here. A last line
// without its end counts as one.
func readLine(r *bufio.Reader, buf []byte) ([]byte, error) {
	for {
		part, err := r.ReadSlice('\n')
		buf = append(buf, part...)
		switch {
		case err == bufio.ErrBufferFull:
		case err == io.EOF && len(buf) > 0:
			return buf, nil
		default:
			return buf, err
		}
	}
}

type server struct {
	info  Info
	fresh func() Parser
	seq   int // of the request that is being answered
	out   writer
}

// request holds the members of all three requests; the ones of another are
// left empty, and unknown members are ignored.
type request struct {
	Seq      *int              `json:"seq"`
	Op       string            `json:"op"`
	Dialect  string            `json:"dialect"`
	Policies map[string]string `json:"policies"`
	Cases    []testCase        `json:"cases"`
	Text     string            `json:"text"`
	Tools    []Tool            `json:"tools"`
	Chunk    int               `json:"chunk"`
	Repeat   int               `json:"repeat"`
}

// answer writes the response to one line. A line that cannot be read has the
// number that was to be expected.
func (s *server) answer(line []byte) {
	var q request
	if err := json.Unmarshal(line, &q); err != nil {
		s.refuse(fmt.Sprintf("not a request: %v", err))
		return
	}
	if q.Seq != nil {
		s.seq = *q.Seq
	}
	if q.Op == "hello" {
		s.hello()
		return
	}
	if q.Op != "run" && q.Op != "time" {
		s.refuse(fmt.Sprintf("unknown op %q", q.Op))
		return
	}
	if problem := s.unsupported(q); problem != "" {
		s.refuse(problem)
		return
	}
	if q.Op == "time" {
		s.time(q)
		return
	}
	s.run(q)
}

// unsupported says what a request asks for that this adapter does not have.
func (s *server) unsupported(q request) string {
	if !slices.Contains(s.info.Dialects, q.Dialect) {
		return fmt.Sprintf("unknown dialect %q", q.Dialect)
	}
	for policy, value := range q.Policies {
		values, ok := s.info.Settable[policy]
		if !ok {
			return fmt.Sprintf("policy %q is not settable", policy)
		}
		if fewer, ok := s.info.Narrower[q.Dialect][policy]; ok {
			values = fewer
		}
		if !slices.Contains(values, value) {
			return fmt.Sprintf("policy %q has no value %q in dialect %q", policy, value, q.Dialect)
		}
	}
	for _, c := range q.Cases {
		if problem := c.unsupported(s.info.Modes); problem != "" {
			return fmt.Sprintf("case %q: %s", c.ID, problem)
		}
	}
	return ""
}

// begin opens the response object.
func (s *server) begin() {
	s.out.raw(`{"seq":`)
	s.out.int(s.seq)
}

// refuse answers a request that cannot be carried out.
func (s *server) refuse(message string) {
	s.begin()
	s.out.raw(`,"error":{"kind":"request","message":`)
	s.out.text(message)
	s.out.raw(`}}`)
}

func (s *server) hello() {
	settable := []string{}
	for policy := range s.info.Settable {
		settable = append(settable, policy)
	}
	slices.Sort(settable)
	s.out.any(struct {
		Seq            int                          `json:"seq"`
		Protocol       int                          `json:"protocol"`
		Name           string                       `json:"name"`
		Version        string                       `json:"version,omitempty"`
		Language       string                       `json:"language"`
		LibraryVersion string                       `json:"library_version,omitempty"`
		Dialects       []string                     `json:"dialects"`
		Modes          []string                     `json:"modes"`
		Cuts           string                       `json:"cuts"`
		Policies       map[string]map[string]string `json:"policies,omitempty"`
		Settable       []string                     `json:"settable"`
	}{
		s.seq, protocol, s.info.Name, s.info.Version, s.info.Language, s.info.LibraryVersion,
		s.info.Dialects, s.info.Modes, s.info.Cuts, s.info.Policies, settable,
	})
}
