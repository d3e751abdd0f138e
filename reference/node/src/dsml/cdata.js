/**
 * CDATA sections inside values (SEMANTICS V2, V4).
 */

const OPENER = '<![cdata[';
const CLOSER = ']]>';

/** The lengths of the opener and the closer. */
export const OPENER_LENGTH = OPENER.length;
export const CLOSER_LENGTH = CLOSER.length;

/**
 * @param {string} text
 * @param {number} at
 * @returns {boolean} whether a section opens here, in any ASCII case
 */
export function opensCdata(text, at) {
  if (text.charCodeAt(at) !== 0x3c || text.charCodeAt(at + 1) !== 0x21) return false;
  for (let i = 2; i < OPENER.length; i += 1) {
    const code = text.charCodeAt(at + i);
    const folded = code >= 0x41 && code <= 0x5a ? code + 0x20 : code;
    if (folded !== OPENER.charCodeAt(i)) return false;
  }
  return true;
}

/**
 * @param {string} text
 * @param {number} at where a section opens
 * @returns {number} the position after its closer, or -1
 */
export function skipCdata(text, at) {
  const close = text.indexOf(CLOSER, at + OPENER_LENGTH);
  return close < 0 ? -1 : close + CLOSER_LENGTH;
}

/**
 * @param {string} body
 * @returns {string | undefined} the joined contents, if the body is one or
 *   more sections with nothing between
 */
export function joinCdata(body) {
  let joined = '';
  let at = 0;
  while (opensCdata(body, at)) {
    const end = skipCdata(body, at);
    if (end < 0) return undefined;
    joined += body.slice(at + OPENER_LENGTH, end - CLOSER_LENGTH);
    if (end === body.length) return joined;
    at = end;
  }
  return undefined;
}
