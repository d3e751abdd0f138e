/**
 * Text whose fate is not known yet, kept as the pieces in which it came.
 *
 * Pieces may be single characters, and a list of a million of them costs more
 * memory than the text and slows the collector down. So they are joined by the
 * thousand, each piece once. When the text leaves, these parts are put together
 * with `+`, which copies nothing until somebody looks into it.
 */

const FULL = 1024;

export class Held {
  /** @type {string[]} */
  #pieces = [];
  /** What came before them, joined. @type {string[]} */
  #older = [];

  get isEmpty() {
    return this.#pieces.length === 0 && this.#older.length === 0;
  }

  /** @param {string} piece */
  add(piece) {
    if (this.#pieces.push(piece) < FULL) return;
    this.#older.push(this.#pieces.join(''));
    this.#pieces = [];
  }

  /** @returns {string} all of it, which is not held any more */
  take() {
    let text = '';
    for (const part of this.#older) text += part;
    text += this.#pieces.join('');
    this.#older = [];
    this.#pieces = [];
    return text;
  }
}
