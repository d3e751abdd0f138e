/**
 * Helpers for tests of the dialect `qwen`.
 */
import assert from 'node:assert/strict';
import { stream } from '../src/parser.js';
import { runStream } from './streams.mjs';

export const OPENER = '<tool_call>';
export const CLOSER = '</tool_call>';

/**
 * The folded events of a text, which must be the same whole and one code point
 * a chunk, and the flag must be as Q12 says.
 */
export function readQwen(text, tools = []) {
  const open = () => stream({ dialect: 'qwen', tools });
  const whole = runStream(open(), [text]);
  assert.deepEqual(runStream(open(), [...text]), whole, `one code point a chunk: ${text}`);
  assert.equal(whole.saw, text.includes(OPENER), 'Q12');
  return whole.events;
}

/** A block of one function with this body. */
export function functionBlock(body, name = 'f') {
  return `${OPENER}<function=${name}>${body}</function>${CLOSER}`;
}

/** The value that stands between the tags of a parameter of this schema. */
export function valueOf(raw, schema) {
  const tools = [{ name: 'f', parameters: { properties: { p: schema } } }];
  const events = readQwen(functionBlock(`<parameter=p>${raw}</parameter>`), tools);
  assert.equal(events.length, 1, `one call: ${raw}`);
  return events[0].call.input.p;
}
