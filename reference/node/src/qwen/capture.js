/**
 * The walk over an open capture (SEMANTICS Q3 to Q5, and Q8).
 *
 * The walk notes where names, keys and values stand. Reading the block later
 * needs nothing else, so the text of a block is never searched again.
 */
import { CLOSED, GIVEN_UP, OPEN } from '../outcome.js';
import { MarkerSearch } from '../search.js';
import { isSpace, skipSpace } from '../space.js';
import { AFTER_LT, NONE } from '../trie.js';
import { KEY, NAME, VALUE, readBlock } from './block.js';
import * as T from './tags.js';

// What the walk is in the middle of.
/** White space before a tag, or before what shows that a closer closed nothing. */
const SPACE = 0;
/** A tag, up to its `=` or `>`. */
const TAG = 1;
/** The NAME or KEY of a tag. */
const LABEL = 2;
const IN_VALUE = 3;

const LF = 0x0a;
const LT = 0x3c;
const GT = 0x3e;

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
  /** Whether the label in hand is a KEY, and whether what it holds so far makes it good. */
  #isKey = false;
  #isGood = false;
  #labelStart = 0;
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
   * Reads the block that has closed, once.
   *
   * @param {string} block its text
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
        this.#isKey = code === T.PARAMETER;
        this.#isGood = false;
        this.#labelStart = end;
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

  /**
   * A LF is an error before anything is trimmed. A NAME must hold something
   * besides white space, a KEY any character (Q4).
   */
  #scanLabel(chunk, from, base) {
    for (let at = from; at < chunk.length; at += 1) {
      const code = chunk.charCodeAt(at);
      if (code === LF || (code === GT && !this.#isGood)) {
        this.#giveUp(this.#tagStart);
        return at;
      }
      if (code === GT) {
        this.#notes.push(this.#isKey ? KEY : NAME, this.#labelStart, base + at);
        if (this.#isKey) this.#enterValue(base + at + 1);
        else this.#expect(T.IN_FUNCTION);
        return at + 1;
      }
      if (this.#isKey || !isSpace(code)) this.#isGood = true;
    }
    return chunk.length;
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

  #enterValue(start) {
    this.#valueStart = start;
    this.#goOnInValue();
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
