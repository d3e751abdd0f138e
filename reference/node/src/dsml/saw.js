/**
 * The flag `saw_tool_syntax` (SEMANTICS D14): a search that knows nothing of
 * fences, captures or boundaries, and that chunk borders do not disturb.
 */
import { AFTER_LT, NONE, Trie } from '../trie.js';

const MARKERS = new Trie([
  ['<tool_calls', 1],
  ['<|dsml|tool_calls', 1],
]);

export class MarkerSearch {
  #node = NONE;

  /** Whether a marker has occurred so far. */
  found = false;

  /** @param {string} chunk */
  look(chunk) {
    let at = 0;
    while (!this.found && at < chunk.length) {
      if (this.#node === NONE) {
        at = chunk.indexOf('<', at);
        if (at < 0) return;
        this.#node = AFTER_LT;
        at += 1;
      } else {
        this.#node = MARKERS.step(this.#node, chunk.charCodeAt(at));
        // A character that does not fit is looked at again: it may be `<`.
        if (this.#node !== NONE) at += 1;
        this.found = MARKERS.code[this.#node] !== 0;
      }
    }
  }
}
