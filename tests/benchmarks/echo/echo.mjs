// An adapter that parses nothing: every text is visible text. The cheapest child that Node can be.
// Its arguments: the policies that it is to declare, as JSON, and perhaps --full. With that each chunking
// gets its answer in full, where an adapter would say same_as.
import { readSync, writeSync } from 'node:fs';

const policies = JSON.parse(process.argv[2]);
const full = process.argv.includes('--full');
const hello = {
  protocol: 1,
  name: 'echo-node',
  dialects: ['dsml'],
  modes: ['batch', 'stream'],
  policies,
};

const stream = (text) => ({ events: text ? [{ text }] : [], saw_tool_syntax: false });

const result = ({ id, text, batch, chunkings }) => ({
  id,
  ...(batch && { batch: { calls: [], text, saw_tool_syntax: false } }),
  streams: Array.from(chunkings, (_, place) => (place && !full ? { same_as: 0 } : stream(text))),
});

// An echo wants to know how many chunkings there are, not where they cut: hundreds of numbers need not be read.
// (Quotes in a string are escaped, so no text can look like the member. What is spelt otherwise is read whole.)
const CHUNKINGS = /"chunkings":\[((?:\[[\d,]*\],?)*)\]/g;
const counted = (_, lists) => `"chunkings":{"length":${lists.split('[').length - 1}}`;
const read = (line) => JSON.parse(line.replace(CHUNKINGS, counted));

function answer(request) {
  if (request.op === 'hello') return hello;
  if (request.op === 'run') return { results: request.cases.map(result) };
  return { error: { kind: 'request', message: `unknown op ${request.op}` } };
}

function write(line) {
  let data = Buffer.from(line, 'latin1');
  while (data.length) {
    try {
      data = data.subarray(writeSync(1, data));
    } catch (error) {
      if (error.code !== 'EAGAIN') throw error;
    }
  }
}

// Texts are passed on as bytes, a character for each: that needs no UTF-8 to be read and written.
// Lines are read with plain reads: for one case a request, node:readline takes a fifth more.
const piece = Buffer.alloc(1 << 20);
let held = [];
for (let size; (size = readSync(0, piece)) > 0; ) {
  held.push(Buffer.from(piece.subarray(0, size)));
  if (piece[size - 1] !== 10) continue;
  const request = read(Buffer.concat(held).toString('latin1'));
  held = [];
  write(`${JSON.stringify({ seq: request.seq, ...answer(request) })}\n`);
}
