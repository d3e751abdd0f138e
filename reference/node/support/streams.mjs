/**
 * Helpers for tests: chunkings drawn from a seed, folded streams, tables of cases.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import { stream } from '../src/parser.js';

/** A small seeded generator (mulberry32): the same numbers on every machine. */
export function seeded(seed) {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

/** The text whole, one code point a chunk, and `count` random ways between; some chunks are empty. */
export function chunkings(text, seed, count) {
  const points = [...text];
  const random = seeded(seed);
  const list = [[text], points];
  for (let i = 0; i < count; i += 1) {
    const cuts = Array.from({ length: random(Math.min(points.length, 40) + 1) }, () => random(points.length + 1));
    cuts.push(points.length);
    cuts.sort((a, b) => a - b);
    list.push(cuts.map((cut, k) => points.slice(k === 0 ? 0 : cuts[k - 1], cut).join('')));
  }
  return list;
}

/** Joins adjacent text. */
export function fold(events) {
  const folded = [];
  for (const event of events) {
    const last = folded.at(-1);
    if (event.text !== undefined && last?.text !== undefined) last.text += event.text;
    else folded.push({ ...event });
  }
  return folded;
}

/** Numbers compare as doubles, so -0 is 0 (SEMANTICS C4). */
export const plain = (value) => JSON.parse(JSON.stringify(value));

/** Feeds the chunks, finishes, and gives the folded events and the flag. */
export function runStream(reader, chunks) {
  const events = [];
  for (const chunk of chunks) events.push(...reader.feed(chunk));
  events.push(...reader.finish());
  return { events: fold(events), saw: reader.sawToolSyntax };
}

/**
 * The folded events of a text, which must be the same whole and one code point
 * a chunk.
 */
export function read(text, answer = 'repair') {
  const open = () => stream({ dialect: 'dsml', policies: { missing_opener: answer } });
  const whole = runStream(open(), [text]);
  assert.deepEqual(runStream(open(), [...text]), whole, `one code point a chunk: ${text}`);
  return whole.events;
}

/** A wrapped call of tool `a` with this invoke body. */
export function block(body) {
  return `<tool_calls><invoke name="a">${body}</invoke></tool_calls>`;
}

/** The value that a parameter's body has. */
export function valueOf(body) {
  const events = read(block(`<parameter name="p">${body}</parameter>`));
  assert.equal(events.length, 1, `one call: ${body}`);
  return events[0].call.input.p;
}

/** One test a row: its name is a promise, the rest is what `check` takes. */
export function table(rows, check) {
  for (const [promise, ...rest] of rows) test(promise, () => check(...rest));
}
