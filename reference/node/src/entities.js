/**
 * Entities (SEMANTICS V6): five names and numeric references, decoded once.
 */

const NAMED = [
  ['amp;', '&'],
  ['lt;', '<'],
  ['gt;', '>'],
  ['quot;', '"'],
  ['apos;', "'"],
];

const LAST_CODE_POINT = 0x10ffff;

/**
 * The scan goes from `&` to `&` and never looks at what it has written, so
 * `&amp;lt;` gives `&lt;` and the time is linear.
 *
 * @param {string} text
 * @returns {string}
 */
export function decodeEntities(text) {
  let amp = text.indexOf('&');
  if (amp < 0) return text;
  let decoded = '';
  let from = 0;
  while (amp >= 0) {
    const entity = readEntity(text, amp + 1);
    if (entity !== null) {
      decoded += text.slice(from, amp) + entity.value;
      from = entity.end;
    }
    amp = text.indexOf('&', entity === null ? amp + 1 : from);
  }
  return decoded + text.slice(from);
}

/**
 * @param {string} text
 * @param {number} at the position after `&`
 * @returns {{value: string, end: number} | null}
 */
function readEntity(text, at) {
  if (text.charCodeAt(at) === 0x23) return readReference(text, at + 1);
  for (const [name, value] of NAMED) {
    if (text.startsWith(name, at)) return { value, end: at + name.length };
  }
  return null;
}

/**
 * A number may have any count of leading zeros, so its digits are added up
 * with a ceiling instead of being cut at some length.
 *
 * @param {string} text
 * @param {number} at the position after `&#`
 * @returns {{value: string, end: number} | null}
 */
function readReference(text, at) {
  const hex = text[at] === 'x' || text[at] === 'X';
  const base = hex ? 16 : 10;
  const first = hex ? at + 1 : at;
  let end = first;
  let code = 0;
  for (;;) {
    const digit = digitValue(text.charCodeAt(end));
    if (!(digit < base)) break;
    code = Math.min(code * base + digit, LAST_CODE_POINT + 1);
    end += 1;
  }
  if (end === first || text[end] !== ';') return null;
  if (code === 0 || code > LAST_CODE_POINT) return null;
  if (code >= 0xd800 && code <= 0xdfff) return null;
  return { value: String.fromCodePoint(code), end: end + 1 };
}

/**
 * @param {number} code a UTF-16 unit, or NaN past the end of the text
 * @returns {number} the value of a hexadecimal digit, or NaN
 */
function digitValue(code) {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const lower = code | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x61 + 10 : NaN;
}
