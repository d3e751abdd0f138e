/**
 * The NAME or KEY of a tag, read up to its `>` (SEMANTICS Q4).
 */
import { isSpace } from '../space.js';

const LF = 0x0a;
const GT = 0x3e;

export class Label {
  isKey = false;

  /** Where it starts in the text. */
  start = 0;

  /** Whether its `>` has been met, and whether it has been found bad: empty, or with a LF. */
  ended = false;
  isBad = false;

  /** Whether it holds what makes it not empty. */
  #isFilled = false;

  /**
   * @param {boolean} isKey
   * @param {number} start
   */
  open(isKey, start) {
    this.isKey = isKey;
    this.start = start;
    this.ended = false;
    this.isBad = false;
    this.#isFilled = false;
  }

  /**
   * A LF is an error before anything is trimmed. A NAME must hold something
   * besides white space, a KEY any character.
   *
   * @param {string} chunk
   * @param {number} from where in the chunk to start
   * @returns {number} where the scan stopped: on the `>`, on the LF, or at the end of the chunk
   */
  scan(chunk, from) {
    for (let at = from; at < chunk.length; at += 1) {
      const code = chunk.charCodeAt(at);
      if (code === LF || code === GT) {
        this.ended = code === GT;
        this.isBad = code === LF || !this.#isFilled;
        return at;
      }
      if (this.isKey || !isSpace(code)) this.#isFilled = true;
    }
    return chunk.length;
  }
}
