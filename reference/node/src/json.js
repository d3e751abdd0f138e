/**
 * Strict JSON (SEMANTICS C4).
 *
 * `JSON.parse` has the grammar right, makes `__proto__` an own property and
 * lets the last of equal keys win. What it does not refuse is refused here
 * first, on the text and not on the value: a member that is overwritten leaves
 * no trace in the value, and must count all the same.
 */

const MAX_DEPTH = 256;

/** A plain run of digits this short cannot overflow a double. */
const SAFE_DIGITS = 300;

/**
 * @param {string} text
 * @returns {unknown} the value, or `undefined` if the text is not JSON
 */
export function readJson(text) {
  if (isForbidden(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * @param {unknown} value
 * @returns {value is Record<string, unknown>}
 */
export function isObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Whether the text breaks one of the rules that `JSON.parse` does not know.
 * The answer for a text that is no JSON at all does not matter.
 *
 * @param {string} text
 * @returns {boolean}
 */
function isForbidden(text) {
  let depth = 0;
  let at = 0;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === 0x22) {
      at = skipString(text, at + 1);
      if (at < 0) return true;
    } else if (code >= 0x30 && code <= 0x39) {
      const end = skipNumber(text, at);
      if (overflows(text.slice(at, end))) return true;
      at = end;
    } else {
      if (code === 0x5b || code === 0x7b) depth += 1;
      else if (code === 0x5d || code === 0x7d) depth -= 1;
      if (depth > MAX_DEPTH) return true;
      at += 1;
    }
  }
  return false;
}

/**
 * @param {string} text
 * @param {number} from the position after the opening quote
 * @returns {number} the position after the closing quote, or -1 for a string
 *   that does not end or holds an escaped lone surrogate
 */
function skipString(text, from) {
  let at = from;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === 0x22) return at + 1;
    if (code !== 0x5c) {
      at += 1;
    } else {
      const escaped = escapedUnit(text, at);
      if (escaped < 0xd800 || escaped > 0xdfff) {
        at += 2;
      } else {
        const next = escapedUnit(text, at + 6);
        if (escaped > 0xdbff || !(next >= 0xdc00 && next <= 0xdfff)) return -1;
        at += 12;
      }
    }
  }
  return -1;
}

/**
 * @param {string} text
 * @param {number} at
 * @returns {number} the unit that `\uXXXX` at this place stands for, or -1
 */
function escapedUnit(text, at) {
  if (text.charCodeAt(at) !== 0x5c || text.charCodeAt(at + 1) !== 0x75) return -1;
  const unit = Number.parseInt(text.slice(at + 2, at + 6), 16);
  return Number.isNaN(unit) ? -1 : unit;
}

/**
 * @param {string} text
 * @param {number} from
 * @returns {number} the end of the run of characters that numbers are made of
 */
function skipNumber(text, from) {
  let at = from;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    const digit = code >= 0x30 && code <= 0x39;
    const sign = code === 0x2e || code === 0x2b || code === 0x2d;
    if (!digit && !sign && (code | 0x20) !== 0x65) break;
    at += 1;
  }
  return at;
}

/**
 * @param {string} number
 * @returns {boolean}
 */
function overflows(number) {
  if (number.length < SAFE_DIGITS && !number.includes('e') && !number.includes('E')) return false;
  return !Number.isFinite(Number(number));
}
