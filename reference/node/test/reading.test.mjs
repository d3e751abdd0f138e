/**
 * What a closed block holds: SEMANTICS D8 to D13, C7.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import { parse } from '../src/parser.js';
import { block, read, table } from '../support/streams.mjs';

const wrapped = (body) => `<tool_calls>${body}</tool_calls>`;

/** Each row: promise, text, expected calls as [name, input]; none means rejected. */
function calls(input, ...expected) {
  const events = expected.map(([name, value]) => ({ call: { name, input: value } }));
  assert.deepEqual(read(input), expected.length === 0 ? [{ text: input }] : events);
}

table(
  [
    ['D8: a block of two styles is rejected', '<tool_calls><|DSML|invoke name="a"></|DSML|invoke></tool_calls>'],
    ['D8: a stray tag of the other style rejects', block('</|DSML|parameter>')],
    ['D8: the other style in CDATA is no tag', block('<parameter name="p"><![CDATA[<|DSML|invoke>]]></parameter>'), ['a', { p: '<|DSML|invoke>' }]],
    ['D8: the other style in quotes is no tag', '<tool_calls><invoke x="<|DSML|invoke>" name="a"></invoke></tool_calls>', ['a', {}]],
    ['D9: a nested invoke belongs to the outer one', block('<parameter name="p">1</parameter><invoke name="b"></invoke>'), ['a', { p: '1' }]],
    ['D9: an invoke that does not end hides the rest', wrapped('<invoke name="a"></invoke><invoke name="b"><invoke name="c"></invoke>'), ['a', {}]],
    ['D9: a parameter that does not end hides the rest', block('<parameter name="p">1</parameter><parameter name="q">2'), ['a', { p: '1' }]],
    ['D9: parameters need not be direct children', block('<x><parameter name="p">1</parameter></x>'), ['a', { p: '1' }]],
    ['D9: a nested parameter belongs to the value', block('<parameter name="p"><parameter name="q">1</parameter></parameter>'),
      ['a', { p: { parameter: '1' } }]],
    ['D9: a nested start tag that ends in `/>` adds no depth', block('<parameter name="p">x<parameter/></parameter>'), ['a', { p: 'x<parameter/>' }]],
    ['D9: a first start tag that ends in `/>` wants an end tag', wrapped('<invoke name="a"/>')],
    ['D9: and takes it', wrapped('<invoke name="a"/></invoke>'), ['a', {}]],
    ['D9: text between the tags of an accepted block goes with it', wrapped('x<invoke name="a">y<parameter name="p">1</parameter>z</invoke>'), ['a', { p: '1' }]],
    ['D10: single quotes and blanks around `=` are read', wrapped("<invoke name\n=\t'a'></invoke>"), ['a', {}]],
    ['D10: the last of equal keys wins, in any case', wrapped('<invoke name="x" NAME="a"></invoke>'), ['a', {}]],
    ['D10: `xname` and `x:name` are other keys', wrapped('<invoke xname="x" x:name="y" -name="z"></invoke>')],
    ['D10: a value right behind a value is read', wrapped('<invoke x="1"name="a"></invoke>'), ['a', {}]],
    ['D10: a quoted string that is no value is not skipped whole', wrapped('<invoke "name=\'a\'"></invoke>'), ['a', {}]],
    ['D10: a bare value is none', wrapped('<invoke name=a></invoke>')],
    ['D10: the name is decoded, then trimmed', wrapped('<invoke name="&#32;a&amp;b&#x20;"></invoke>'), ['a&b', {}]],
    ['D11: an invoke without a name is dropped, others stay', wrapped('<invoke></invoke><invoke name=" "></invoke><invoke name="a"></invoke>'), ['a', {}]],
    ['D11: a parameter without a name is skipped', block('<parameter>1</parameter><parameter name="p">2</parameter>'), ['a', { p: '2' }]],
    ['D12: an empty body gives no arguments', block(' \u0085\n'), ['a', {}]],
    ['D12: the member `input` is the input', block('{"input":{"x":1},"parameters":{"y":2}}'), ['a', { x: 1 }]],
    ['D12: the member `parameters` is the next choice', block('{"input":1,"parameters":{"y":2}}'), ['a', { y: 2 }]],
    ['D12: an empty object gives no arguments', block('{ }'), ['a', {}]],
    ['D12: any other object drops the invoke', block('{"x":1}')],
    ['D12: there is no entity decoding', block('{"input":{"x":"&amp;"}}'), ['a', { x: '&amp;' }]],
    ['D12: what is no JSON may still hold parameters', block('{<parameter name="p">1</parameter>'), ['a', { p: '1' }]],
    ['D12: a body without a named parameter drops the invoke', block('text')],
    ['D13: names are case-sensitive', block('<parameter name="p">1</parameter><parameter name="P">2</parameter>'), ['a', { p: '1', P: '2' }]],
    ['D13: equal names give the list in order', block('<parameter name="p">1</parameter><parameter name="p">[2]</parameter>'), ['a', { p: ['1', [2]] }]],
    ['D13: a list value that stands alone stays as it is', block('<parameter name="p">[2]</parameter>'), ['a', { p: [2] }]],
  ],
  calls,
);

test('D13: `__proto__` is a name like any other', () => {
  for (const body of [
    '<parameter name="__proto__">1</parameter><parameter name="constructor">2</parameter>',
    '{"input":{"__proto__":"1","constructor":"2"}}',
  ]) {
    const { input } = read(block(body))[0].call;
    assert.equal(JSON.stringify(input), '{"__proto__":"1","constructor":"2"}');
    assert.equal(Object.getPrototypeOf(input), Object.prototype);
  }
});

test('C7: declared tools change nothing', () => {
  const tools = [{ name: 'b', parameters: { type: 'object' } }];
  const got = parse(block('<parameter name="p">1</parameter>'), { dialect: 'dsml', tools });
  assert.deepEqual(got, {
    calls: [{ name: 'a', input: { p: '1' } }],
    text: '',
    saw_tool_syntax: true,
    rejected_by_policy: false,
    rejected_tool_names: [],
  });
});

test('an unknown dialect or answer is refused', () => {
  assert.throws(() => parse('', { dialect: 'other' }), RangeError);
  assert.throws(() => parse('', { dialect: 'dsml', policies: { fences: 'live' } }), RangeError);
  assert.throws(() => parse('', { dialect: 'dsml', policies: { missing_opener: 'maybe' } }), RangeError);
});
