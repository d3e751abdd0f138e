/**
 * Talking to an adapter program in tests.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/**
 * Sends requests (objects, or raw lines) and gives the responses. Their
 * numbers, their count and the status at the end of the input are checked.
 */
export function converse(program, requests) {
  const lines = requests.map((request, seq) => (typeof request === 'string' ? request : JSON.stringify({ seq, ...request })));
  const child = spawnSync(process.execPath, [fileURLToPath(new URL(program, import.meta.url))], {
    input: lines.map((line) => `${line}\n`).join(''),
    maxBuffer: 1 << 28,
  });
  const stderr = child.stderr.toString();
  assert.equal(child.status, 0, stderr);
  const raw = child.stdout.toString().split('\n');
  assert.equal(raw.pop(), '', 'the last line is whole');
  const responses = raw.map((line) => JSON.parse(line));
  assert.equal(responses.length, requests.length);
  return { responses, raw, stderr };
}

/** One `run` request with one case, and its result. */
export function runOne(program, item, rest = {}) {
  const { responses, stderr } = converse(program, [{ op: 'run', dialect: 'dsml', cases: [{ id: 'c', ...item }], ...rest }]);
  assert.equal(responses[0].results?.length, 1, JSON.stringify(responses[0]));
  return { ...responses[0].results[0], stderr };
}
