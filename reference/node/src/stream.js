/**
 * The stream of every dialect: from chunks to visible text and calls. A dialect
 * brings what finds openers in prose and what walks over a capture.
 *
 * A chunk is scanned where it lies. What cannot be released yet is kept in
 * pieces until its fate is known: a string that grows by `+=` and is looked
 * into after each chunk would be copied each time.
 * Positions count UTF-16 units from the start of the text.
 */
import { Held } from './held.js';
import { GIVEN_UP, OPEN } from './outcome.js';
import { MarkerSearch } from './search.js';

/**
 * @typedef {{name: string, input: Record<string, unknown>}} Call
 * @typedef {{text: string} | {call: Call}} Event
 *
 * @typedef {object} Prose scans outside captures
 * @property {number} candidate where the `<` stands that may yet begin an opener, or -1
 * @property {number} opener the code of the opener that stopped the last scan, or 0
 * @property {(chunk: string, from: number, base: number) => number} scan `base`: the position of
 *   the chunk in the text; gives where in the chunk the scan stopped
 * @property {(capture: Capture) => void} resume goes on after a capture
 *
 * @typedef {object} Capture walks over a block
 * @property {number} start where it starts in the text
 * @property {number} outcome of the last scan, see `outcome.js`
 * @property {number} resumeAt where the prose goes on after GIVEN_UP
 * @property {(opener: number, start: number, end: number) => void} open starts behind an opener
 * @property {(chunk: string, from: number, base: number) => number} scan as of Prose
 * @property {(block: string) => Call[]} read reads the block that has closed; none: it is text
 */

export class BlockStream {
  #prose;
  #capture;
  #capturing = false;
  #markers;
  #called = false;
  #finished = false;

  /** @type {Event[]} */
  #events = [];

  /** The chunk in hand, and its position in the text. */
  #chunk = '';
  #base = 0;

  /** Where the text starts that has not been released. What of it lies before the chunk is in `#held`. */
  #from = 0;
  #held = new Held();

  /**
   * @param {{prose: Prose, capture: Capture, flagged: import('./trie.js').Trie}} dialect
   *   `flagged`: the markers that set the flag
   */
  constructor({ prose, capture, flagged }) {
    this.#prose = prose;
    this.#capture = capture;
    this.#markers = new MarkerSearch(flagged);
  }

  /** Whether the text so far held tool syntax or gave a call (D14, Q12). */
  get sawToolSyntax() {
    return this.#markers.found || this.#called;
  }

  /**
   * @param {string} chunk
   * @returns {Event[]} what can be said for certain after this chunk
   */
  feed(chunk) {
    if (this.#finished) throw new Error('the stream is finished');
    this.#events = [];
    if (chunk !== '') {
      if (!this.#markers.found) this.#markers.scan(chunk, 0);
      this.#scan(chunk);
    }
    return this.#events;
  }

  /** @returns {Event[]} what was held back; nothing the second time */
  finish() {
    this.#events = [];
    if (!this.#finished) {
      this.#finished = true;
      this.#release(this.#base);
    }
    return this.#events;
  }

  #scan(chunk) {
    this.#chunk = chunk;
    let at = 0;
    while (at < this.#chunk.length) {
      at = this.#capturing ? this.#scanCapture(at) : this.#scanProse(at);
    }
    const end = this.#base + this.#chunk.length;
    this.#release(this.#firstUndecided(end));
    if (this.#from < end) {
      this.#held.add(this.#chunk.slice(Math.max(this.#from - this.#base, 0)));
    }
    this.#base = end;
    this.#chunk = '';
  }

  #firstUndecided(end) {
    if (this.#capturing) return this.#capture.start;
    return this.#prose.candidate < 0 ? end : this.#prose.candidate;
  }

  #scanProse(from) {
    const prose = this.#prose;
    const at = prose.scan(this.#chunk, from, this.#base);
    if (prose.opener !== 0) {
      this.#capture.open(prose.opener, prose.candidate, this.#base + at);
      this.#capturing = true;
    }
    return at;
  }

  #scanCapture(from) {
    const capture = this.#capture;
    const at = capture.scan(this.#chunk, from, this.#base);
    if (capture.outcome === OPEN) return at;
    this.#capturing = false;
    this.#prose.resume(capture);
    if (capture.outcome === GIVEN_UP) {
      this.#release(capture.resumeAt);
      return this.#rewind();
    }
    this.#release(capture.start);
    const block = this.#cut(this.#base + at);
    const calls = capture.read(block);
    if (calls.length === 0) this.#emitText(block);
    for (const call of calls) {
      this.#called = true;
      this.#events.push({ call });
    }
    return at;
  }

  /**
   * Goes back to the first character that is not released. If that lies in an
   * earlier chunk, what is held becomes part of the chunk in hand. That is a part
   * of one tag, which holds no opener, so no character goes back twice. It may be
   * long in `qwen` only (Q8); in `dsml` D7 (c) limits it.
   *
   * @returns {number} where the scan of the chunk goes on
   */
  #rewind() {
    if (this.#from >= this.#base) return this.#from - this.#base;
    this.#chunk = this.#held.take() + this.#chunk;
    this.#base = this.#from;
    return 0;
  }

  #release(to) {
    if (to > this.#from) this.#emitText(this.#cut(to));
  }

  /**
   * @param {number} to
   * @returns {string} the text from `#from` to there, which no longer is held
   */
  #cut(to) {
    const inChunk = to - this.#base;
    let text;
    if (this.#held.isEmpty) {
      text = this.#chunk.slice(this.#from - this.#base, inChunk);
    } else if (inChunk >= 0) {
      if (inChunk > 0) this.#held.add(this.#chunk.slice(0, inChunk));
      text = this.#held.take();
    } else {
      const all = this.#held.take();
      text = all.slice(0, to - this.#from);
      this.#held.add(all.slice(to - this.#from));
    }
    this.#from = to;
    return text;
  }

  #emitText(text) {
    const last = this.#events.at(-1);
    if (last !== undefined && 'text' in last) last.text += text;
    else this.#events.push({ text });
  }
}
