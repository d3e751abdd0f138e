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
  streams: chunkings.map((_, place) => (place && !full ? { same_as: 0 } : stream(text))),
});

function answer(request) {
  if (request.op === 'hello') return hello;
  if (request.op === 'run') return { results: request.cases.map(result) };
  return { error: { kind: 'request', message: `unknown op ${request.op}` } };
}

function write(line) {
  let data = Buffer.from(line);
  while (data.length) {
    try {
      data = data.subarray(writeSync(1, data));
    } catch (error) {
      if (error.code !== 'EAGAIN') throw error;
    }
  }
}

// Lines are read with plain reads: for one case a request, node:readline takes a fifth more.
const piece = Buffer.alloc(1 << 20);
let held = [];
for (let size; (size = readSync(0, piece)) > 0; ) {
  held.push(Buffer.from(piece.subarray(0, size)));
  if (piece[size - 1] !== 10) continue;
  const request = JSON.parse(Buffer.concat(held).toString());
  held = [];
  write(`${JSON.stringify({ seq: request.seq, ...answer(request) })}\n`);
}
