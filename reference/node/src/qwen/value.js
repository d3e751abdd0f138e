/**
 * What a value means under the types of its schema (SEMANTICS Q6, Q9).
 */
import { readJson } from '../json.js';
import { ARRAY, INTEGER, NULL, NUMBER, OBJECT, STRING, typeOfJson } from './types.js';

/**
 * @param {string} raw the value as it stands between the tags
 * @param {number} types a set of types
 * @returns {unknown}
 */
export function readValue(raw, types) {
  const text = unframe(raw);
  if ((types & STRING) === 0) return readTyped(text, types);
  // Not any text that is the JSON null: exactly these four characters.
  if ((types & NULL) !== 0 && text === 'null') return null;
  return readTyped(text, types & (OBJECT | ARRAY));
}

/**
 * Takes off one LF at each end (Q6). Of a single one `slice` leaves nothing.
 *
 * @param {string} raw
 * @returns {string}
 */
function unframe(raw) {
  const from = raw.startsWith('\n') ? 1 : 0;
  const to = raw.endsWith('\n') ? raw.length - 1 : raw.length;
  return raw.slice(from, to);
}

/**
 * @param {string} text
 * @param {number} types
 * @returns {unknown} what the text says if it is JSON of one of the types; else the text
 */
function readTyped(text, types) {
  if (types === 0) return text;
  const value = readJson(text);
  return value !== undefined && (typesOf(value) & types) !== 0 ? value : text;
}

/**
 * An integer is a number whose double has no fraction, however it is spelled.
 *
 * @param {unknown} value
 * @returns {number} a set of types
 */
function typesOf(value) {
  const type = typeOfJson(value);
  return type === NUMBER && Number.isInteger(value) ? type | INTEGER : type;
}
