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
  /** @type {import('../stream.js').Call[]} */
  const calls = [];
  /** Of the function in hand. A Map keeps an equal key where it first stood (Q7). */
  const values = new Map();
  let name = '';
  let key = '';
  const close = () => {
    for (const [each, raw] of values) values.set(each, readValue(raw, types.of(name, each)));
    calls.push({ name, input: objectOf(values) });
    values.clear();
  };
  for (let note = 0; note < notes.length; note += STEP) {
    const piece = block.slice(notes[note + 1] - origin, notes[note + 2] - origin);
    if (notes[note] === NAME) {
      if (note > 0) close();
      name = trim(piece);
    } else if (notes[note] === KEY) {
      key = piece;
    } else {
      values.set(key, piece);
    }
  }
  close();
  return calls;
}
