/**
 * What a parameter's body means (SEMANTICS V1 to V6).
 */
import { trim } from '../space.js';
import { CLOSER_LENGTH, OPENER_LENGTH, joinCdata, opensCdata } from './cdata.js';
import { readChildren } from './children.js';
import { readPlain } from './plain.js';

/**
 * @param {string} raw the body as it stands between the tags
 * @returns {unknown}
 */
export function readValue(raw) {
  const body = trim(raw);
  if (opensCdata(body, 0)) {
    const joined = joinCdata(body);
    if (joined !== undefined) return joined;
    if (body.endsWith(']]>')) return body.slice(OPENER_LENGTH, -CLOSER_LENGTH);
  }
  return readChildren(body) ?? readPlain(body);
}
