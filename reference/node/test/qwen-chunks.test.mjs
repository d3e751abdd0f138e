/**
 * What must not depend on how a text of `qwen` is cut (SEMANTICS C5), and that
 * it is what a naive reading of the page gives.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import { stream } from '../src/parser.js';
import { naiveEvents, naiveTypes, naiveValue } from '../support/naive-qwen.mjs';
import { functionBlock, valueOf } from '../support/qwen.mjs';
import { chunkings, plain, runStream, seeded } from '../support/streams.mjs';

const open = (tools = []) => stream({ dialect: 'qwen', tools });

const TAGS = ['<tool_call>', '</tool_call>', '<function=f>', '</function>', '<parameter=k>', '</parameter>'];
const PIECES = [
  ...TAGS, ...TAGS, '<tool_call', '</tool', '<function=', '</func', '<parameter=', '</param', '<parameter=>', '<function=>',
  '<function= >', '<function=\n>', '<', '</', '>', '=', '\n', '\r', ' ', '\u0085', '\u3000', '\ufeff', 'x', '😀', '```', 'g',
];

/** A block as it should be, in pieces. */
function blockPieces(random) {
  const pieces = ['<tool_call>'];
  for (let functions = 1 + random(2); functions > 0; functions -= 1) {
    pieces.push('<function=f>');
    for (let parameters = random(3); parameters > 0; parameters -= 1) {
      pieces.push(random(2) === 0 ? '<parameter=k>' : '<parameter=l>', '\n', PIECES[random(PIECES.length)], '\n', '</parameter>');
    }
    pieces.push('</function>');
  }
  pieces.push('</tool_call>');
  return pieces;
}

/** Blocks of which some pieces are lost, doubled, or have another before them. */
function randomText(random) {
  const pieces = [];
  for (let blocks = 1 + random(3); blocks > 0; blocks -= 1) pieces.push(...blockPieces(random));
  for (let damages = random(6); damages > 0; damages -= 1) {
    const at = random(pieces.length + 1);
    if (random(3) === 0) pieces.splice(at, 1);
    else pieces.splice(at, 0, PIECES[random(PIECES.length)]);
  }
  return pieces.join('');
}

/** Pieces without any order, most in an open function and with an end that closes it. */
function wildText(random) {
  const text = Array.from({ length: random(25) }, () => PIECES[random(PIECES.length)]).join('');
  const head = random(4) === 0 ? '' : '<tool_call><function=f><parameter=k>';
  return random(4) === 0 ? head + text : `${head}${text}</parameter></function></tool_call>`;
}

for (const [kind, draw] of [['damaged blocks', randomText], ['pieces without order', wildText]]) {
  test(`${kind} give what a naive reading gives, in every chunking`, () => {
    const random = seeded(kind.length);
    let calls = 0;
    for (let i = 0; i < 6000; i += 1) {
      const text = draw(random);
      const expected = { events: naiveEvents(text), saw: text.includes('<tool_call>') };
      calls += expected.events.filter((event) => event.call !== undefined).length;
      for (const chunks of chunkings(text, i, 3)) assert.deepEqual(runStream(open(), chunks), expected, JSON.stringify(chunks));
    }
    assert.ok(calls > 1000, `${calls} calls`);
  });
}

const TYPES = ['string', 'number', 'integer', 'boolean', 'null', 'object', 'array', 'int', 7, null];
const VALUES = ['a', 1, 1.5, true, null, [1], { a: 1 }];
const RAWS = ['', 'x', '1', '1.0', '-2.5', 'true', 'null', ' null', '"q"', '[1]', ' {"a": 1}', '{', 'nul'];

/** A schema, or what stands in the place of one. */
function randomSchema(random, depth = 0) {
  const pick = (list) => list[random(list.length)];
  const list = (draw) => Array.from({ length: random(3) }, draw);
  if (random(8) === 0) return pick([true, false, null, 'string', 3, []]);
  const schema = {};
  if (random(2) === 0) schema.type = random(3) === 0 ? list(() => pick(TYPES)) : pick(TYPES);
  if (random(3) === 0) schema.enum = random(5) === 0 ? pick(VALUES) : list(() => pick(VALUES));
  if (random(4) === 0) schema.const = pick(VALUES);
  if (random(3) === 0) schema.nullable = pick([true, true, false, 1]);
  if (random(6) === 0) schema.$ref = '#/integer';
  for (const member of ['anyOf', 'oneOf', 'allOf']) {
    if (depth < 3 && random(3) === 0) schema[member] = random(6) === 0 ? {} : list(() => randomSchema(random, depth + 1));
  }
  return schema;
}

test('values under random schemas are what a naive reading gives', () => {
  const random = seeded(9);
  const met = new Set();
  for (let i = 0; i < 3000; i += 1) {
    const schema = randomSchema(random);
    const types = naiveTypes(schema);
    met.add([...types].sort().join());
    for (const raw of RAWS) {
      assert.deepEqual(plain([valueOf(raw, schema)]), [naiveValue(raw, types)], `${raw} under ${JSON.stringify(schema)}`);
    }
  }
  assert.ok(met.size > 60, `${met.size} sets of types`);
});

test('empty chunks change nothing', () => {
  const text = `a${functionBlock('<parameter=k>\n1\n</parameter>\n')}b`;
  const chunks = [...text].flatMap((point) => ['', point, '']);
  assert.deepEqual(runStream(open(), chunks), runStream(open(), [text]));
});

test('a second finish gives nothing', () => {
  const reader = open();
  assert.deepEqual(reader.feed('x<tool_call'), [{ text: 'x' }]);
  assert.deepEqual(reader.finish(), [{ text: '<tool_call' }]);
  assert.deepEqual(reader.finish(), []);
  assert.throws(() => reader.feed('y'), /finished/);
});

test('two streams do not disturb each other', () => {
  const texts = [`a${functionBlock('<parameter=k>1</parameter>')}b`, `<tool_call> x${functionBlock('', 'g')}`];
  const readers = texts.map(() => open());
  const events = texts.map(() => []);
  for (let i = 0; i < 100; i += 1) readers.forEach((reader, k) => events[k].push(...reader.feed(texts[k][i] ?? '')));
  readers.forEach((reader, k) => events[k].push(...reader.finish()));
  texts.forEach((text, k) => {
    const calls = naiveEvents(text).filter((event) => event.call !== undefined);
    assert.deepEqual(events[k].filter((event) => event.call !== undefined), calls);
  });
});

/** What is visible after each chunk. */
function feeds(...chunks) {
  const reader = open();
  return chunks.map((chunk) => reader.feed(chunk).map((event) => event.text ?? 'CALL').join(''));
}

test('text is released as soon as it can be no opener', () => {
  assert.deepEqual(feeds('a', '<', 'b'), ['a', '', '<b']);
  assert.deepEqual(feeds('x<tool_call', '<', 't', ' '), ['x', '<tool_call', '', '<t ']);
});

test('a capture is released as soon as it is given up', () => {
  assert.deepEqual(feeds('<tool_call> ', 'x'), ['', '<tool_call> x']);
  assert.deepEqual(feeds('<tool_call><', 'p'), ['', '<tool_call><p']);
  assert.deepEqual(feeds('<tool_call><', 't', 'o'), ['', '<tool_call>', '']);
  assert.deepEqual(feeds('<tool_call><function=', 'f', '\n'), ['', '', '<tool_call><function=f\n']);
  assert.deepEqual(feeds('<tool_call><function=f><parameter=', '>'), ['', '<tool_call><function=f><parameter=>']);
  assert.deepEqual(feeds('<tool_call><function=f></function>', '<function=g>', 'x'), [
    '', '', '<tool_call><function=f></function><function=g>x',
  ]);
});

test('a call comes out with the last character of its block', () => {
  const text = functionBlock('<parameter=k>1</parameter>');
  assert.deepEqual(feeds(`a${text.slice(0, -1)}`, '>', 'b'), ['a', 'CALL', 'b']);
});
