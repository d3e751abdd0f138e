/**
 * Objects built from names that a model chose (SEMANTICS D13, V4, Q4).
 *
 * The objects are ordinary ones, as `JSON.parse` makes them, and like those
 * they list names that are whole numbers first. Plain assignment is safe for
 * every name but `__proto__`, which would set the prototype.
 */

/**
 * Collects values by name, then folds them: one value stays itself, several
 * become the list of them.
 */
export class Members {
  /** @type {Map<string, unknown[]>} */
  #values = new Map();

  /** How many different names there are. */
  get size() {
    return this.#values.size;
  }

  /**
   * @param {string} name
   * @param {unknown} value
   */
  add(name, value) {
    const values = this.#values.get(name);
    if (values === undefined) this.#values.set(name, [value]);
    else values.push(value);
  }

  /** @returns {Record<string, unknown>} */
  toObject() {
    /** @type {Map<string, unknown>} */
    const folded = new Map();
    for (const [name, values] of this.#values) folded.set(name, values.length === 1 ? values[0] : values);
    return objectOf(folded);
  }
}

/**
 * @param {Map<string, unknown>} members
 * @returns {Record<string, unknown>}
 */
export function objectOf(members) {
  /** @type {Record<string, unknown>} */
  const object = {};
  for (const [name, value] of members) {
    if (name === '__proto__') define(object, name, value);
    else object[name] = value;
  }
  return object;
}

/**
 * @param {object} object
 * @param {string} name
 * @param {unknown} value
 */
function define(object, name, value) {
  Object.defineProperty(object, name, {
    value,
    writable: true,
    enumerable: true,
    configurable: true,
  });
}
