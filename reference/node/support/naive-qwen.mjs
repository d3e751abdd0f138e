/**
 * A second reading of SEMANTICS section 2, as short as it can be: whole texts
 * only, quadratic, recursive. The parser is held against it.
 */

const SPACE = /[\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]*/y;

/** Thrown where the end of the text is met in a capture. */
const OPEN = Symbol('open');

/** Thrown where a capture is given up. */
class GivenUp {
  constructor(at) {
    this.at = at;
  }
}

function skipSpace(text, at) {
  SPACE.lastIndex = at;
  return at + SPACE.exec(text)[0].length;
}

/** The one of these tags that stands behind white space (Q8). */
function expectTag(text, from, tags) {
  const at = skipSpace(text, from);
  const tag = tags.find((name) => text.startsWith(name, at));
  if (tag !== undefined) return { tag, at, end: at + tag.length };
  if (tags.some((name) => name.startsWith(text.slice(at)))) throw OPEN;
  throw new GivenUp(at);
}

/** NAME or KEY of the tag at a place (Q4). */
function readLabel(text, { tag, at, end }) {
  const close = text.indexOf('>', end);
  if (close < 0) throw OPEN;
  let label = text.slice(end, close);
  if (label.includes('\n')) throw new GivenUp(at);
  if (tag === '<function=') {
    const start = skipSpace(label, 0);
    label = label.slice(start);
    while (label !== '' && skipSpace(label, label.length - 1) === label.length) label = label.slice(0, -1);
  }
  if (label === '') throw new GivenUp(at);
  return { label, end: close + 1 };
}

/** Q5 and Q6. */
function readRaw(text, from) {
  for (let at = from; ; at += 1) {
    at = text.indexOf('</parameter>', at);
    if (at < 0) throw OPEN;
    const end = at + '</parameter>'.length;
    const next = skipSpace(text, end);
    if (!text.startsWith('<parameter=', next) && !text.startsWith('</function>', next)) continue;
    const raw = text.slice(from, at);
    return { raw: raw === '\n' ? '' : raw.replace(/^\n/, '').replace(/\n$/, ''), end };
  }
}

function readBlock(text, start) {
  const calls = [];
  let tag = expectTag(text, start + '<tool_call>'.length, ['<function=']);
  while (tag.tag !== '</tool_call>') {
    const { label: name, end } = readLabel(text, tag);
    const entries = new Map();
    tag = expectTag(text, end, ['<parameter=', '</function>']);
    while (tag.tag !== '</function>') {
      const key = readLabel(text, tag);
      const value = readRaw(text, key.end);
      entries.set(key.label, value.raw);
      tag = expectTag(text, value.end, ['<parameter=', '</function>']);
    }
    calls.push({ call: { name, input: Object.fromEntries(entries) } });
    tag = expectTag(text, tag.end, ['<function=', '</tool_call>']);
  }
  return { calls, end: tag.end };
}

/** The folded events of a text, without any types. */
export function naiveEvents(text) {
  const events = [];
  let from = 0;
  let at = text.indexOf('<tool_call>');
  while (at >= 0) {
    try {
      const { calls, end } = readBlock(text, at);
      if (at > from) events.push({ text: text.slice(from, at) });
      events.push(...calls);
      from = end;
      at = text.indexOf('<tool_call>', end);
    } catch (outcome) {
      if (outcome === OPEN) break;
      if (!(outcome instanceof GivenUp)) throw outcome;
      at = text.indexOf('<tool_call>', outcome.at);
    }
  }
  if (from < text.length) events.push({ text: text.slice(from) });
  return events;
}

function nameOf(value) {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

/** The names of a schema's types (Q9). */
export function naiveTypes(schema) {
  if (nameOf(schema) !== 'object') return new Set();
  const list = (value) => (Array.isArray(value) ? value : []);
  const known = ['string', 'number', 'integer', 'boolean', 'null', 'object', 'array'];
  const named = [schema.type, ...list(schema.type)].filter((name) => known.includes(name));
  const members = [...list(schema.anyOf), ...list(schema.oneOf)].flatMap((member) => [...naiveTypes(member)]);
  const types = new Set([...named, ...members]);
  if (types.size === 0) {
    const values = 'const' in schema ? [schema.const] : [];
    for (const value of [...list(schema.enum), ...values]) types.add(nameOf(value));
  }
  return types.size > 0 && schema.nullable === true ? types.add('null') : types;
}

/** What a text means under a set of names (Q9), for texts with no corners of JSON (C4). */
export function naiveValue(text, types) {
  let value;
  try {
    value = JSON.parse(text);
  } catch {
    return text;
  }
  const name = nameOf(value);
  if (types.has('string')) {
    const mayBe = text === 'null' || name === 'object' || name === 'array';
    return mayBe && types.has(name) ? value : text;
  }
  return types.has(name) || (types.has('integer') && Number.isInteger(value)) ? value : text;
}
