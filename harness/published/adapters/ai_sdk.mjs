/**
 * The package `@ai-sdk-tool/parser`, its protocol for the Qwen3-Coder form, as
 * its middleware calls it: `node ai_sdk.mjs KIT ENVIRONMENT`.
 *
 * The protocol's stream parser is a web TransformStream, which hands over what
 * it makes in promises; the kit is synchronous. Nothing in the parser waits
 * for anything, so the plumbing is left out: while the parser is made, the
 * global TransformStream is a class that keeps the transformer, and its
 * `transform` is called directly, with a controller that collects.
 *
 * Left out of the middleware: JSON found in a text without any tag is not made
 * a call, and the final tool calls are not coerced by their schemas once more.
 */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const [kit, environment] = process.argv.slice(2);
const { serve } = await import(pathToFileURL(kit));
const require = createRequire(join(environment, 'package.json'));
const { qwen3CoderProtocol } = require('@ai-sdk-tool/parser');
const { version } = require(join(environment, 'node_modules/@ai-sdk-tool/parser/package.json'));

/** Stands in for a TransformStream while a parser is made. */
class Plumbless {
  constructor(transformer) {
    this.transformer = transformer;
  }
}

function makeTransformer(tools) {
  const real = globalThis.TransformStream;
  globalThis.TransformStream = Plumbless;
  try {
    return qwen3CoderProtocol().createStreamParser({ tools }).transformer;
  } finally {
    globalThis.TransformStream = real;
  }
}

function declared(tools) {
  return tools.map(({ name, description, parameters }) => ({
    type: 'function',
    name,
    description,
    inputSchema: parameters,
  }));
}

/** A call of its JSON text; what is no JSON object stays text, and is a finding. */
function wholeCall({ toolName: name, input }) {
  try {
    const value = JSON.parse(input);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { name, input: value };
  } catch {
    // Not JSON: as below.
  }
  return { name, arguments_raw: String(input) };
}

class Stream {
  /** What the stream itself says its calls are: those that an application runs. */
  finalCalls = [];
  #transformer;
  #finished = false;
  #events = [];
  #places = new Map();
  #controller = {
    enqueue: (part) => this.#take(part),
    error: (reason) => {
      throw reason;
    },
    terminate: () => {},
  };

  constructor(tools) {
    this.#transformer = makeTransformer(tools);
    this.#put({ type: 'text-start', id: '1' });
  }

  feed(delta) {
    this.#put({ type: 'text-delta', id: '1', delta });
    return this.#events.splice(0);
  }

  finish() {
    if (this.#finished) return []; // a web stream ends once
    this.#finished = true;
    this.#put({ type: 'text-end', id: '1' });
    this.#put({ type: 'finish', finishReason: { unified: 'stop', raw: 'stop' }, usage: {} });
    this.#wait(this.#transformer.flush?.(this.#controller));
    return this.#events.splice(0);
  }

  #put(part) {
    this.#wait(this.#transformer.transform(part, this.#controller));
  }

  #wait(given) {
    if (typeof given?.then === 'function') throw new Error('the adapter can not wait for a promise');
  }

  #take(part) {
    if (part.type === 'text-delta') {
      this.#events.push({ text: part.delta });
    } else if (part.type === 'tool-input-start') {
      this.#events.push({ delta: { index: this.#place(part.id), name: part.toolName } });
    } else if (part.type === 'tool-input-delta') {
      this.#events.push({ delta: { index: this.#place(part.id), arguments: part.delta } });
    } else if (part.type === 'tool-call') {
      const call = wholeCall(part);
      this.finalCalls.push(call);
      if (!this.#places.has(part.toolCallId)) this.#events.push({ call });
    }
  }

  #place(id) {
    if (!this.#places.has(id)) this.#places.set(id, this.#places.size);
    return this.#places.get(id);
  }
}

serve({
  name: 'ai-sdk qwen3CoderProtocol',
  version,
  library_version: version,
  dialects: ['qwen'],
  cuts: 'any',
  // What `probe` found in both modes, of how values are written and calls are sent. The rest is left open.
  policies: {
    qwen: {
      unknown_tools: 'forward',
      entities: 'xml',
      scalars: 'schema',
      structure: 'schema',
      duplicates: 'list',
      reasoning: 'ignore',
      emission: 'deltas',
    },
  },
  parse(text, { tools }) {
    const parts = qwen3CoderProtocol().parseGeneratedText({ text, tools: declared(tools) });
    const events = [];
    for (const part of parts) {
      if (part.type === 'text') events.push({ text: part.text });
      if (part.type === 'tool-call') events.push({ call: wholeCall(part) });
    }
    return { events };
  },
  stream: ({ tools }) => new Stream(declared(tools)),
});
