/**
 * The attribute `name` of a start tag (SEMANTICS D10).
 */
import { decodeEntities } from '../entities.js';
import { skipBlanks, trim } from '../space.js';

/**
 * Reads left to right. A run of name characters is tried once, at its start,
 * and a quote without a partner can occur at most once of each sort, so the
 * time is linear.
 *
 * @param {string} text
 * @param {number} from the end of the tag's name
 * @param {number} to the position of the tag's `>`
 * @returns {string} the name, decoded and trimmed; empty if there is none
 */
export function readName(text, from, to) {
  let value = '';
  let at = from;
  while (at < to) {
    if (!isKeyCharacter(text.charCodeAt(at))) {
      at += 1;
      continue;
    }
    const start = at;
    while (at < to && isKeyCharacter(text.charCodeAt(at))) at += 1;
    const quote = openingQuote(text, at, to);
    if (quote < 0) continue;
    const close = text.indexOf(text[quote], quote + 1);
    if (close < 0 || close >= to) continue;
    if (isName(text, start, at)) value = text.slice(quote + 1, close);
    at = close + 1;
  }
  return trim(decodeEntities(value));
}

/**
 * @param {string} text
 * @param {number} from the end of a key
 * @param {number} to
 * @returns {number} where the quote of its value stands, or -1
 */
function openingQuote(text, from, to) {
  const equals = skipBlanks(text, from, to);
  if (equals >= to || text.charCodeAt(equals) !== 0x3d) return -1;
  const quote = skipBlanks(text, equals + 1, to);
  if (quote >= to) return -1;
  const code = text.charCodeAt(quote);
  return code === 0x22 || code === 0x27 ? quote : -1;
}

/**
 * @param {string} text
 * @param {number} from
 * @param {number} to
 * @returns {boolean} whether the key is `name` in any ASCII case
 */
function isName(text, from, to) {
  // All key characters are ASCII, where lower-casing folds letters only.
  return to - from === 4 && text.slice(from, to).toLowerCase() === 'name';
}

/**
 * @param {number} code
 * @returns {boolean}
 */
function isKeyCharacter(code) {
  if (code >= 0x30 && code <= 0x3a) return true;
  if (code === 0x2d || code === 0x5f) return true;
  const lower = code | 0x20;
  return code < 0x80 && lower >= 0x61 && lower <= 0x7a;
}
