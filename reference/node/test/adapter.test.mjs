/**
 * The reference adapter speaks the protocol.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import { converse, runOne } from '../support/adapter.mjs';
import { block } from '../support/streams.mjs';

const ADAPTER = '../adapter.mjs';
const BARE = '<invoke name="a"></invoke></tool_calls>';

test('hello says who answers and where it stands', () => {
  const { responses } = converse(ADAPTER, [{ op: 'hello', protocol: 1, later: true }]);
  const { policies, ...rest } = responses[0];
  assert.deepEqual(rest, {
    seq: 0,
    protocol: 1,
    name: 'reference-node',
    version: '0.1.0',
    language: 'javascript',
    dialects: ['dsml', 'qwen'],
    modes: ['batch', 'stream'],
    cuts: 'any',
    settable: ['missing_opener'],
  });
  assert.equal(policies.dsml.missing_opener, 'text');
  assert.equal(policies.dsml.structure, 'children+json');
  assert.deepEqual(policies.qwen, {
    missing_opener: 'text',
    fences: 'live',
    truncated: 'text',
    junk_in_block: 'reject',
    damaged_call: 'reject-block',
    unknown_tools: 'forward',
    entities: 'literal',
    scalars: 'schema',
    structure: 'schema',
    duplicates: 'last',
    space_around_calls: 'exact',
    text_after_call: 'keep',
    reasoning: 'ignore',
    emission: 'whole',
    markers: 'text',
  });
  assert.deepEqual(Object.keys(policies.dsml), Object.keys(policies.qwen));
});

test('requests that cannot be served are request errors, and the adapter goes on', () => {
  const run = { op: 'run', dialect: 'dsml', cases: [] };
  const { responses } = converse(ADAPTER, [
    { op: 'other' },
    { ...run, dialect: 'other' },
    { ...run, policies: { fences: 'live' } },
    { ...run, policies: { missing_opener: 'other' } },
    { ...run, dialect: 'qwen', policies: { missing_opener: 'repair' } },
    { ...run, dialect: 'qwen', policies: { fences: 'live' } },
    { op: 'time', dialect: 'qwen', text: '', chunk: 1, repeat: 1, policies: { missing_opener: 'repair' } },
    { op: 'time', dialect: 'other', text: '', chunk: 1, repeat: 1 },
    'no json',
    { op: 'run', dialect: 'dsml' },
    run,
  ]);
  assert.deepEqual(responses.slice(0, -1).map((response) => response.error?.kind), Array(10).fill('request'));
  assert.deepEqual(responses.map((response) => response.seq), [0, 1, 2, 3, 4, 5, 6, 7, null, 9, 10]);
  assert.deepEqual(responses.at(-1), { seq: 10, results: [] });
});

test('cuts count code points, and equal streams refer to the first', () => {
  const item = { text: `😀b${block('{"input":{"x":1}}')}é`, batch: true, chunkings: [[1], [], [1, 1, 3], [0, 2, 900]] };
  const { batch, streams } = runOne(ADAPTER, item);
  const call = { name: 'a', input: { x: 1 } };
  assert.equal(batch.text, '😀bé');
  assert.deepEqual(batch.calls, [call]);
  assert.deepEqual(streams, [
    { events: [{ text: '😀b' }, { call }, { text: 'é' }], saw_tool_syntax: true },
    { same_as: 0 },
    { same_as: 0 },
    { same_as: 0 },
  ]);
});

test('full detail gives what each chunk gave', () => {
  const { streams } = runOne(ADAPTER, { text: '😀b<t', chunkings: [[1, 1, 3], [1, 1, 3]], detail: 'full' });
  const full = { feeds: [[{ text: '😀' }], [], [{ text: 'b' }], []], finish: [{ text: '<t' }], saw_tool_syntax: false };
  assert.deepEqual(streams, [full, full]);
});

test('missing_opener is text unless a request sets it', () => {
  const item = { text: BARE, batch: true, chunkings: [[3]] };
  assert.deepEqual(runOne(ADAPTER, item).batch.calls, []);
  const repaired = runOne(ADAPTER, item, { policies: { missing_opener: 'repair' } });
  assert.deepEqual(repaired.batch.calls, [{ name: 'a', input: {} }]);
  assert.equal(repaired.batch.saw_tool_syntax, true);
  assert.deepEqual(repaired.streams[0].events, [{ call: { name: 'a', input: {} } }]);
});

test('qwen is served with the tools of each case', () => {
  const text = '<tool_call><function=f><parameter=n>\n1\n</parameter></function></tool_call>';
  const tools = (type) => [{ name: 'f', parameters: { properties: { n: { type } } } }];
  const cases = ['integer', 'string'].map((type) => ({ id: type, text, tools: tools(type), batch: true, chunkings: [[9]] }));
  const policies = { missing_opener: 'text' };
  const { responses } = converse(ADAPTER, [
    { op: 'run', dialect: 'qwen', cases, policies },
    { op: 'time', dialect: 'qwen', text, tools: tools('integer'), chunk: 1, repeat: 2, policies },
  ]);
  for (const [number, n] of [1, '1'].entries()) {
    const { batch, streams } = responses[0].results[number];
    assert.deepEqual(batch.calls, [{ name: 'f', input: { n } }]);
    assert.deepEqual(streams[0], { events: [{ call: batch.calls[0] }], saw_tool_syntax: true });
  }
  assert.equal(responses[1].cpu_ns.length, 2);
});

test('only what is asked for is answered', () => {
  assert.deepEqual(Object.keys(runOne(ADAPTER, { text: 'x', batch: true })), ['id', 'batch', 'stderr']);
  assert.deepEqual(Object.keys(runOne(ADAPTER, { text: 'x', chunkings: [] })), ['id', 'streams', 'stderr']);
});

test('`__proto__` survives the way through the adapter', () => {
  const text = block('<parameter name="__proto__">1</parameter>');
  const { raw } = converse(ADAPTER, [{ op: 'run', dialect: 'dsml', cases: [{ id: 'c', text, chunkings: [[], [9]] }] }]);
  assert.match(raw[0], /"input":\{"__proto__":"1"\}/);
  assert.match(raw[0], /"same_as":0/);
});

test('time gives as many numbers as asked for, batch and stream', () => {
  const request = { op: 'time', dialect: 'dsml', text: `😀${block('{}')}`.repeat(100), tools: [], repeat: 3 };
  const { responses } = converse(ADAPTER, [0, 1, 7].map((chunk) => ({ ...request, chunk })));
  for (const { cpu_ns: times } of responses) {
    assert.equal(times.length, 3);
    assert.ok(times.every((time) => Number.isInteger(time) && time >= 0));
  }
});

test('a line of 32 MiB is read and answered', () => {
  const text = 'é'.repeat(1 << 24);
  const { streams } = runOne(ADAPTER, { text, chunkings: [[5]] });
  assert.equal(streams[0].events[0].text, text);
});

test('a last line without a line feed is answered', () => {
  const { responses } = converse(ADAPTER, [{ op: 'hello', protocol: 1 }]);
  assert.equal(responses.length, 1);
  const { responses: none } = converse(ADAPTER, []);
  assert.deepEqual(none, []);
});
