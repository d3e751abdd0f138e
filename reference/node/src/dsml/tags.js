/**
 * The tags of the dialect `dsml` (SEMANTICS section 1) and where each of them
 * is looked for.
 *
 * A tag is coded as its kind plus flags. Codes fit in one byte so that the
 * tables in `trie.js` can hold them.
 */
import { isBlank } from '../space.js';
import { Trie } from '../trie.js';

/** Kinds. */
export const WRAPPER = 1;
export const INVOKE = 2;
export const PARAMETER = 3;

/** The bits of a code that hold its kind. */
export const KIND = 3;

/** Flags: an end tag; the style with `|DSML|`; a start tag that ends in `/>`. */
export const END = 4;
export const DSML = 8;
export const SELF_CLOSING = 16;

/** Openers of opaque sections (SEMANTICS D4). They need no character after them. */
export const CDATA = 64;
export const COMMENT = 65;

const NAMES = [
  [WRAPPER, 'tool_calls'],
  [INVOKE, 'invoke'],
  [PARAMETER, 'parameter'],
];

/** @type {[string, number][]} the twelve tags */
const TAGS = NAMES.flatMap(([kind, name]) => [
  [`<${name}`, kind],
  [`</${name}`, kind | END],
  [`<|DSML|${name}`, kind | DSML],
  [`</|DSML|${name}`, kind | DSML | END],
]);

/** @type {[string, number]} */
const COMMENT_OPENER = ['<!--', COMMENT];

/** @type {[string, number]} */
const CDATA_OPENER = ['<![CDATA[', CDATA];

/** @param {...number} codes kinds, with END where end tags are meant */
function tags(...codes) {
  return TAGS.filter(([, code]) => codes.includes(code & (KIND | END)));
}

// One table for each place, and not one for all: a table that knows only what
// counts in its place gives up at the earliest character, so that text is
// released, or a bare capture given up, as soon as the rule says.

/** @param {Iterable<readonly [string, number]>} words */
const trie = (words) => new Trie(words, { ignoreCase: true });

/** What opens a capture in prose (D2). */
export const OPENERS = trie(tags(WRAPPER));

/** What opens a capture in prose under `missing_opener` *repair* (D2, D7). */
export const OPENERS_AND_INVOKES = trie(tags(WRAPPER, INVOKE));

/** What counts inside a capture (D3). */
export const CAPTURED = trie([...TAGS, COMMENT_OPENER, CDATA_OPENER]);

/** What may come first in the first invoke level of a bare capture (D7 a). */
export const BARE_FIRST = trie(tags(PARAMETER, INVOKE | END));

/** What may stand at invoke depth 0 of a bare capture (D7 b). */
export const BARE_BETWEEN = trie([...tags(INVOKE, WRAPPER, WRAPPER | END), COMMENT_OPENER]);

/** What the flag asks for (D14): no character after the name. */
export const FLAGGED = trie([
  ['<tool_calls', 1],
  ['<|dsml|tool_calls', 1],
]);

/**
 * Whether a tag's name can end before this character (D2, D5).
 *
 * @param {number} code
 * @returns {boolean}
 */
export function endsName(code) {
  return code === 0x3e || code === 0x2f || isBlank(code);
}
