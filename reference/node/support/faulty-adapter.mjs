/**
 * An adapter whose parser misbehaves in the way that the text names. It shows
 * what the kit makes of each way.
 */
import { serve } from '../kit.mjs';

const declared = Object.assign(new Error('no call here'), { toolcallDeclared: true });
const cycle = {};
cycle.self = cycle;
let deep = {};
for (let depth = 0; depth < 10_000; depth += 1) deep = { deep };

const fail = (error) => () => {
  throw error;
};
const input = (value) => () => [{ call: { name: 'a', input: value } }];

/** What `feed` does, by the text fed. */
const FAULTS = {
  throw: fail(new Error('broken')),
  'throw nothing': fail(undefined),
  'throw the unprintable': fail(Object.create(null)),
  declared: fail(declared),
  recursion: function recurse() {
    return [recurse()];
  },
  nan: input({ x: [1, NaN] }),
  infinity: input({ x: -Infinity }),
  undefined: input({ x: undefined }),
  function: input({ x: () => 1 }),
  bigint: input({ x: 10n }),
  map: input({ x: new Map() }),
  date: input({ x: new Date(0) }),
  hole: input({ x: [, 1] }), // eslint-disable-line no-sparse-arrays -- the hole is the point
  cycle: input(cycle),
  deep: input(deep),
  'input text': input('{}'),
  'no name': () => [{ call: { input: {} } }],
  'other event': () => [{ other: 1 }],
  'text number': () => [{ text: 1 }],
  'no list': () => 'text',
  promise: async () => [],
  'rejected promise': async () => fail(new Error('later'))(),
  surrogate: () => [{ text: '\ud83d' }],
  proto: input(JSON.parse('{"__proto__":{"x":1}}')),
  'empty text': () => [{ text: '' }],
  reasoning: () => [{ reasoning: 'a' }, { reasoning: 'b' }, { text: '' }, { reasoning: 'c' }],
  deltas: () => [
    { text: 'x' },
    { delta: { index: 0, id: 'i', name: 'a', arguments: '{"p"' } },
    { text: 'y' },
    { delta: { index: 1, name: 'b' } },
    { delta: { index: 0, arguments: ':1}' } },
    { text: 'z' },
    { delta: { index: 2, name: 'c', arguments: '{"p":' } },
  ],
  print() {
    console.log('printed by console.log');
    console.error('printed by console.error');
    process.stdout.write('printed to process.stdout\n');
    return [{ text: 'ok' }];
  },
};

let made = 0;

/** Counts what it has seen, as a parser that keeps state between streams would. */
function newParser() {
  made += 1;
  const number = made;
  let streams = 0;
  return {
    name: 'faulty',
    dialects: ['dsml'],
    settable: ['refused'],
    check: ({ policies }) => {
      if (policies.refused === 'yes') throw new Error('refused');
    },
    parse: (text, options) => {
      if (text === 'whole promise') return Promise.resolve({ calls: [] });
      if (text === 'events only') return { events: FAULTS.deltas() };
      if (text === 'options') return { calls: [], text: JSON.stringify(options), unknown: 1 };
      return { calls: (FAULTS[text]?.() ?? []).map((event) => event.call) };
    },
    stream: () => {
      streams += 1;
      const mine = streams;
      let fed = 0;
      let finished = 0;
      let last = '';
      return {
        feed(chunk) {
          fed += 1;
          last = chunk;
          if (chunk.startsWith('count')) return [{ text: `${mine}` }];
          if (chunk === 'turn') return [{ text: `${number}:${fed} ` }];
          return FAULTS[chunk]?.() ?? [];
        },
        finish() {
          finished += 1;
          if (finished === 1) return [];
          return last.startsWith('again: ') ? FAULTS[last.slice('again: '.length)]() : [{ text: 'again' }];
        },
        get finalCalls() {
          if (!last.startsWith('final: ')) return undefined;
          const given = FAULTS[last.slice('final: '.length)]();
          return Array.isArray(given) ? given.map((event) => event.call) : given;
        },
      };
    },
  };
}

console.log('printed while loading');
serve(newParser);
