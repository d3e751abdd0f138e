/**
 * The two counts of a capture (SEMANTICS D3).
 */
import { END, INVOKE, KIND, SELF_CLOSING, WRAPPER } from './tags.js';

export class Depth {
  wrappers = 0;
  invokes = 0;

  /** @param {boolean} bare a bare capture behaves as if its wrapper were open (D7) */
  reset(bare) {
    this.wrappers = bare ? 1 : 0;
    this.invokes = 0;
  }

  /**
   * Style is ignored here; mixed styles are judged when the block is read (D8).
   *
   * @param {number} code the code of a tag
   */
  count(code) {
    const nested = this.invokes > 0;
    // A start tag that ends in `/>` opens nothing where an invoke is open.
    const opens = (code & SELF_CLOSING) === 0 || !nested;
    switch (code & (KIND | END)) {
      case WRAPPER:
        if (opens) this.wrappers += 1;
        break;
      case WRAPPER | END:
        this.wrappers -= 1;
        break;
      case INVOKE:
        if (opens) this.invokes += 1;
        break;
      case INVOKE | END:
        if (nested) this.invokes -= 1;
        break;
    }
  }
}
