/**
 * Replays the vectors of the dialect `qwen`, whole and in several chunkings.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { parse, stream } from '../src/parser.js';
import { chunkings, plain, runStream } from '../support/streams.mjs';

const load = (name) => readFileSync(new URL(`../../../corpus/vectors/${name}`, import.meta.url), 'utf8');
const rows = load('qwen.jsonl')
  .split('\n')
  .filter(Boolean)
  .map((line) => JSON.parse(line));
const options = { dialect: 'qwen', tools: JSON.parse(load('qwen-tools.json')) };

/** The rows have no flag: it is computed (Q12). */
const saw = (row) => row.text.includes('<tool_call>');

test('the file of vectors is not empty', () => assert.notEqual(rows.length, 0));

test('every vector of qwen streams as recorded in every chunking', () => {
  for (const [number, row] of rows.entries()) {
    const expected = plain({ events: row.events, saw: saw(row) });
    for (const chunks of chunkings(row.text, number, 6)) {
      assert.deepEqual(plain(runStream(stream(options), chunks)), expected, `${row.id}, ${chunks.length} chunks`);
    }
  }
});

test('every vector of qwen parses as recorded, keys in order', () => {
  for (const row of rows) {
    const got = parse(row.text, options);
    const calls = row.events.flatMap((event) => event.call ?? []);
    assert.equal(JSON.stringify(got.calls), JSON.stringify(calls), row.id);
    assert.equal(got.text, row.events.map((event) => event.text ?? '').join(''), row.id);
    assert.equal(got.saw_tool_syntax, saw(row), row.id);
  }
});
