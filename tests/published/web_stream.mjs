/**
 * What the parser of `@ai-sdk-tool/parser` emits through its real web stream: `node web_stream.mjs ENVIRONMENT`,
 * with `{tools, cases}` on standard input, where a case is a list of chunks. One line of JSON: the parts of each case.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const { qwen3CoderProtocol } = createRequire(join(process.argv[2], 'package.json'))('@ai-sdk-tool/parser');
const { tools, cases } = JSON.parse(readFileSync(0, 'utf8'));

async function through(chunks) {
  const stream = qwen3CoderProtocol().createStreamParser({ tools });
  const parts = [];
  const reading = (async () => {
    for await (const part of stream.readable) parts.push(part);
  })();
  const writer = stream.writable.getWriter();
  await writer.write({ type: 'text-start', id: '1' });
  for (const delta of chunks) await writer.write({ type: 'text-delta', id: '1', delta });
  await writer.write({ type: 'text-end', id: '1' });
  await writer.write({ type: 'finish', finishReason: { unified: 'stop', raw: 'stop' }, usage: {} });
  await writer.close();
  await reading;
  return parts;
}

const all = [];
for (const chunks of cases) all.push(await through(chunks));
process.stdout.write(JSON.stringify(all));
