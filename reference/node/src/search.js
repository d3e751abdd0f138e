/**
 * A search for markers that knows nothing of what stands around them, and that
 * chunk borders do not disturb. Two things search so: the flag `saw_tool_syntax`
 * (SEMANTICS D14, Q12), and whatever in `qwen` looks for one marker only.
 */
import { AFTER_LT, NONE } from './trie.js';

export class MarkerSearch {
  #markers;
  #node = NONE;

  /** Whether the last character read completed a marker. */
  found = false;

  /** How many of the last characters read may be, or are, a marker. */
  matched = 0;

  /** @param {import('./trie.js').Trie} markers none of them holds a second `<` */
  constructor(markers) {
    this.#markers = markers;
  }

  /** Starts anew, as if nothing had been read. */
  reset() {
    this.#node = NONE;
    this.found = false;
    this.matched = 0;
  }

  /**
   * Reads on until a marker is complete or the chunk ends.
   *
   * @param {string} chunk
   * @param {number} from where in the chunk to start
   * @returns {number} where the search stopped: behind the marker
   */
  scan(chunk, from) {
    let at = from;
    while (at < chunk.length) {
      if (this.#node === NONE) {
        at = chunk.indexOf('<', at);
        if (at < 0) return chunk.length;
        this.#node = AFTER_LT;
        this.matched = 1;
        at += 1;
      } else {
        this.#node = this.#markers.step(this.#node, chunk.charCodeAt(at));
        if (this.#node === NONE) {
          // The character is looked at again: it may be `<`.
          this.matched = 0;
        } else {
          this.matched += 1;
          at += 1;
          this.found = this.#markers.code[this.#node] !== 0;
          if (this.found) return at;
        }
      }
    }
    return at;
  }
}
