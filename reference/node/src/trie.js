/**
 * Recognising markers one character at a time.
 *
 * A chunk may end inside a marker, so a marker is matched by a table walk whose
 * whole state is one small number. Where case is ignored, ASCII letters match in
 * both (SEMANTICS C2); no lower-cased copy of the text is made.
 */

/** The node that stands for no match. */
export const NONE = 0;

/** The node after `<`, with which every marker begins. */
export const AFTER_LT = 1;

const ASCII = 128;

export class Trie {
  /**
   * @param {Iterable<readonly [string, number]>} words markers with their codes (above 0)
   * @param {{ignoreCase: boolean}} options
   */
  constructor(words, { ignoreCase }) {
    const list = [...words];
    const nodes = list.reduce((sum, [word]) => sum + word.length, 2);
    this.next = new Uint16Array(nodes * ASCII);
    /** The code of the marker that a node completes, or 0. */
    this.code = new Uint8Array(nodes);
    this.#size = AFTER_LT + 1;
    for (const [word, code] of list) this.#insert(ignoreCase ? word.toLowerCase() : word, code, ignoreCase);
  }

  #size;

  /**
   * @param {number} node
   * @param {number} unit a UTF-16 unit
   * @returns {number} the next node, or NONE
   */
  step(node, unit) {
    return unit < ASCII ? this.next[node * ASCII + unit] : NONE;
  }

  /**
   * @param {string} word beginning with `<`; in lower case if case is ignored
   * @param {number} code
   * @param {boolean} ignoreCase
   */
  #insert(word, code, ignoreCase) {
    let node = AFTER_LT;
    for (let i = 1; i < word.length; i += 1) {
      const unit = word.charCodeAt(i);
      let next = this.step(node, unit);
      if (next === NONE) {
        next = this.#size;
        this.#size += 1;
        this.next[node * ASCII + unit] = next;
        if (ignoreCase && unit >= 0x61 && unit <= 0x7a) this.next[node * ASCII + unit - 0x20] = next;
      }
      node = next;
    }
    this.code[node] = code;
  }
}
