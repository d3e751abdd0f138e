/**
 * Adapter kit for Node: puts a tool-call parser under test over the adapter
 * protocol, version 1. One file, no dependencies; copy it next to your parser.
 *
 *     import { serve } from './kit.mjs';       // first, see below
 *     import { parser } from './my-parser.js';
 *     serve(parser);                           // or serve(() => newParser())
 *
 * Importing this file already sends `console` and `process.stdout` to standard
 * error, because a parser that prints while it loads would corrupt the
 * protocol. So import it before anything else. Give a factory if your parser
 * object keeps state: then each chunking gets an object of its own.
 *
 * All is synchronous. A promise where a result should be is reported as an
 * error of kind `value`. What the parser throws is the result of that case, of
 * kind `exception`; of kind `declared` if the error has a true property
 * `toolcallDeclared`, for the errors that your parser documents as its answer
 * to malformed text.
 *
 * @typedef {{dialect: string, tools: object[], policies: Record<string, string>}} Options
 *   `policies` holds only those that the request sets
 *
 * @typedef {object} Stream gives events: `{text}`, `{reasoning}`, `{call: {name, input}}` or
 *   `{delta: {index, name?, arguments?}}`
 * @property {(chunk: string) => object[]} feed
 * @property {() => object[]} finish
 * @property {boolean} [sawToolSyntax] read after finish
 * @property {object[]} [finalCalls] read after finish: the calls `{name, input}` as the stream itself
 *   states them at its end, where it does so beside its deltas
 *
 * @typedef {object} Parser
 * @property {string} name
 * @property {string} [version] of the adapter
 * @property {string} [library_version] of the parser behind it
 * @property {string} [language] default `javascript`
 * @property {string[]} dialects
 * @property {Record<string, Record<string, string>>} [policies] answers by dialect
 * @property {string[]} [settable] policies that a request may set
 * @property {(options: Options) => void} [check] throws if a request cannot be served with these
 *   options (the tools left out), for answers that not every dialect can give
 * @property {string} [cuts] default `any`
 * @property {(text: string, options: Options) => object} [parse] gives `{calls}` and what else
 *   there is of `BATCH_FIELDS`; `{events}` alone will do
 * @property {(options: Options) => Stream} [stream]
 */
import { readSync, writeSync } from 'node:fs';
import { Writable } from 'node:stream';

const PROTOCOL = 1;

/** Deeper values are reported: the other side is not sure to be able to read them. */
const MAX_DEPTH = 512;

/** What of a batch result goes into the answer. */
const BATCH_FIELDS = ['calls', 'text', 'reasoning', 'events', 'saw_tool_syntax'];
BATCH_FIELDS.push('rejected_by_policy', 'rejected_tool_names');

/** A result that is not of the protocol's shape, or that JSON cannot carry. */
class ValueError extends Error {}

const NAP = new Int32Array(new SharedArrayBuffer(4));

/** Repeats an operation while its descriptor, set to non-blocking by somebody, is not ready. */
function patiently(operation) {
  for (;;) {
    try {
      return operation();
    } catch (error) {
      if (error.code !== 'EAGAIN') throw error;
      Atomics.wait(NAP, 0, 0, 1);
    }
  }
}

function writeAll(descriptor, bytes) {
  for (let at = 0; at < bytes.length; ) {
    at += patiently(() => writeSync(descriptor, bytes, at));
  }
}

/** Yields the lines of standard input. A long line is kept in blocks and joined once. */
function* readLines() {
  const buffer = Buffer.allocUnsafe(1 << 18);
  let parts = [];
  for (;;) {
    const size = patiently(() => readSync(0, buffer, 0, buffer.length, null));
    if (size === 0) break;
    const block = buffer.subarray(0, size);
    let from = 0;
    for (let end = block.indexOf(10); end >= 0; end = block.indexOf(10, from)) {
      parts.push(block.subarray(from, end));
      yield Buffer.concat(parts).toString();
      parts = [];
      from = end + 1;
    }
    if (from < size) parts.push(Buffer.from(block.subarray(from)));
  }
  yield Buffer.concat(parts).toString();
}

/**
 * Standard output belongs to the protocol. The stand-in writes at once: a
 * process that never returns to its event loop writes nothing later.
 */
function divertStandardOutput() {
  const sink = new Writable();
  sink.fd = 2;
  sink.write = (data, encoding, done) => {
    try {
      writeAll(2, Buffer.from(data, typeof encoding === 'string' ? encoding : 'utf8'));
    } catch {
      // Nobody reads standard error any more. That is no reason to stop.
    }
    (typeof encoding === 'function' ? encoding : done)?.();
    return true;
  };
  Object.defineProperty(process, 'stdout', { configurable: true, get: () => sink });
  for (const [name, method] of Object.entries(new console.Console(sink))) {
    if (typeof method === 'function') console[name] = method;
  }
}

divertStandardOutput();

/** Whether JSON writes the value as an object with just its own members. */
function isRecord(value) {
  if (typeof value !== 'object' || value === null) return false;
  const prototype = Object.getPrototypeOf(value);
  if (prototype === Object.prototype || prototype === null) return true;
  return Object.prototype.toString.call(value) === '[object Object]' && value.toJSON === undefined;
}

function typeOf(value) {
  if (typeof value?.then === 'function') return 'a promise';
  if (value === null || value === undefined || typeof value === 'number') return String(value);
  return `a value of type ${value.constructor?.name ?? typeof value}`;
}

function expect(isRight, what, value) {
  if (!isRight) throw new ValueError(`${what} is ${typeOf(value)}`);
}

/** @returns {string} the path to what JSON cannot carry, and what it is; empty if there is nothing */
function flawOf(value, depth = 0) {
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return '';
  if (typeof value === 'number' && Number.isFinite(value)) return '';
  if (depth > MAX_DEPTH) return ` is nested deeper than ${MAX_DEPTH}, or in itself`;
  const isList = Array.isArray(value);
  if (!isList && !isRecord(value)) return ` is ${typeOf(value)}`;
  // Not the keys of a list: they would pass over its holes.
  const keys = isList ? value.keys() : Object.keys(value);
  for (const key of keys) {
    const flaw = flawOf(value[key], depth + 1);
    if (flaw !== '') return `${isList ? `[${key}]` : `.${key}`}${flaw}`;
  }
  return '';
}

/**
 * Equal as JSON: types apart, numbers as doubles, members in any order. The
 * first value must be without flaw; one with a flaw then never equals it, and
 * need not be searched for flaws first.
 */
function isEqual(sound, other) {
  if (sound === other) return true;
  if (typeof sound !== 'object' || sound === null) return false;
  if (Array.isArray(sound)) {
    if (!Array.isArray(other) || sound.length !== other.length) return false;
    for (let i = 0; i < sound.length; i += 1) {
      if (!isEqual(sound[i], other[i])) return false;
    }
    return true;
  }
  if (!isRecord(other)) return false;
  const keys = Object.keys(sound);
  if (keys.length !== Object.keys(other).length) return false;
  for (const key of keys) {
    if (!Object.hasOwn(other, key) || !isEqual(sound[key], other[key])) return false;
  }
  return true;
}

/** The error for what was thrown. Anything can be thrown, even what has no text. */
function describe(thrown) {
  let message = 'something that has no text was thrown';
  try {
    message = String(thrown?.message ?? thrown);
  } catch {
    // The message above has to do.
  }
  if (thrown instanceof ValueError) return { kind: 'value', message };
  const kind = thrown?.toolcallDeclared === true ? 'declared' : 'exception';
  return { kind, message, trace: String(thrown?.stack ?? '') };
}

/** An entry with a flaw becomes an error entry. */
function soundEntry(entry) {
  const flaw = flawOf(entry);
  return flaw === '' ? entry : { error: { kind: 'value', message: `result${flaw}` } };
}

function checkedCall(call) {
  expect(isRecord(call), 'a call', call);
  const { name, input, arguments_raw: raw } = call;
  expect(typeof name === 'string', 'the name of a call', name);
  if (input === undefined && typeof raw === 'string') return { name, arguments_raw: raw };
  expect(isRecord(input), 'the input of a call', input);
  return { name, input };
}

/** Arguments that do not join to a JSON object stay as they are, for the harness to judge. */
function assembledCall(name, fragments) {
  if (fragments === '') return { name, input: {} };
  try {
    const input = JSON.parse(fragments);
    if (isRecord(input) && flawOf(input) === '') return { name, input };
  } catch {
    // Not JSON: as below.
  }
  return { name, arguments_raw: fragments };
}

/** Folds events as they come: adjacent text joined, deltas assembled where they began. */
class Folder {
  #events = [];
  #deltas = new Map();

  add(event) {
    expect(isRecord(event), 'an event', event);
    if (event.text !== undefined) this.#join('text', event.text);
    else if (event.reasoning !== undefined) this.#join('reasoning', event.reasoning);
    else if (event.call !== undefined) this.#events.push({ call: checkedCall(event.call) });
    else if (event.delta !== undefined) this.#assemble(event.delta);
    else throw new ValueError('an event has none of text, reasoning, call and delta');
  }

  events() {
    for (const { event, name, fragments } of this.#deltas.values()) {
      event.call = assembledCall(name, fragments);
    }
    return this.#events;
  }

  #join(key, piece) {
    expect(typeof piece === 'string', `the ${key} of an event`, piece);
    const last = this.#events[this.#events.length - 1];
    if (last !== undefined && last[key] !== undefined) last[key] += piece;
    else if (piece !== '') this.#events.push({ [key]: piece });
  }

  #assemble(delta) {
    expect(isRecord(delta), 'a delta', delta);
    const { index, name, arguments: fragment } = delta;
    expect(Number.isInteger(index) && index >= 0, 'the index of a delta', index);
    expect(typeof (name ?? '') === 'string', 'the name of a delta', name);
    expect(typeof (fragment ?? '') === 'string', 'the arguments of a delta', fragment);
    if (!this.#deltas.has(index)) {
      // The event gets its call at the end, and keeps its place until then.
      const event = {};
      this.#events.push(event);
      this.#deltas.set(index, { event, name: '', fragments: '' });
    }
    const call = this.#deltas.get(index);
    call.name ||= name ?? '';
    call.fragments += fragment ?? '';
  }
}

/** Runs one stream over one chunking. Yields after each chunk if streams take turns. */
function* runStream(create, options, chunks, { detail, interleave, finish_twice: finishTwice }) {
  let feed = 0;
  try {
    const stream = create().stream(options);
    expect(typeof stream?.feed === 'function', 'the stream', stream);
    const folder = new Folder();
    const feeds = [];
    const take = (events) => {
      expect(Array.isArray(events), 'the list of events', events);
      // Folded in any case: that checks them. Copied, for a parser may use its events again.
      for (const event of events) folder.add(event);
      if (detail === 'full') feeds.push(events.map((event) => ({ ...event })));
    };
    for (; feed < chunks.length; feed += 1) {
      take(stream.feed(chunks[feed]));
      if (interleave === true) yield;
    }
    take(stream.finish());
    const entry = detail === 'full' ? { feeds, finish: feeds.pop() } : { events: folder.events() };
    if (typeof stream.sawToolSyntax === 'boolean') entry.saw_tool_syntax = stream.sawToolSyntax;
    const stated = stream.finalCalls ?? null;
    if (stated !== null) {
      expect(Array.isArray(stated), 'the list of final calls', stated);
      entry.calls = stated.map(checkedCall);
    }
    return finishTwice === true ? { ...entry, ...finishedAgain(stream) } : entry;
  } catch (error) {
    return { error: describe(error), feed };
  }
}

/** Finishes a stream once more. What is wrong then leaves its result alone, and has no trace. */
function finishedAgain(stream) {
  try {
    const events = stream.finish();
    expect(Array.isArray(events), 'the list of events', events);
    const folder = new Folder();
    for (const event of events) folder.add(event);
    const entry = { second_finish: folder.events() };
    const flaw = flawOf(entry);
    if (flaw !== '') throw new ValueError(`result${flaw}`);
    return entry;
  } catch (error) {
    const { kind, message } = describe(error);
    return { second_error: { kind, message } };
  }
}

/** Lets the runs take a step in turn until all have ended. */
function collect(runs) {
  const entries = [];
  for (let left = runs.length; left > 0; ) {
    runs.forEach((run, place) => {
      if (entries[place] !== undefined) return;
      const step = run.next();
      if (!step.done) return;
      entries[place] = step.value;
      left -= 1;
    });
  }
  return entries;
}

function isSameEntry(earlier, entry) {
  if (!earlier.error || !entry.error) return isEqual(earlier, entry);
  return earlier.error.kind === entry.error.kind && earlier.error.message === entry.error.message;
}

/** Replaces entries that repeat an earlier one. Most repeat the first, so this is the quick way too. */
function withReferences(entries) {
  const sound = [];
  const twinOf = (entry) => sound.findIndex((earlier) => earlier !== undefined && isSameEntry(earlier, entry));
  return entries.map((raw, place) => {
    let twin = twinOf(raw);
    const entry = twin < 0 ? soundEntry(raw) : raw;
    if (entry !== raw) twin = twinOf(entry);
    if (twin >= 0) return { same_as: twin };
    sound[place] = entry;
    return entry;
  });
}

/** Where each code point of the text begins, in UTF-16 units, and null if that is its number. */
function offsetsOf(text) {
  if (!/[\ud800-\udfff]/.test(text)) return null;
  const offsets = [0];
  for (const point of text) offsets.push(offsets[offsets.length - 1] + point.length);
  return offsets;
}

/** Cuts the text at code points, given in rising order. */
function cutAt(text, offsets, cuts) {
  const chunks = [];
  let from = 0;
  for (const cut of cuts) {
    const to = offsets === null ? cut : (offsets[cut] ?? text.length);
    chunks.push(text.slice(from, to));
    from = to;
  }
  chunks.push(text.slice(from));
  return chunks;
}

/** What a parser does not give besides its events is taken from them. */
function fromEvents(events) {
  expect(Array.isArray(events), 'the list of events', events);
  const folder = new Folder();
  for (const event of events) folder.add(event);
  const folded = folder.events();
  const text = folded.map((event) => event.text ?? '').join('');
  return { text, calls: folded.flatMap((event) => (event.call === undefined ? [] : [event.call])) };
}

function runBatch(create, text, options) {
  try {
    const given = create().parse(text, options);
    expect(isRecord(given) && typeof given.then !== 'function', 'the result of parse', given);
    const got = given.events === undefined ? given : { ...fromEvents(given.events), ...given };
    expect(Array.isArray(got.calls), 'the list of calls', got.calls);
    const batch = {};
    for (const field of BATCH_FIELDS) {
      if (got[field] !== undefined) batch[field] = got[field];
    }
    batch.calls = got.calls.map(checkedCall);
    return soundEntry(batch);
  } catch (error) {
    return { error: describe(error) };
  }
}

function runStreams(create, item, options) {
  const offsets = offsetsOf(item.text);
  const chunkings = item.chunkings.map((cuts) => cutAt(item.text, offsets, cuts));
  if (item.abandon_after !== undefined && chunkings.length > 0) {
    // The first chunking that has chunks left over is dropped halfway, if there is one.
    const chunks = chunkings.find((list) => list.length > item.abandon_after) ?? chunkings[0];
    const run = runStream(create, options, chunks, { interleave: true });
    for (const _ of chunks.slice(0, item.abandon_after)) run.next();
  }
  const entries = collect(chunkings.map((chunks) => runStream(create, options, chunks, item)));
  return item.detail === 'full' ? entries.map(soundEntry) : withReferences(entries);
}

function runCase(create, about, item, { dialect, policies = {} }) {
  const options = { dialect, tools: item.tools ?? [], policies };
  const result = { id: item.id };
  if (item.batch === true && about.parse) result.batch = runBatch(create, item.text, options);
  if (item.chunkings !== undefined && about.stream) {
    let kept;
    const reused = () => (kept ??= create());
    result.streams = runStreams(item.reuse === true ? reused : create, item, options);
  }
  return result;
}

function runTime(create, about, { dialect, text, tools = [], policies = {}, chunk, repeat }) {
  const options = { dialect, tools, policies };
  if (!(chunk === 0 ? about.parse : about.stream)) return { unsupported: true };
  const offsets = offsetsOf(text);
  const points = offsets === null ? text.length : offsets.length - 1;
  const cuts = [];
  for (let cut = chunk; chunk > 0 && cut < points; cut += chunk) cuts.push(cut);
  const chunks = cutAt(text, offsets, cuts);
  // Of the process, not of the thread: the clock of the thread is too coarse.
  const once = () => {
    const parser = create();
    const stream = chunk === 0 ? null : parser.stream(options);
    const start = process.cpuUsage();
    if (stream === null) parser.parse(text, options);
    else for (const piece of chunks) stream.feed(piece);
    stream?.finish();
    const { user, system } = process.cpuUsage(start);
    return (user + system) * 1000;
  };
  try {
    return { cpu_ns: Array.from({ length: repeat }, once) };
  } catch (error) {
    return { error: describe(error) };
  }
}

function hello(about) {
  const { name, version, language = 'javascript', library_version, dialects, cuts = 'any' } = about;
  const { policies = {}, settable = [], parse, stream } = about;
  const modes = [...(parse ? ['batch'] : []), ...(stream ? ['stream'] : [])];
  return { protocol: PROTOCOL, name, version, language, library_version, dialects, modes, cuts, policies, settable };
}

function answer(create, about, request) {
  const { op, dialect, policies = {} } = request;
  if (op === 'hello') return hello(about);
  if (op !== 'run' && op !== 'time') throw new Error(`unknown op: ${op}`);
  if (!about.dialects.includes(dialect)) throw new Error(`unknown dialect: ${dialect}`);
  for (const policy of Object.keys(policies)) {
    if (!about.settable?.includes(policy)) throw new Error(`policy cannot be set: ${policy}`);
  }
  about.check?.({ dialect, tools: [], policies });
  if (op === 'time') return runTime(create, about, request);
  return { results: request.cases.map((item) => runCase(create, about, item, request)) };
}

/** What the parser throws is caught where it is called, so an error here is the request's. */
function respond(create, about, line) {
  let seq = null;
  try {
    const request = JSON.parse(line);
    seq = request.seq;
    return { seq, ...answer(create, about, request) };
  } catch (error) {
    return { seq, error: { kind: 'request', message: error.message } };
  }
}

/**
 * Serves requests until the input ends, then ends the process.
 *
 * @param {Parser | (() => Parser)} target a parser, or what makes a fresh one
 * @returns {never}
 */
export function serve(target) {
  const create = typeof target === 'function' ? target : () => target;
  const about = create();
  for (const line of readLines()) {
    if (line.trim() === '') continue;
    writeAll(1, Buffer.from(`${JSON.stringify(respond(create, about, line))}\n`));
  }
  // At once, so that a promise that a parser left behind cannot change the status.
  process.exit(0);
}
