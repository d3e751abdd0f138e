/**
 * The reference parser for Node: its dialects, where it stands on each policy,
 * and the two ways to use it.
 */
import { openDsml } from './dsml/open.js';
import { openQwen } from './qwen/open.js';

export const VERSION = '0.1.0';

/**
 * What a dialect brings: its answers to the policies (SEMANTICS section 3) and
 * how to open a stream.
 */
const DIALECTS = {
  dsml: {
    policies: {
      missing_opener: 'text',
      fences: 'inert',
      truncated: 'text',
      junk_in_block: 'drop',
      damaged_call: 'drop-call',
      unknown_tools: 'forward',
      entities: 'xml',
      scalars: 'text',
      structure: 'children+json',
      duplicates: 'list',
      space_around_calls: 'exact',
      text_after_call: 'keep',
      reasoning: 'ignore',
      emission: 'whole',
      markers: 'text',
    },
    settable: { missing_opener: ['repair', 'text'] },
    open: (policies) => openDsml({ repair: policies.missing_opener === 'repair' }),
  },
  qwen: {
    policies: {
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
    },
    settable: { missing_opener: ['text'] },
    open: (policies, tools) => openQwen(tools),
  },
};

/**
 * @typedef {object} Options
 * @property {string} dialect
 * @property {object[]} [tools] declared tools: `{name, parameters}`, a JSON Schema. They type the values
 *   of `qwen` (SEMANTICS Q9) and never change what `dsml` parses (C7)
 * @property {Record<string, string>} [policies] answers for this text only
 */

/**
 * Throws a RangeError for options that no text can be read with: an unknown
 * dialect, or an answer that it cannot give.
 *
 * @param {Options} options
 */
export function check({ dialect, policies = {} }) {
  if (!Object.hasOwn(DIALECTS, dialect)) throw new RangeError(`unknown dialect: ${dialect}`);
  const { settable } = DIALECTS[dialect];
  for (const [policy, answer] of Object.entries(policies)) {
    if (!Object.hasOwn(settable, policy) || !settable[policy].includes(answer)) {
      throw new RangeError(`${dialect} cannot set ${policy} to ${answer}`);
    }
  }
}

/**
 * @param {Options} options as `check` lets them pass
 * @returns {import('./stream.js').BlockStream}
 */
export function stream(options) {
  check(options);
  const { dialect, policies = {}, tools = [] } = options;
  const { open, policies: answers } = DIALECTS[dialect];
  return open({ ...answers, ...policies }, tools);
}

/**
 * A whole text is a stream of one chunk, by definition.
 *
 * @param {string} text
 * @param {Options} options
 */
export function parse(text, options) {
  const reader = stream(options);
  const events = [...reader.feed(text), ...reader.finish()];
  return {
    calls: events.filter((event) => 'call' in event).map((event) => event.call),
    text: events.map((event) => event.text ?? '').join(''),
    saw_tool_syntax: reader.sawToolSyntax,
    rejected_by_policy: false,
    rejected_tool_names: [],
  };
}

/** The parser as the adapter kit takes it. */
export const parser = {
  name: 'reference-node',
  version: VERSION,
  dialects: Object.keys(DIALECTS),
  policies: Object.fromEntries(Object.entries(DIALECTS).map(([name, { policies }]) => [name, policies])),
  settable: ['missing_opener'],
  cuts: 'any',
  check,
  parse,
  stream,
};
