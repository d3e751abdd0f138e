/**
 * Time is linear for hostile texts, however they are cut: SEMANTICS C6. A
 * program and no test, since a busy machine can make it fail: `make cost`, or
 *
 *     node --expose-gc --single-threaded-gc cost/time.mjs [part of a shape's name, or `qwen` …]
 *
 * It prints a table and ends with status 1 if a growth is above its limit.
 */
import { readFileSync } from 'node:fs';
import { stream } from '../src/parser.js';

/** UTF-16 units of the shorter text; the longer one has twice as many. */
const SHORT = 128 * 1024;

/** A sample is so many batches of runs, fewer if a run takes long. */
const BATCHES = 3;

/** CPU milliseconds that the runs of one batch sum up to, at least. */
const LEAST = 20;

const MOST_GROWTH = 2.3;

/**
 * A family of texts; reference/cost/shapes.json says what the members mean.
 *
 * @typedef {{name: string, before?: string, unit: string | (string | [string, number])[], after?: string,
 *   run?: string, around?: [string, string, number], both?: boolean}} Shape
 */

/**
 * @param {Shape} shape
 * @param {number} size
 * @returns {string} a text of about so many units
 */
function textOf({ before = '', unit, after = '', run = '', around: [opener, closer, levels] = ['', '', 0] }, size) {
  const parts = typeof unit === 'string' ? [unit] : unit;
  const piece = parts.map((part) => (typeof part === 'string' ? part : part[0].repeat(part[1]))).join('');
  const head = before + opener.repeat(levels);
  const tail = closer.repeat(levels) + after;
  const pieces = [];
  let room = size - head.length - tail.length;
  for (let times = 1; ; times += 1) {
    room -= run.length * times + piece.length;
    if (room < 0) break;
    pieces.push(run.repeat(times), piece);
  }
  return head + pieces.join('') + tail;
}

/**
 * Cuts a text in chunks of so many characters; 0 leaves it whole. A whole text
 * goes through bytes, as if it had been received: V8 may keep one that was put
 * together as a pair of parts, and reads some of those at half the speed.
 */
function cut(text, size) {
  if (size === 0) return [Buffer.from(text).toString()];
  const points = [...text];
  const chunks = [];
  for (let at = 0; at < points.length; at += size) chunks.push(points.slice(at, at + size).join(''));
  return chunks;
}

/**
 * A way of reading the texts of a shape; `policy` is what the table calls it.
 *
 * @typedef {{policy: string, options: import('../src/parser.js').Options}} Way
 */

/** The shapes of a file in the folder of hostile texts. */
function load(name) {
  return JSON.parse(readFileSync(new URL(`../../cost/${name}`, import.meta.url), 'utf8'));
}

/** @returns {[Shape, Way][]} every shape in every way in which it is read */
function work() {
  const dsml = (policy) => ({ policy, options: { dialect: 'dsml', policies: { missing_opener: policy } } });
  const { shapes, tools } = load('qwen.json');
  const qwen = { policy: 'qwen', options: { dialect: 'qwen', tools } };
  return [
    ...load('shapes.json').shapes.flatMap((shape) => {
      const ways = shape.both ? ['repair', 'text'] : ['repair'];
      return ways.map((policy) => [shape, dsml(policy)]);
    }),
    ...shapes.map((shape) => [shape, qwen]),
  ];
}

/** The CPU time of streaming the chunks so many times, in milliseconds, with all threads of the process. */
function timeOf(chunks, options, runs) {
  // So that each text pays for its own garbage. A major collection would throw compiled code away too.
  globalThis.gc({ type: 'minor' });
  const start = process.cpuUsage();
  for (let run = 0; run < runs; run += 1) {
    const reader = stream(options);
    for (const chunk of chunks) reader.feed(chunk);
    reader.finish();
  }
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

/** Runs until the compiler has seen enough of a text. */
function warmUp(texts, options) {
  for (let spent = 0, runs = 1; spent < LEAST; runs *= 4) {
    for (const chunks of texts) spent += timeOf(chunks, options, runs);
  }
}

/**
 * Times a text and one twice as long in turn, so that a busy machine slows
 * both alike.
 *
 * @returns {[number, number]} the medians of the samples in milliseconds a run
 */
function measure(shape, options, size, samples, short) {
  const texts = [short, 2 * short].map((length) => cut(textOf(shape, length), size));
  warmUp(texts, options);
  const once = Math.max(timeOf(texts[0], options, 1), 0.001);
  const runs = Math.ceil(LEAST / once);
  const rounds = Math.ceil((BATCHES * LEAST) / Math.max(LEAST, once));
  const sums = [[], []];
  for (let i = 0; i < samples; i += 1) {
    const taken = [0, 0];
    for (let round = 0; round < rounds; round += 1) {
      texts.forEach((chunks, k) => (taken[k] += timeOf(chunks, options, runs)));
    }
    taken.forEach((sum, k) => sums[k].push(sum / runs / rounds));
  }
  return sums.map(median);
}

function median(numbers) {
  return numbers.toSorted((a, b) => a - b)[numbers.length >> 1];
}

/**
 * What grows too much is measured once more before it counts, with texts four
 * times as long. Memory has steps, at which a text of twice the length costs
 * more once: the collector's, those of caches. Growth that is the parser's is
 * there at every length.
 */
function judge(shape, options, size) {
  const times = measure(shape, options, size, 5, SHORT);
  return times[1] <= MOST_GROWTH * times[0] ? times : measure(shape, options, size, 9, 4 * SHORT);
}

function main(wanted) {
  let failed = 0;
  console.log(`${'CPU ms at 128 and 256 KiB'.padEnd(36)} policy chunk         n        2n  ratio`);
  for (const [shape, { policy, options }] of work()) {
    if (wanted.length > 0 && !wanted.some((part) => shape.name.includes(part) || policy === part)) continue;
    for (const size of [0, 16, 1]) {
      const [short, long] = judge(shape, options, size);
      const passed = long <= MOST_GROWTH * short;
      const cells = [short, long].map((time) => time.toFixed(2).padStart(9));
      cells.push((long / short).toFixed(2).padStart(6), passed ? '' : ' too much');
      console.log(shape.name.padEnd(36), policy.padEnd(6), String(size || 'whole').padStart(5), ...cells);
      if (!passed) failed += 1;
    }
  }
  console.log(`${failed} above the limit: growth ${MOST_GROWTH}`);
  return failed === 0 ? 0 : 1;
}

process.exitCode = main(process.argv.slice(2));
