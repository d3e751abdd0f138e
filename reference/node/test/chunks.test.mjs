/**
 * What must not depend on how a text is cut: SEMANTICS C5.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import { stream } from '../src/parser.js';
import { block, chunkings, fold, runStream, seeded } from '../support/streams.mjs';

const PIECES = [
  '<tool_calls>', '</tool_calls>', '<|DSML|tool_calls>', '</|DSML|tool_calls>', '<tool_calls/>', '<tool_call',
  '<invoke name="a">', '<|dsml|invoke name="b">', '</invoke>', '</|DSML|invoke>', '<invoke ', '<invoke name="c"/>',
  '<parameter name="p">', '</parameter>', '<|DSML|parameter name=\'q\'>', '</|DSML|parameter>', '<parameter>',
  '<![CDATA[', ']]>', '<!--', '-->', '-', ']', '<', '>', '/', '/>', '"', "'", '{', '}', '{"input":{}}', '[1]', '&lt;',
  '\n', '\r\n', ' ', '\t', '```', '~~~', '`', '````', 'x', '😀', '\u00a0', '\u212a', 'name="d"', '<k>1</k>', '<i',
];

function open(answer) {
  return stream({ dialect: 'dsml', policies: { missing_opener: answer } });
}

/** Fragments at random: nearly all of it is malformed in some way. */
function randomText(random) {
  let text = random(2) === 0 ? '' : '<tool_calls><invoke name="a">';
  for (let left = 1 + random(25); left > 0; left -= 1) text += PIECES[random(PIECES.length)];
  return random(2) === 0 ? text : `${text}</parameter></invoke></tool_calls>`;
}

for (const answer of ['repair', 'text']) {
  test(`random texts give the same in every chunking (missing_opener ${answer})`, () => {
    const random = seeded(answer.length);
    for (let i = 0; i < 2000; i += 1) {
      const text = randomText(random);
      const whole = runStream(open(answer), [text]);
      for (const chunks of chunkings(text, i, 4)) {
        assert.deepEqual(runStream(open(answer), chunks), whole, JSON.stringify(chunks));
      }
      if (whole.events.every((event) => event.text !== undefined)) {
        assert.equal(whole.events.map((event) => event.text).join(''), text, 'C3: text without calls is kept whole');
      }
    }
  });
}

test('a long start tag is given up alike wherever it is cut (D7 c)', () => {
  for (const length of [4094, 4095, 4096, 4097, 4098]) {
    const text = `<invoke "${'😀'.repeat(length - 9)}><tool_calls>" <invoke name="a"></invoke></tool_calls>`;
    const whole = runStream(open('repair'), [text]);
    for (const chunks of chunkings(text, length, 20)) assert.deepEqual(runStream(open('repair'), chunks), whole);
  }
});

test('empty chunks change nothing', () => {
  const text = `a${block('{}')}b`;
  const chunks = [...text].flatMap((point) => ['', point, '']);
  assert.deepEqual(runStream(open('text'), chunks), runStream(open('text'), [text]));
});

test('a second finish gives nothing', () => {
  const reader = open('repair');
  assert.deepEqual(reader.feed('x<tool_calls'), [{ text: 'x' }]);
  assert.deepEqual(reader.finish(), [{ text: '<tool_calls' }]);
  assert.deepEqual(reader.finish(), []);
  assert.throws(() => reader.feed('y'), /finished/);
});

test('two streams do not disturb each other', () => {
  const texts = [`a${block('{}')}b`, `<tool_calls> \`\`\`${block('<parameter name="p">1</parameter>')}`];
  const readers = texts.map(() => open('text'));
  const events = texts.map(() => []);
  for (let i = 0; i < 200; i += 1) {
    readers.forEach((reader, k) => events[k].push(...reader.feed(texts[k][i] ?? '')));
  }
  readers.forEach((reader, k) => events[k].push(...reader.finish()));
  texts.forEach((text, k) => assert.deepEqual(fold(events[k]), runStream(open('text'), [text]).events));
});

/** What is visible after each character, with `·` for a character that is held back. */
function releases(text, answer) {
  const reader = open(answer);
  return [...text].map((point) => reader.feed(point).map((event) => event.text).join('') || '·').join('|');
}

test('text is released as soon as it can be no tag', () => {
  assert.equal(releases('a<b', 'text'), 'a|·|<b');
  assert.equal(releases('<tool_x', 'text'), '·|·|·|·|·|·|<tool_x');
  assert.equal(releases('<in', 'text'), '·|<i|n', 'policy text knows no bare invoke');
  assert.equal(releases('<in', 'repair'), '·|·|·');
  assert.equal(releases('</t<|D', 'text'), '·|</|t|·|·|·');
  assert.equal(releases('```\n<t', 'text'), '`|`|`|\n|<|t', 'nothing is held in a fence');
});

test('a capture is released as soon as it is given up', () => {
  const feeds = (...chunks) => {
    const reader = open('repair');
    return chunks.map((chunk) => reader.feed(chunk).map((event) => event.text).join(''));
  };
  assert.deepEqual(feeds('<invoke>', 'x'), ['', '<invoke>x']);
  assert.deepEqual(feeds('<invoke>', '<pa', 'x'), ['', '', '<invoke><pax']);
  assert.deepEqual(feeds('<invoke></invoke>', '<!', '['), ['', '', '<invoke></invoke><![']);
  assert.deepEqual(feeds('<tool_calls> x <tool_calls', '>'), ['', '<tool_calls> x ']);
  assert.deepEqual(feeds('<tool_calls></tool_calls', '>'), ['', '<tool_calls></tool_calls>']);
});

test('a call comes out with the last character of its block', () => {
  const reader = open('text');
  const text = `a${block('{}')}`;
  assert.deepEqual(reader.feed(text.slice(0, -1)), [{ text: 'a' }]);
  assert.deepEqual(reader.feed('>'), [{ call: { name: 'a', input: {} } }]);
});
