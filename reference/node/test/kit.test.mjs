/**
 * The kit reports what a parser does wrong, and survives it.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import { converse, runOne } from '../support/adapter.mjs';

const FAULTY = '../support/faulty-adapter.mjs';

/** The stream entries of several texts, each fed whole. */
function streamsOf(...texts) {
  const cases = texts.map((text) => ({ id: text, text, chunkings: [[]] }));
  const { responses } = converse(FAULTY, [{ op: 'run', dialect: 'dsml', cases }]);
  return Object.fromEntries(responses[0].results.map(({ id, streams }) => [id, streams[0]]));
}

test('a modest parser gives a modest hello', () => {
  const { responses } = converse(FAULTY, [{ op: 'hello', protocol: 1 }]);
  assert.deepEqual(responses[0], {
    seq: 0,
    protocol: 1,
    name: 'faulty',
    language: 'javascript',
    dialects: ['dsml'],
    modes: ['batch', 'stream'],
    cuts: 'any',
    policies: {},
    settable: ['refused'],
  });
});

test('what a parser throws is the result of its case', () => {
  const got = streamsOf('throw', 'throw nothing', 'throw the unprintable', 'recursion', 'declared', 'fine');
  assert.equal(got.throw.error.message, 'broken');
  assert.equal(got.throw.error.kind, 'exception');
  assert.match(got.throw.error.trace, /faulty-adapter/);
  assert.equal(got.throw.feed, 0);
  for (const what of ['throw nothing', 'throw the unprintable', 'recursion']) {
    assert.equal(got[what].error.kind, 'exception', what);
  }
  assert.equal(got.declared.error.kind, 'declared');
  assert.deepEqual(got.fine, { events: [] });
});

test('a batch that gives events only has its calls and text taken from them', () => {
  const { batch } = runOne(FAULTY, { text: 'events only', batch: true });
  assert.deepEqual(batch.calls.map(({ name }) => name), ['a', 'b', 'c']);
  assert.deepEqual(batch.calls[0].input, { p: 1 });
  assert.equal(batch.text, 'xyz');
});

test('an exception in batch leaves the streams alone', () => {
  const { batch, streams } = runOne(FAULTY, { text: 'throw', batch: true, chunkings: [[], [2], [2, 2]] });
  assert.equal(batch.error.message, 'broken');
  assert.equal(streams[0].error.message, 'broken');
  assert.deepEqual(streams.slice(1), [{ events: [] }, { same_as: 1 }]);
});

test('errors are equal by kind and message', () => {
  const { streams } = runOne(FAULTY, { text: 'throw', chunkings: [[], [0]] });
  assert.equal(streams[0].error.kind, 'exception');
  assert.deepEqual(streams[1], { same_as: 0 });
});

test('values that JSON cannot carry are errors of kind value, with the path', () => {
  const paths = {
    nan: '.x[1] is NaN',
    infinity: '.x is -Infinity',
    undefined: '.x is undefined',
    function: '.x is a value of type Function',
    bigint: '.x is a value of type BigInt',
    map: '.x is a value of type Map',
    date: '.x is a value of type Date',
    hole: '.x[0] is undefined',
    cycle: 'nested deeper than 512, or in itself',
    deep: 'nested deeper than 512, or in itself',
    'input text': 'the input of a call is a value of type String',
    'no name': 'the name of a call is undefined',
    'other event': 'none of text, reasoning, call and delta',
    'text number': 'the text of an event is 1',
    'no list': 'the list of events is a value of type String',
    promise: 'the list of events is a promise',
    'rejected promise': 'the list of events is a promise',
  };
  const got = streamsOf(...Object.keys(paths));
  for (const [text, path] of Object.entries(paths)) {
    assert.equal(got[text].error?.kind, 'value', text);
    assert.ok(got[text].error.message.endsWith(path), got[text].error.message);
  }
  for (const text of ['nan', 'whole promise', 'input text']) {
    assert.equal(runOne(FAULTY, { text, batch: true }).batch.error.kind, 'value', text);
  }
});

test('lone surrogates are written escaped', () => {
  const request = { op: 'run', dialect: 'dsml', cases: [{ id: 'c', text: 'surrogate', chunkings: [[]] }] };
  assert.match(converse(FAULTY, [request]).raw[0], /"text":"\\ud83d"/);
});

test('events are folded: text and reasoning joined, deltas assembled where they began', () => {
  const got = streamsOf('reasoning', 'deltas');
  assert.deepEqual(got.reasoning.events, [{ reasoning: 'abc' }]);
  assert.deepEqual(got.deltas.events, [
    { text: 'x' },
    { call: { name: 'a', input: { p: 1 } } },
    { text: 'y' },
    { call: { name: 'b', input: {} } },
    { text: 'z' },
    { call: { name: 'c', arguments_raw: '{"p":' } },
  ]);
});

test('what a parser prints goes to standard error', () => {
  const { streams, stderr } = runOne(FAULTY, { text: 'print', chunkings: [[]] });
  assert.deepEqual(streams[0].events, [{ text: 'ok' }]);
  for (const what of ['while loading', 'by console.log', 'by console.error', 'to process.stdout']) {
    assert.match(stderr, new RegExp(`printed ${what}`));
  }
});

test('each chunking has a fresh parser, unless the case reuses one', () => {
  const item = { text: 'count', chunkings: [[5], [5], [5]] };
  assert.deepEqual(runOne(FAULTY, item).streams, [{ events: [{ text: '1' }] }, { same_as: 0 }, { same_as: 0 }]);
  const texts = (more) => runOne(FAULTY, { ...item, ...more }).streams.map(({ events }) => events[0].text);
  assert.deepEqual(texts({ reuse: true }), ['1', '2', '3']);
  assert.deepEqual(texts({ reuse: true, abandon_after: 1 }), ['2', '3', '4']);
});

test('interleaved streams are fed in turn and do not mix', () => {
  const item = { text: 'turnturnturn', chunkings: [[4, 8], [4, 8]], interleave: true };
  const [first, second] = runOne(FAULTY, item).streams;
  assert.match(first.events[0].text, /^(\d+):1 \1:2 \1:3 $/);
  assert.match(second.events[0].text, /^(\d+):1 \1:2 \1:3 $/);
});

test('a second finish is reported', () => {
  const { streams } = runOne(FAULTY, { text: 'x', chunkings: [[]], finish_twice: true });
  assert.deepEqual(streams, [{ events: [], second_finish: [{ text: 'again' }] }]);
});

test('a second finish that says nothing is folded, one that says something is told apart', () => {
  const item = { text: 'again: empty text', chunkings: [[], [0], [17], [17, 17]], finish_twice: true };
  const quiet = { events: [], second_finish: [] };
  const loud = { events: [], second_finish: [{ text: 'again' }] };
  assert.deepEqual(runOne(FAULTY, item).streams, [quiet, { same_as: 0 }, loud, { same_as: 2 }]);
});

test('what is wrong with a second finish leaves its result alone', () => {
  for (const [fault, kind] of Object.entries({ throw: 'exception', declared: 'declared', nan: 'value', promise: 'value' })) {
    const { streams } = runOne(FAULTY, { text: `again: ${fault}`, chunkings: [[], [0]], finish_twice: true });
    assert.deepEqual(Object.keys(streams[0]), ['events', 'second_error'], fault);
    assert.deepEqual([streams[0].second_error.kind, streams[1]], [kind, { same_as: 0 }], fault);
  }
});

test('what a stream states of its calls at its end is told, and told apart', () => {
  const item = { text: 'final: proto', chunkings: [[], [0], [12]] };
  const { streams } = runOne(FAULTY, item);
  assert.equal(JSON.stringify(streams[0]), '{"events":[],"calls":[{"name":"a","input":{"__proto__":{"x":1}}}]}');
  assert.deepEqual(streams.slice(1), [{ same_as: 0 }, { events: [] }]);
});

test('what is no list of calls at the end is an error of kind value, and what throws is an exception', () => {
  const got = streamsOf('final: no list', 'final: no name', 'final: nan', 'final: throw');
  const kinds = Object.values(got).map(({ error }) => error.kind);
  assert.deepEqual(kinds, ['value', 'value', 'value', 'exception']);
});

test('a parser can refuse requests by their options', () => {
  const run = { op: 'run', dialect: 'dsml', cases: [{ id: 'c', text: 'x', chunkings: [[]] }] };
  const { responses } = converse(FAULTY, [{ ...run, policies: { refused: 'yes' } }, { ...run, policies: { refused: 'no' } }]);
  assert.deepEqual(responses[0].error, { kind: 'request', message: 'refused' });
  assert.deepEqual(responses[1].results, [{ id: 'c', streams: [{ events: [] }] }]);
});

test('a parser is given the dialect, the tools and the policies', () => {
  const tools = [{ name: 'a' }];
  const { batch } = runOne(FAULTY, { text: 'options', tools, batch: true });
  assert.deepEqual(JSON.parse(batch.text), { dialect: 'dsml', tools, policies: {} });
  assert.deepEqual(Object.keys(batch).sort(), ['calls', 'text']);
});
