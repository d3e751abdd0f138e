/**
 * Opaque sections inside a capture (SEMANTICS D4): CDATA and comments.
 */
import { CDATA } from './tags.js';

/** Finds the end of one section after another, across chunk borders. */
export class Opaque {
  #mark = ']';
  /** How many marks end what has been read of the section. */
  #marks = 0;

  /** Whether the section ended in the last scan. */
  closed = false;

  /**
   * Starts behind an opener. Marks of the opener do not count for the end, so
   * `<!-->` is no whole comment.
   *
   * @param {number} code CDATA or COMMENT
   */
  open(code) {
    this.#mark = code === CDATA ? ']' : '-';
    this.#marks = 0;
    this.closed = false;
  }

  /**
   * Two marks and `>` end a section; more marks than two do not hinder it.
   *
   * @param {string} chunk
   * @param {number} from
   * @returns {number} the position after the section, or the end of the chunk
   */
  scan(chunk, from) {
    let at = from;
    while (at < chunk.length) {
      if (this.#marks === 0) {
        at = chunk.indexOf(this.#mark, at);
        if (at < 0) return chunk.length;
        this.#marks = 1;
      } else if (chunk[at] === this.#mark) {
        this.#marks += 1;
      } else if (chunk[at] === '>' && this.#marks >= 2) {
        this.closed = true;
        return at + 1;
      } else {
        this.#marks = 0;
      }
      at += 1;
    }
    return at;
  }
}
