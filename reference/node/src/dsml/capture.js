/**
 * The walk over an open capture (SEMANTICS D3 to D5, and D7 for bare ones).
 *
 * The walk keeps a list of the tags it met. Reading the block later needs
 * nothing else: what the walk did not meet is no tag (D8), so the text of a
 * block is never searched for tags again.
 */
import { CLOSED, GIVEN_UP, OPEN } from '../outcome.js';
import { AFTER_LT, NONE } from '../trie.js';
import { isBlank } from '../space.js';
import { readBlock } from './block.js';
import { Depth } from './depth.js';
import { Opaque } from './opaque.js';
import * as T from './tags.js';

// What the walk is in the middle of.
const BODY = 0;
const NAME = 1;
const TAG = 2;
/** An invoke start tag under the limits of D7 (c). */
const LIMITED_TAG = 3;
const OPAQUE = 4;

/** D7 (c): the longest invoke start tag of a bare capture, in code points. */
const MAX_BARE_TAG = 4096;

const GT = 0x3e;
const LT = 0x3c;

export class Capture {
  /** Where the capture starts in the text. It moves when a new wrapper opens (D3). */
  start = 0;

  outcome = OPEN;

  /** After GIVEN_UP: where the scan of the prose goes on. */
  resumeAt = 0;

  /** Whether the line is blank up to where the scan of the prose goes on. */
  blankLine = false;

  /** The tags met: code, start, end of the name, end, four numbers a tag. */
  #tags = [];

  #mode = BODY;
  #bare = false;
  #depth = new Depth();
  #opaque = new Opaque();
  /** D7 (a, b): the only markers that may come next, or null if anything may. */
  #expected = null;
  #node = NONE;
  #code = 0;
  #tagStart = 0;
  #nameEnd = 0;
  /** The quote the walk is in, or 0. */
  #quote = 0;
  /** Whether the last character of the tag was `/`. */
  #slash = false;
  /** The code points of a limited tag so far. */
  #length = 0;

  /**
   * Starts at an opener whose name has been read.
   *
   * @param {number} code
   * @param {number} start
   * @param {number} nameEnd
   */
  open(code, start, nameEnd) {
    this.start = start;
    this.#tags = [];
    this.outcome = OPEN;
    this.#bare = (code & T.KIND) === T.INVOKE;
    this.#depth.reset(this.#bare);
    this.#tagStart = start;
    this.#beginTag(code, nameEnd);
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
        case BODY:
          at = this.#scanBody(chunk, at, base);
          break;
        case NAME:
          at = this.#scanName(chunk, at, base);
          break;
        case TAG:
          at = this.#scanTag(chunk, at, base);
          break;
        case LIMITED_TAG:
          at = this.#scanLimitedTag(chunk, at, base);
          break;
        default:
          at = this.#opaque.scan(chunk, at);
          if (this.#opaque.closed) this.#mode = BODY;
      }
    }
    return at;
  }

  /**
   * Reads the block that has closed, once.
   *
   * @param {string} block its text
   * @returns {import('./block.js').Call[]} none if it is rejected
   */
  read(block) {
    const tags = this.#tags;
    this.#tags = []; // a long list must not outlive its block (C6)
    return readBlock(block, this.start, tags);
  }

  #scanBody(chunk, from, base) {
    let at = from;
    if (this.#expected === null) {
      at = chunk.indexOf('<', from);
      if (at < 0) return chunk.length;
    } else {
      const code = chunk.charCodeAt(at);
      if (isBlank(code)) {
        // Fences look at spaces and TABs only, so CR is no part of a blank line.
        if (code === 0x0a) this.blankLine = true;
        else if (code === 0x0d) this.blankLine = false;
        return at + 1;
      }
      if (code === 0x7b && this.#expected === T.BARE_FIRST) {
        this.#expected = null;
        return at + 1;
      }
      if (code !== LT) {
        this.#giveUp(base + at);
        return at;
      }
    }
    this.#tagStart = base + at;
    this.#node = AFTER_LT;
    this.#mode = NAME;
    return at + 1;
  }

  #scanName(chunk, at, base) {
    const markers = this.#expected ?? T.CAPTURED;
    const code = chunk.charCodeAt(at);
    const next = markers.step(this.#node, code);
    if (next !== NONE) {
      this.#node = next;
      if (markers.code[next] >= T.CDATA) {
        this.#opaque.open(markers.code[next]);
        this.#mode = OPAQUE;
        this.blankLine = false;
      }
      return at + 1;
    }
    const found = T.endsName(code) ? markers.code[this.#node] : 0;
    if (found !== 0) {
      // A second wrapper starts a capture of its own; what was captured is text (D3, D7).
      if (found === T.WRAPPER || found === (T.WRAPPER | T.DSML)) {
        if (this.#depth.invokes === 0) {
          this.open(found, this.#tagStart, base + at);
          return at;
        }
      }
      this.#beginTag(found, base + at);
    } else if (this.#expected !== null) {
      this.#giveUp(this.#tagStart);
    } else {
      this.#mode = BODY;
    }
    return at;
  }

  #beginTag(code, nameEnd) {
    this.#code = code;
    this.#nameEnd = nameEnd;
    this.#quote = 0;
    this.#slash = false;
    this.#expected = null;
    const invokeStart = (code & (T.KIND | T.END)) === T.INVOKE;
    if (this.#bare && invokeStart && this.#depth.invokes === 0) {
      this.#mode = LIMITED_TAG;
      this.#length = nameEnd - this.#tagStart;
    } else {
      this.#mode = TAG;
    }
  }

  #scanTag(chunk, from, base) {
    let at = from;
    while (at < chunk.length) {
      if (this.#quote !== 0) {
        at = chunk.indexOf(this.#quote === 0x22 ? '"' : "'", at);
        if (at < 0) return chunk.length;
        this.#quote = 0;
        this.#slash = false;
      } else {
        const code = chunk.charCodeAt(at);
        if (code === GT) {
          this.#endTag(base + at + 1);
          return at + 1;
        }
        if (code === 0x22 || code === 0x27) this.#quote = code;
        this.#slash = code === 0x2f;
      }
      at += 1;
    }
    return at;
  }

  /**
   * As `#scanTag`, with the two limits of D7 (c). A `<` outside quotes is
   * looked at before the length: where it stands right behind the limit, the
   * capture is given up at the `<`.
   */
  #scanLimitedTag(chunk, from, base) {
    for (let at = from; at < chunk.length; at += 1) {
      const code = chunk.charCodeAt(at);
      if (code === LT && this.#quote === 0) {
        this.#giveUp(base + at);
        return at;
      }
      // The second half of a surrogate pair is no code point of its own.
      if ((code & 0xfc00) !== 0xdc00) this.#length += 1;
      if (this.#length > MAX_BARE_TAG) {
        this.#giveUp(this.#tagStart + 1);
        return at;
      }
      if (this.#quote !== 0) {
        if (code === this.#quote) this.#quote = 0;
      } else if (code === GT) {
        this.#endTag(base + at + 1);
        return at + 1;
      } else if (code === 0x22 || code === 0x27) {
        this.#quote = code;
      }
      this.#slash = code === 0x2f;
    }
    return chunk.length;
  }

  #endTag(end) {
    const code = this.#slash && (this.#code & T.END) === 0 ? this.#code | T.SELF_CLOSING : this.#code;
    this.#tags.push(code, this.#tagStart, this.#nameEnd, end);
    this.#mode = BODY;
    const outside = this.#depth.invokes === 0;
    this.#depth.count(code);
    if (this.#depth.wrappers === 0) {
      this.outcome = CLOSED;
      // The block ends with `>`, so a run of backticks behind it opens no fence.
      this.blankLine = false;
    } else if (this.#bare) {
      this.blankLine = false;
      if (this.#depth.invokes === 0) this.#expected = T.BARE_BETWEEN;
      else if (outside) this.#expected = T.BARE_FIRST;
    }
  }

  #giveUp(at) {
    // After a `<` the line is not blank; after blanks `blankLine` has been kept.
    this.outcome = GIVEN_UP;
    this.resumeAt = at;
    this.#tags = [];
    if (this.#mode !== BODY) this.blankLine = false;
  }
}
