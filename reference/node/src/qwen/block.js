/**
 * Reading a closed block (SEMANTICS Q3, Q4, Q7) from what the walk noted
 * (`capture.js`).
 */
import { objectOf } from '../members.js';
import { trim } from '../space.js';
import { readValue } from './value.js';

/** Kinds of notes. A VALUE follows its KEY, and what belongs to a function its NAME. */
export const NAME = 0;
export const KEY = 1;
export const VALUE = 2;

/** Numbers a note takes in the list: kind, start, end. */
const STEP = 3;

/**
 * @param {string} block
 * @param {number} origin where the block starts in the text
 * @param {number[]} notes positions count from the start of the text
 * @param {import('./declared.js').DeclaredTypes} types
 * @returns {import('../stream.js').Call[]} its calls in order
 */
export function readBlock(block, origin, notes, types) {
  /** @type {{name: string, values: Map<string, string>}[]} */
  const functions = [];
  let key = '';
  for (let note = 0; note < notes.length; note += STEP) {
    const piece = block.slice(notes[note + 1] - origin, notes[note + 2] - origin);
    if (notes[note] === NAME) functions.push({ name: trim(piece), values: new Map() });
    else if (notes[note] === KEY) key = piece;
    // A Map keeps an equal key where it first stood (Q7).
    else functions.at(-1).values.set(key, piece);
  }
  return functions.map(({ name, values }) => ({ name, input: inputOf(name, values, types) }));
}

/**
 * @param {string} name
 * @param {Map<string, string>} values
 * @param {import('./declared.js').DeclaredTypes} types
 * @returns {Record<string, unknown>}
 */
function inputOf(name, values, types) {
  /** @type {Map<string, unknown>} */
  const typed = new Map();
  for (const [key, raw] of values) typed.set(key, readValue(raw, types.of(name, key)));
  return objectOf(typed);
}
