/**
 * Replays every fixture of the project, under every answer of missing_opener
 * that it holds for.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import test from 'node:test';
import { check, parse, parser, stream } from '../src/parser.js';
import { plain, runStream } from '../support/streams.mjs';

const folder = new URL('../../../corpus/regressions/', import.meta.url);
const fixtures = readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .sort()
  .map((name) => JSON.parse(readFileSync(new URL(name, folder), 'utf8')));

test('the folder of fixtures is not empty', () => assert.notEqual(fixtures.length, 0));

/** The chunks of a text that is cut at positions in code points. */
function cutAt(text, cuts) {
  const points = [...text];
  return [...cuts, points.length].map((cut, k) => points.slice(k === 0 ? 0 : cuts[k - 1], cut).join(''));
}

/** The answers to missing_opener that the dialect can give. */
function answersOf(dialect) {
  return ['repair', 'text'].filter((answer) => {
    try {
      check({ dialect, policies: { missing_opener: answer } });
      return true;
    } catch (error) {
      if (error instanceof RangeError) return false;
      throw error;
    }
  });
}

function replay({ dialect, tools, text, cuts, expected }) {
  let held = 0;
  for (const answer of answersOf(dialect)) {
    const stance = { ...parser.policies[dialect], missing_opener: answer };
    const options = { dialect, tools, policies: { missing_opener: answer } };
    for (const { when, events, saw_tool_syntax: saw } of expected) {
      if (Object.entries(when).some(([policy, value]) => stance[policy] !== value)) continue;
      held += 1;
      for (const chunks of [[text], [...text], ...cuts.map((places) => cutAt(text, places))]) {
        const got = runStream(stream(options), chunks);
        assert.deepEqual(plain(got), plain({ events, saw }), `${answer}: ${chunks.length} chunks`);
      }
      const batch = parse(text, options);
      assert.deepEqual(plain(batch.calls), plain(events.flatMap((event) => event.call ?? [])));
      assert.equal(batch.text, events.map((event) => event.text ?? '').join(''));
      assert.equal(batch.saw_tool_syntax, saw);
    }
  }
  assert.notEqual(held, 0, 'it holds for no answer that this parser can give');
}

for (const fixture of fixtures) {
  test(`fixture ${fixture.id}: ${fixture.title}`, () => {
    assert.equal(fixture.schema, 1);
    assert.ok(parser.dialects.includes(fixture.dialect), fixture.dialect);
    replay(fixture);
  });
}
