/**
 * Scanning outside captures (SEMANTICS Q3): nothing but the opener means
 * anything there, fences and `<think>` (Q10) do not.
 */
import { MarkerSearch } from '../search.js';
import { BLOCK, OPENER } from './tags.js';

/** @implements {import('../stream.js').Prose} */
export class Prose {
  #search = new MarkerSearch(OPENER);

  /** Where the `<` stands that begins, or may yet begin, an opener; or -1. */
  candidate = -1;

  /** The code of the opener that stopped the last scan, or 0. */
  opener = 0;

  /** Goes on after a capture. */
  resume() {
    this.#search.reset();
    this.candidate = -1;
    this.opener = 0;
  }

  /**
   * @param {string} chunk
   * @param {number} from where in the chunk to start
   * @param {number} base the position of the chunk in the text
   * @returns {number} where the scan stopped: behind an opener, or at the end of the chunk
   */
  scan(chunk, from, base) {
    const at = this.#search.scan(chunk, from);
    const { found, matched } = this.#search;
    this.candidate = matched === 0 ? -1 : base + at - matched;
    this.opener = found ? BLOCK : 0;
    return at;
  }
}
