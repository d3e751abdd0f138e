/**
 * What values mean: SEMANTICS Q6, Q7, Q9.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import { parse, stream } from '../src/parser.js';
import { functionBlock, readQwen, valueOf } from '../support/qwen.mjs';
import { plain, table } from '../support/streams.mjs';

const isValue = (raw, schema, value) => assert.deepEqual(plain({ value: valueOf(raw, schema) }), { value });

table(
  [
    ['Q6: one LF at each end goes', '\n\nx\n\n', '\nx\n'],
    ['Q6: one LF alone is the empty string', '\n', ''],
    ['Q6: two LF are the empty string', '\n\n', ''],
    ['Q6: nothing is the empty string', '', ''],
    ['Q6: all else stays', ' \r\nx\r\n\t', ' \r\nx\r\n\t'],
    ['Q6: a CR before the LF stays', '\nx\r\n', 'x\r'],
    ['Q6: a LF behind a CR is no framing', '\r\nx', '\r\nx'],
  ],
  (raw, value) => isValue(raw, { type: 'string' }, value),
);

const integer = { type: 'integer' };
const number = { type: 'number' };

table(
  [
    ['Q9: no schema gives text', '1', undefined, '1'],
    ['Q9: a schema without types gives text', '1', {}, '1'],
    ['Q9: a string is its text', '{"a": null}', { type: 'string' }, '{"a": null}'],
    ['Q9: a string of no other type is never null', 'null', { type: ['string'] }, 'null'],
    ['Q9: an integer', '-12', integer, -12],
    ['Q9: an integer with a fraction of zeros', '3.0', integer, 3],
    ['Q9: an integer with an exponent', '1e2', integer, 100],
    ['Q9: a fraction that its double does not have', '1.00000000000000000001', integer, 1],
    ['Q9: a fraction that is less than any double', '1e-400', integer, 0],
    ['Q9: no integer', '1.5', integer, '1.5'],
    ['Q9: no number that overflows (C4)', '1e400', number, '1e400'],
    ['Q9: a number whose zeros are taken back', `1${'0'.repeat(400)}e-400`, integer, 1],
    ['Q9: a number of many zeros and one digit', `0.${'0'.repeat(400)}1e401`, integer, 1],
    ['Q9: the largest double', '1.7976931348623157e308', number, Number.MAX_VALUE],
    ['Q9: minus zero', '-0', integer, 0],
    ['Q9: no number of more than JSON', '+1', number, '+1'],
    ['Q9: no number with zeros before it', '01', number, '01'],
    ['Q9: no Infinity', 'Infinity', number, 'Infinity'],
    ['Q9: blanks around JSON', ' \t\r1\n\n', number, 1],
    ['Q9: other white space around JSON', '\u00a01', number, '\u00a01'],
    ['Q9: no byte order mark', '\ufeff1', number, '\ufeff1'],
    ['Q9: nothing is no JSON', '\n', { type: 'null' }, ''],
    ['Q9: a boolean', 'true', { type: 'boolean' }, true],
    ['Q9: no boolean of Python', 'True', { type: 'boolean' }, 'True'],
    ['Q9: null', ' null', { type: 'null' }, null],
    ['Q9: an object', '{"a": [1], "a": 2}', { type: 'object' }, { a: 2 }],
    ['Q9: JSON of another type is text', '[1]', { type: 'object' }, '[1]'],
    ['Q9: a lone surrogate is no JSON (C4)', '["\\ud800"]', { type: 'array' }, '["\\ud800"]'],
    ['Q9: depth 256', `${'['.repeat(256)}${']'.repeat(256)}`, { type: 'array' }, JSON.parse(`${'['.repeat(256)}${']'.repeat(256)}`)],
    ['Q9: depth 257 (C4)', `${'['.repeat(257)}${']'.repeat(257)}`, { type: 'array' }, `${'['.repeat(257)}${']'.repeat(257)}`],
    ['Q9: one of several types', '2', { type: ['boolean', 'number'] }, 2],
    ['Q9: JSON strings stay text with their quotes', '"a"', { type: ['null', 'number'] }, '"a"'],
    ['Q9: string and null: exactly null', 'null', { type: ['null', 'string'] }, null],
    ['Q9: string and null: null with a blank is text', ' null', { type: ['null', 'string'] }, ' null'],
    ['Q9: string and integer: text', '1', { type: ['integer', 'string'] }, '1'],
    ['Q9: string and boolean: text', 'true', { type: ['boolean', 'string'] }, 'true'],
    ['Q9: string and object: an object', ' {"a":1}', { type: ['object', 'string'] }, { a: 1 }],
    ['Q9: string and object: no array', '[1]', { type: ['object', 'string'] }, '[1]'],
    ['Q9: string and array: an array', '[1]', { type: ['array', 'string'] }, [1]],
  ],
  isValue,
);

table(
  [
    ['Q9: the types of type and anyOf together', { type: 'null', anyOf: [{ type: 'integer' }] }, 1, null],
    ['Q9: the types of oneOf', { oneOf: [{ type: 'integer' }, { type: 'null' }] }, 1, null],
    ['Q9: members within members', { anyOf: [{ oneOf: [{ anyOf: [integer] }] }] }, 1, 'null'],
    ['Q9: a string among the members', { anyOf: [{ type: 'integer' }, { type: 'string' }] }, '1', 'null'],
    ['Q9: an enum', { enum: ['a', 7, null] }, '1', null],
    ['Q9: a number in an enum allows any number', { enum: [1.5] }, 1, 'null'],
    ['Q9: a const', { const: null }, '1', null],
    ['Q9: a const beside an enum', { const: null, enum: [7] }, 1, null],
    ['Q9: an enum beside a type does not count', { type: 'integer', enum: [null] }, 1, 'null'],
    ['Q9: an enum beside members that give types does not count', { anyOf: [integer], enum: [null] }, 1, 'null'],
    ['Q9: an enum beside members that give none counts', { anyOf: [{}, true], enum: [null] }, '1', null],
    ['Q9: an enum in a member counts', { anyOf: [integer, { enum: [null] }] }, 1, null],
    ['Q9: nullable adds null', { type: 'integer', nullable: true }, 1, null],
    ['Q9: nullable adds null to a string', { type: 'string', nullable: true }, '1', null],
    ['Q9: nullable adds null to members', { anyOf: [integer], nullable: true }, 1, null],
    ['Q9: nullable adds null to an enum', { enum: [1], nullable: true }, 1, null],
    ['Q9: a nullable member', { anyOf: [{ type: 'integer', nullable: true }] }, 1, null],
    ['Q9: nullable alone gives nothing', { nullable: true }, '1', 'null'],
    ['Q9: nullable in a member that gives nothing', { type: 'integer', anyOf: [{ nullable: true }] }, 1, 'null'],
    ['Q9: nullable must be true', { type: 'integer', nullable: 'true' }, 1, 'null'],
    ['Q9: references are not followed', { $ref: '#/$defs/a', $defs: { a: integer } }, '1', 'null'],
    ['Q9: allOf is not followed', { allOf: [integer] }, '1', 'null'],
    ['Q9: true is no schema', true, '1', 'null'],
    ['Q9: false is no schema', false, '1', 'null'],
    ['Q9: null is no schema', null, '1', 'null'],
    ['Q9: a string is no schema', 'integer', '1', 'null'],
    ['Q9: a list is no schema', [integer], '1', 'null'],
    ['Q9: type names that do not exist', { type: ['Integer', 'int', 'constructor', null, 3, integer, ['integer']] }, '1', 'null'],
    ['Q9: a type that is no name', { type: integer }, '1', 'null'],
    ['Q9: an anyOf that is no list', { anyOf: integer, oneOf: 'integer' }, '1', 'null'],
    ['Q9: an enum that is no list', { enum: { a: 1 } }, '1', 'null'],
    ['Q9: members that are no schemas', { anyOf: ['integer', 1, null, [integer], { type: 'null' }] }, '1', null],
  ],
  (schema, one, nothing) => {
    isValue('1', schema, one);
    isValue('null', schema, nothing);
  },
);

/** What the only call of `f` gives for a parameter `p` with the text 1. */
const one = (tools) => readQwen(functionBlock('<parameter=p>1</parameter>'), tools)[0].call.input.p;
const tool = (parameters, name = 'f') => ({ name, parameters });
const good = tool({ properties: { p: integer } });

table(
  [
    ['Q9: an undeclared tool', [tool({ properties: { p: integer } }, 'g')], '1'],
    ['Q9: of two tools with one name the last counts', [tool({ properties: { p: number } }), tool({ properties: {} })], '1'],
    ['Q9: whatever it is', [tool({}), good], 1],
    ['Q9: also without parameters', [good, { name: 'f' }], '1'],
    ['Q9: what is no tool declares nothing', [null, 'f', ['f'], { name: ['f'] }, {}, good, 7], 1],
    ['Q9: tools that are no list', { f: good }, '1'],
    ['Q9: no tools', undefined, '1'],
    ['Q9: tools that are null', null, '1'],
    ['Q9: parameters that are no object', [tool('p')], '1'],
    ['Q9: properties that are no object', [tool({ properties: 'p' })], '1'],
    ['Q9: properties that are a list', [tool({ properties: [integer] })], '1'],
    ['Q9: a parameter that is no property', [tool({ properties: {}, additionalProperties: integer })], '1'],
    ['Q9: a schema that is a string', [tool({ properties: { p: 'integer' } })], '1'],
  ],
  (tools, value) => assert.deepEqual(one(tools), value),
);

test('Q9: names that objects inherit are declared only where they are', () => {
  const text = functionBlock(['__proto__', 'constructor', 'toString', 'length', '0'].map((key) => `<parameter=${key}>1</parameter>`).join(''));
  const none = '{"0":"1","__proto__":"1","constructor":"1","toString":"1","length":"1"}';
  assert.deepEqual(readQwen(text, [tool({ properties: {} })])[0].call.input, JSON.parse(none));
  const declared = '{"__proto__": {"type": "integer"}, "constructor": {"type": "integer"}}';
  const { input } = readQwen(text, [tool({ properties: JSON.parse(declared) })])[0].call;
  assert.deepEqual(input, JSON.parse('{"0":"1","__proto__":1,"constructor":1,"toString":"1","length":"1"}'));
});

test('Q9: tools may have names that objects inherit', () => {
  const text = functionBlock('<parameter=p>1</parameter>', '__proto__') + functionBlock('<parameter=p>1</parameter>', 'constructor');
  const events = readQwen(text, [tool({ properties: { p: integer } }, '__proto__')]);
  assert.deepEqual(events.map(({ call }) => [call.name, call.input.p]), [['__proto__', 1], ['constructor', '1']]);
});

test('Q9: each function is typed by its own tool, each key by its own schema', () => {
  const body = '<parameter=p>1</parameter><parameter=q>1</parameter>';
  const text = `<tool_call><function=f>${body}</function><function=g>${body}</function></tool_call>`;
  const events = readQwen(text, [good, tool({ properties: { q: number } }, 'g')]);
  assert.deepEqual(events.map(({ call }) => call.input), [{ p: 1, q: '1' }, { p: '1', q: 1 }]);
});

test('Q7: equal keys keep the place of the first, and only the last value is typed', () => {
  const text = functionBlock(['b', 'p', 'b', 'p'].map((key, i) => `<parameter=${key}>${i}</parameter>`).join(''));
  const events = readQwen(text, [good]);
  assert.equal(JSON.stringify(events[0].call.input), '{"b":"2","p":3}');
});

test('Q9: a schema may be nested deeper than calls can be', () => {
  const depth = 200_000;
  for (const member of ['anyOf', 'oneOf']) {
    const schema = JSON.parse(`${`{"${member}":[`.repeat(depth)}{"type":"integer"}${',{"nullable":true}]}'.repeat(depth)}`);
    const options = { dialect: 'qwen', tools: [tool({ properties: { p: schema } })] };
    const text = functionBlock('<parameter=p>1</parameter>');
    assert.deepEqual(parse(text, options).calls[0].input, { p: 1 });
  }
});

test('Q9: a value nested deeper than calls can be is text', () => {
  const raw = '['.repeat(200_000);
  const [event] = stream({ dialect: 'qwen', tools: [tool({ properties: { p: { type: 'array' } } })] }).feed(
    functionBlock(`<parameter=p>${raw}</parameter>`),
  );
  assert.equal(event.call.input.p, raw);
});
