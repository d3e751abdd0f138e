/**
 * A value without structure of tags: JSON or text (SEMANTICS V5, V6).
 */
import { decodeEntities } from '../entities.js';
import { readJson } from '../json.js';

/**
 * @param {string} body trimmed; what decoding brings in is not trimmed again
 * @returns {unknown}
 */
export function readPlain(body) {
  const text = decodeEntities(body);
  const first = text.charCodeAt(0);
  if (first !== 0x7b && first !== 0x5b) return text;
  return readJson(text) ?? text;
}
