package dsml

import "strings"

// lexicon recognises a set of spellings one character at a time. It is a trie
// with a row of next nodes for each node, so that a chunk border inside a tag
// costs nothing and no character is looked at twice. ASCII case is folded when
// the trie is built and never in the text (SEMANTICS C2).
type lexicon struct {
	next  [][128]uint8
	means []spelling // kind nothing: the node is no complete spelling
}

// atBracket is the node after "<", with which all spellings begin.
const atBracket = 1

// step is the node after c, or 0 if no spelling goes on with c.
func (l *lexicon) step(node, c byte) byte {
	if c >= 128 {
		return 0
	}
	return l.next[node][c]
}

func (l *lexicon) node() byte {
	l.next = append(l.next, [128]uint8{})
	l.means = append(l.means, spelling{})
	return byte(len(l.next) - 1)
}

func (l *lexicon) add(text string, means spelling) {
	node := byte(0)
	for _, c := range []byte(strings.ToLower(text)) {
		if l.next[node][c] == 0 {
			fresh := l.node()
			l.next[node][c] = fresh
			if 'a' <= c && c <= 'z' {
				l.next[node][c-'a'+'A'] = fresh
			}
		}
		node = l.next[node][c]
	}
	l.means[node] = means
}

// newLexicon holds the given spellings; tags come in both styles.
func newLexicon(list ...spelling) *lexicon {
	l := &lexicon{}
	l.node()
	for _, s := range list {
		switch s.kind {
		case cdata:
			l.add(cdataOpen, s)
		case comment:
			l.add(commentOpen, s)
		default:
			lead := "<"
			if s.closing {
				lead = "</"
			}
			l.add(lead+names[s.kind], spelling{s.kind, s.closing, canonical})
			l.add(lead+styleMark+names[s.kind], spelling{s.kind, s.closing, dsml})
		}
	}
	return l
}

const (
	cdataOpen    = "<![CDATA["
	cdataClose   = "]]>"
	commentOpen  = "<!--"
	commentClose = "-->"
)

var (
	// What starts a capture (SEMANTICS D2, D7), by policy.
	wrapperOpens = newLexicon(spelling{kind: wrapper})
	anyOpens     = newLexicon(spelling{kind: wrapper}, spelling{kind: invoke})

	// What the walk through a capture stops at (SEMANTICS D3).
	captured = newLexicon(
		spelling{kind: wrapper}, spelling{kind: wrapper, closing: true},
		spelling{kind: invoke}, spelling{kind: invoke, closing: true},
		spelling{kind: parameter}, spelling{kind: parameter, closing: true},
		spelling{kind: cdata}, spelling{kind: comment},
	)

	// What keeps a bare capture alive after its invoke (SEMANTICS D7a) and
	// between two of them (D7b).
	afterInvoke    = newLexicon(spelling{kind: parameter}, spelling{kind: invoke, closing: true})
	betweenInvokes = newLexicon(
		spelling{kind: invoke}, spelling{kind: wrapper}, spelling{kind: wrapper, closing: true},
		spelling{kind: comment},
	)
)
