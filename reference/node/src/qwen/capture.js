/**
 * The walk over an open capture (SEMANTICS Q3 to Q5, and Q8).
 *
 * The walk notes where names, keys and values stand. Reading the block later
 * needs nothing else, so the text of a block is never searched again.
 */
import { CLOSED, GIVEN_UP, OPEN } from '../outcome.js';
import { MarkerSearch } from '../search.js';
import { skipSpace } from '../space.js';
import { AFTER_LT, NONE } from '../trie.js';
import { KEY, NAME, VALUE, readBlock } from './block.js';
import { Label } from './label.js';
import * as T from './tags.js';

// What the walk is in the middle of.
/** White space before a tag, or before what shows that a closer closed nothing. */
const SPACE = 0;
/** A tag, up to its `=` or `>`. */
const TAG = 1;
/** The NAME or KEY of a tag. */
const LABEL = 2;
const IN_VALUE = 3;

const LT = 0x3c;

/** @implements {import('../stream.js').Capture} */
export class Capture {
  /** Where the capture starts in the text. */
  start = 0;

  outcome = OPEN;

  /** After GIVEN_UP: where the scan of the prose goes on. */
  resumeAt = 0;

  #types;
  #mode = SPACE;
  /** The tags that may come next; AFTER_CLOSER while it is open whether a value has ended. */
  #allowed = T.IN_BLOCK;
  #node = NONE;
  #tagStart = 0;
  #label = new Label();
  #valueStart = 0;
  /** Where the last closer stands: perhaps the end of the value. */
  #valueEnd = 0;
  #closers = new MarkerSearch(T.CLOSER);
  /** What was noted: kind, start, end, three numbers each. */
  #notes = [];

  /** @param {import('./declared.js').DeclaredTypes} types for the values of the calls (Q9) */
  constructor(types) {
    this.#types = types;
  }

  /**
   * Starts behind an opener.
   *
   * @param {number} _opener there is only one
   * @param {number} start
   */
  open(_opener, start) {
    this.start = start;
    this.outcome = OPEN;
    this.#notes = [];
    this.#expect(T.IN_BLOCK);
  }

  /**
   * Reads on until the block closes, the capture is given up, or the chunk ends.
   *
   * @param {string} chunk
   * @param {number} from where in the chunk to start
   * @param {number} base the position of the chunk in the text
   * @returns {number} where the scan stopped
   */
  scan(chunk, from, base) {
    let at = from;
    while (at < chunk.length && this.outcome === OPEN) {
      switch (this.#mode) {
        case SPACE:
          at = this.#scanSpace(chunk, at, base);
          break;
        case TAG:
          at = this.#scanTag(chunk, at, base);
          break;
        case LABEL:
          at = this.#scanLabel(chunk, at, base);
          break;
        default:
          at = this.#scanValue(chunk, at, base);
      }
    }
    return at;
  }

  /**
   * @param {string} block the text of the block that has closed
   * @returns {import('../stream.js').Call[]} one at least
   */
  read(block) {
    const notes = this.#notes;
    this.#notes = []; // a long list must not outlive its block (C6)
    return readBlock(block, this.start, notes, this.#types);
  }

  #scanSpace(chunk, from, base) {
    const at = skipSpace(chunk, from);
    if (at === chunk.length) return at;
    if (chunk.charCodeAt(at) !== LT) {
      this.#disappoint(base + at);
      return at;
    }
    this.#tagStart = base + at;
    this.#node = AFTER_LT;
    this.#mode = TAG;
    return at + 1;
  }

  #scanTag(chunk, at, base) {
    this.#node = this.#allowed.step(this.#node, chunk.charCodeAt(at));
    if (this.#node === NONE) {
      this.#disappoint(this.#tagStart);
      return at;
    }
    const code = this.#allowed.code[this.#node];
    if (code !== 0) this.#take(code, base + at + 1);
    return at + 1;
  }

  #take(code, end) {
    // A closer is taken back by another closer, and confirmed by everything else (Q5).
    const confirms = this.#allowed === T.AFTER_CLOSER && code !== T.PARAMETER_END;
    if (confirms) this.#notes.push(VALUE, this.#valueStart, this.#valueEnd);
    switch (code) {
      case T.FUNCTION:
      case T.PARAMETER:
        this.#mode = LABEL;
        this.#label.open(code === T.PARAMETER, end);
        break;
      case T.FUNCTION_END:
        this.#expect(T.AFTER_FUNCTION);
        break;
      case T.PARAMETER_END:
        this.#valueEnd = this.#tagStart;
        this.#expect(T.AFTER_CLOSER);
        break;
      case T.BLOCK_END:
        this.outcome = CLOSED;
    }
  }

  #scanLabel(chunk, from, base) {
    const label = this.#label;
    const at = label.scan(chunk, from);
    if (label.isBad) this.#giveUp(this.#tagStart);
    if (!label.ended || label.isBad) return at;
    this.#notes.push(label.isKey ? KEY : NAME, label.start, base + at);
    this.#valueStart = base + at + 1;
    if (label.isKey) this.#goOnInValue();
    else this.#expect(T.IN_FUNCTION);
    return at + 1;
  }

  #scanValue(chunk, from, base) {
    const at = this.#closers.scan(chunk, from);
    if (this.#closers.found) {
      this.#tagStart = base + at - this.#closers.matched;
      this.#take(T.PARAMETER_END, base + at);
    }
    return at;
  }

  #expect(allowed) {
    this.#allowed = allowed;
    this.#mode = SPACE;
  }

  #goOnInValue() {
    this.#closers.reset();
    this.#mode = IN_VALUE;
  }

  /**
   * None of the allowed tags begins at this position. After a closer that means
   * that the value goes on (Q5). What was read of a tag need not be looked at
   * again then: it holds no second `<`, and a closer is among the allowed tags.
   */
  #disappoint(at) {
    if (this.#allowed === T.AFTER_CLOSER) this.#goOnInValue();
    else this.#giveUp(at);
  }

  #giveUp(at) {
    this.outcome = GIVEN_UP;
    this.resumeAt = at;
    this.#notes = [];
  }
}
