/**
 * Depth costs no call stack: SEMANTICS C6.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import { stream } from '../src/parser.js';
import { block } from '../support/streams.mjs';

test('depth never overflows the call stack', () => {
  const depth = 200_000;
  for (const [start, end] of [['<k>', '</k>'], ['[', ']'], ['{"a":', '}'], ['<parameter name="q">', '</parameter>']]) {
    const text = block(`<parameter name="p">${start.repeat(depth)}${end.repeat(depth)}</parameter>`);
    const reader = stream({ dialect: 'dsml' });
    assert.equal(reader.feed(text)[0].call.name, 'a');
  }
  const text = '<invoke name="a">'.repeat(depth);
  assert.doesNotThrow(() => stream({ dialect: 'dsml' }).feed(`<tool_calls>${text}${'</invoke>'.repeat(depth)}</tool_calls>`));
});
