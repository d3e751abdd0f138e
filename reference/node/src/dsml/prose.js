/**
 * Scanning outside captures: fences (SEMANTICS D1) and openers (D2, D7).
 *
 * The whole state is a handful of numbers, so a chunk may end anywhere.
 */
import { AFTER_LT, NONE } from '../trie.js';
import { OPENERS, OPENERS_AND_INVOKES, endsName } from './tags.js';

// Where on its line the scan stands. The fenced places follow the others.
/** Only spaces and TABs so far. */
const START = 0;
/** In a run of fence characters with only spaces and TABs before it. */
const RUN = 1;
/** Anywhere after that. */
const REST = 2;
const FENCED_START = 3;
const FENCED_RUN = 4;
/** After a run that closes the fence if nothing else follows on the line. */
const FENCED_TAIL = 5;
const FENCED_REST = 6;

const MIN_FENCE = 3;

const LF = 0x0a;
const LT = 0x3c;

export class Prose {
  #openers;
  #place = START;
  #node = NONE;
  /** The fence character of the current run or fence. */
  #mark = 0;
  /** The length of the current run. */
  #run = 0;
  /** The length of the run that opened the fence. */
  #fence = 0;

  /** Where the `<` stands that may yet begin an opener, or -1. */
  candidate = -1;

  /** The code of the opener that stopped the last scan, or 0. */
  opener = 0;

  /** @param {boolean} repair whether an invoke opens a bare capture (D7) */
  constructor(repair) {
    this.#openers = repair ? OPENERS_AND_INVOKES : OPENERS;
  }

  /**
   * Goes on after a capture.
   *
   * @param {{blankLine: boolean}} capture `blankLine`: whether only spaces and TABs
   *   stand before this place on its line; a capture counts as something (D1)
   */
  resume({ blankLine }) {
    this.#place = blankLine ? START : REST;
    this.candidate = -1;
    this.opener = 0;
  }

  /**
   * Reads on until an opener is complete, its `opener` set and `candidate` its
   * start, or until the chunk ends.
   *
   * @param {string} chunk
   * @param {number} from where in the chunk to start
   * @param {number} base the position of the chunk in the text
   * @returns {number} where the scan stopped: on the character after the name
   */
  scan(chunk, from, base) {
    let at = from;
    while (at < chunk.length) {
      if (this.candidate >= 0) {
        const code = chunk.charCodeAt(at);
        const next = this.#openers.step(this.#node, code);
        if (next !== NONE) {
          this.#node = next;
          at += 1;
          continue;
        }
        this.opener = endsName(code) ? this.#openers.code[this.#node] : 0;
        if (this.opener !== 0) return at;
        this.candidate = -1;
      }
      if (this.#place >= FENCED_START) {
        at = this.#scanFenced(chunk, at);
      } else if (this.#place === REST) {
        at = this.#scanRest(chunk, at, base);
      } else {
        at = this.#scanStart(chunk, at);
      }
    }
    return at;
  }

  /**
   * @param {string} chunk
   * @param {number} from
   * @param {number} base
   * @returns {number}
   */
  #scanRest(chunk, from, base) {
    for (let at = from; at < chunk.length; at += 1) {
      const code = chunk.charCodeAt(at);
      if (code === LF) {
        this.#place = START;
        return at + 1;
      }
      if (code === LT) {
        this.candidate = base + at;
        this.#node = AFTER_LT;
        return at + 1;
      }
    }
    return chunk.length;
  }

  /**
   * @param {string} chunk
   * @param {number} at
   * @returns {number}
   */
  #scanStart(chunk, at) {
    const code = chunk.charCodeAt(at);
    if (this.#place === START) {
      if (isIndent(code)) return at + 1;
      if (code === 0x60 || code === 0x7e) {
        this.#mark = code;
        this.#run = 1;
        this.#place = RUN;
        return at + 1;
      }
      // An empty line stays a start; anything else is the rest of its line.
      if (code !== LF) this.#place = REST;
      return code === LF ? at + 1 : at;
    }
    if (code === this.#mark) {
      this.#run += 1;
      return at + 1;
    }
    this.#fence = this.#run;
    this.#place = this.#run < MIN_FENCE ? REST : FENCED_REST;
    return at;
  }

  /**
   * @param {string} chunk
   * @param {number} at
   * @returns {number}
   */
  #scanFenced(chunk, at) {
    if (this.#place === FENCED_REST) {
      const lf = chunk.indexOf('\n', at);
      if (lf < 0) return chunk.length;
      this.#place = FENCED_START;
      return lf + 1;
    }
    const code = chunk.charCodeAt(at);
    if (this.#place === FENCED_TAIL) {
      if (isIndent(code) || code === 0x0d) return at + 1;
      if (code === LF) {
        this.#place = START;
        return at + 1;
      }
    } else if (code === this.#mark) {
      this.#run = this.#place === FENCED_RUN ? this.#run + 1 : 1;
      this.#place = FENCED_RUN;
      return at + 1;
    } else if (this.#place === FENCED_START) {
      if (isIndent(code)) return at + 1;
    } else if (this.#run >= this.#fence) {
      this.#place = FENCED_TAIL;
      return at;
    }
    this.#place = FENCED_REST;
    return at;
  }
}

/**
 * @param {number} code
 * @returns {boolean} whether it is a space or a TAB
 */
function isIndent(code) {
  return code === 0x20 || code === 0x09;
}
