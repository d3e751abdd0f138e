/**
 * Replays the measured vectors, whole and in several chunkings.
 */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import test from 'node:test';
import { parse, stream } from '../src/parser.js';
import { chunkings, fold, runStream } from '../support/streams.mjs';

const path = new URL('../../../corpus/vectors/dsml.jsonl', import.meta.url);
const rows = existsSync(path)
  ? readFileSync(path, 'utf8').split('\n').filter(Boolean).map((line) => JSON.parse(line))
  : [];

/** The answer of a row under a policy, in the shape that streams give. */
function expected(row, answer) {
  const { events, saw_tool_syntax: saw } = answer === 'text' ? { ...row, ...row.without_repair } : row;
  return { events, saw };
}

for (const answer of ['repair', 'text']) {
  const options = { dialect: 'dsml', policies: { missing_opener: answer } };

  test(`every vector streams as recorded in every chunking (missing_opener ${answer})`, (t) => {
    if (rows.length === 0) return t.skip('corpus/vectors/dsml.jsonl is not there');
    for (const [number, row] of rows.entries()) {
      for (const chunks of chunkings(row.text, number, 6)) {
        const got = runStream(stream(options), chunks);
        assert.deepEqual(got, expected(row, answer), `${row.id}, ${chunks.length} chunks`);
      }
    }
  });

  test(`every vector parses as recorded (missing_opener ${answer})`, (t) => {
    if (rows.length === 0) return t.skip('corpus/vectors/dsml.jsonl is not there');
    for (const row of rows) {
      const { events, saw } = expected(row, answer);
      const got = parse(row.text, options);
      assert.deepEqual(got.calls, events.filter((e) => e.call).map((e) => e.call), row.id);
      assert.equal(got.text, fold(events).map((e) => e.text ?? '').join(''), row.id);
      assert.equal(got.saw_tool_syntax, saw, row.id);
    }
  });
}
