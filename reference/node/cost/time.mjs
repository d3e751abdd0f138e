/**
 * Time is linear for hostile texts and every chunking: SEMANTICS C6. Apart from
 * the tests, because a busy machine can make it fail: node --test cost/time.mjs
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import { stream } from '../src/parser.js';
import { block } from '../support/streams.mjs';

const SIZE = 64 * 1024;

const fill = (unit) => (size) => unit.repeat(Math.ceil(size / unit.length));
const inValue = (unit, end = '') => (size) => block(`<parameter name="p">${fill(unit)(size)}${end}</parameter>`);
const inCapture = (unit) => (size) => `<tool_calls><invoke name="a">${fill(unit)(size)}`;
const inTag = (unit) => (size) => `<tool_calls><invoke ${fill(unit)(size)} name="a">{}</invoke></tool_calls>`;

const levels = (tag) => tag.repeat(255);

const HOSTILE = {
  'wrappers': fill('<tool_calls>'),
  'unfinished invokes': fill('<invoke '),
  'bare invokes': fill('<invoke name="a">'),
  'whole bare invokes': fill('<invoke name="a"></invoke>\n'),
  'start tags in quotes': fill(`<invoke "<invoke '`),
  'start tags that are too long': fill(`<invoke "<invoke '${'<invoke '.repeat(600)}`),
  'blanks in bare captures': fill(`<invoke>${' '.repeat(2000)}x`),
  'angle brackets': fill('<'),
  'backticks': fill('`'),
  'fences': fill('```\n'),
  'rejected blocks': fill('<tool_calls></tool_calls>'),
  'broken end tags in a block': inCapture('</invoke'),
  'unclosed CDATA': inCapture('<![CDATA[x]]'),
  'unclosed comment': inCapture('<!-- --'),
  'invokes in a block': inCapture('<invoke name="a">{}</invoke><parameter>'),
  'parameters': (size) => block(fill('<parameter name="p">v</parameter>')(size)),
  'CDATA sections in a value': inValue('<![CDATA[a]]>', 'x'),
  'children at depth 256': (size) => block(`<parameter name="p">${levels('<k>')}${fill('<c>1</c>')(size)}${levels('</k>')}</parameter>`),
  'open children': inValue('<k>'),
  'quotes in a child': inValue('<k x="'),
  'entities': inValue('&amp;'),
  'open references': inValue('&#1'),
  'digits of one reference': (size) => block(`<parameter name="p">&#${'1'.repeat(size)};</parameter>`),
  'brackets': inValue('['),
  'white space': inValue(' ', 'x'),
  'one long key': inTag('a-'),
  'keys without values': inTag('a = '),
  'keys with one quote': inTag('a="'),
};

function cut(text, size) {
  if (size === 0) return [text];
  const chunks = [];
  for (let at = 0; at < text.length; at += size) chunks.push(text.slice(at, at + size));
  return chunks;
}

/**
 * The shortest of a few runs in milliseconds of processor time, which other
 * programs on the machine disturb less than the time on the wall.
 */
function timeOf(chunks, runs) {
  let shortest = Infinity;
  for (let i = 0; i < runs; i += 1) {
    const reader = stream({ dialect: 'dsml', policies: { missing_opener: 'repair' } });
    const start = process.cpuUsage();
    for (const chunk of chunks) reader.feed(chunk);
    reader.finish();
    const { user, system } = process.cpuUsage(start);
    shortest = Math.min(shortest, (user + system) / 1000);
  }
  return shortest;
}

/**
 * Quadratic time would show as 64 over eight times the size, linear time as 8.
 * The bound leaves room for a busy machine; small times are not judged at all.
 */
function isLinear(make, chunkSize, runs) {
  const small = timeOf(cut(make(SIZE), chunkSize), runs);
  const large = timeOf(cut(make(SIZE * 8), chunkSize), runs);
  return large < 50 || large / small < 20;
}

for (const [what, make] of Object.entries(HOSTILE)) {
  test(`time is linear: ${what}`, () => {
    for (const chunkSize of [0, 16, 1]) {
      const linear = isLinear(make, chunkSize, 1) || isLinear(make, chunkSize, 5);
      assert.ok(linear, `chunks of ${chunkSize || 'the whole text'}`);
    }
  });
}
