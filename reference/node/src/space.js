/**
 * White space, in the two senses of SEMANTICS C1.
 *
 * `String.prototype.trim` is not used anywhere: it also trims U+FEFF, and it
 * keeps U+0085. Both are the wrong way round here.
 */

/**
 * White space for trimming: the Unicode property White_Space.
 *
 * @param {number} code a UTF-16 unit; every white space character is one unit
 * @returns {boolean}
 */
export function isSpace(code) {
  if (code < 0x85) return code === 0x20 || (code >= 0x09 && code <= 0x0d);
  if (code < 0x1680) return code === 0x85 || code === 0xa0;
  return (
    code === 0x1680 ||
    (code >= 0x2000 && code <= 0x200a) ||
    code === 0x2028 ||
    code === 0x2029 ||
    code === 0x202f ||
    code === 0x205f ||
    code === 0x3000
  );
}

/**
 * A blank: the only white space that counts inside tags.
 *
 * @param {number} code
 * @returns {boolean}
 */
export function isBlank(code) {
  return code === 0x20 || code === 0x0a || code === 0x09 || code === 0x0d;
}

/**
 * @param {string} text
 * @returns {string} the text without white space at its ends
 */
export function trim(text) {
  let from = 0;
  let to = text.length;
  while (from < to && isSpace(text.charCodeAt(from))) from += 1;
  while (to > from && isSpace(text.charCodeAt(to - 1))) to -= 1;
  return text.slice(from, to);
}

/**
 * @param {string} text
 * @param {number} from
 * @returns {number} the first position at or after `from` that holds no white space
 */
export function skipSpace(text, from) {
  let at = from;
  while (at < text.length && isSpace(text.charCodeAt(at))) at += 1;
  return at;
}

/**
 * @param {string} text
 * @param {number} from
 * @param {number} [to] where to stop at the latest
 * @returns {number} the first position at or after `from` that holds no blank
 */
export function skipBlanks(text, from, to = text.length) {
  let at = from;
  while (at < to && isBlank(text.charCodeAt(at))) at += 1;
  return at;
}
