/**
 * What every fake in this folder starts from: the Node reference and its kit.
 *
 * A fake either wraps the parser, or takes a copy of its sources with one edit. An edit names a piece of
 * source that must stand there exactly once, so a reference that has moved on is noticed when the fake starts.
 */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

export { serve } from '../../../reference/node/kit.mjs';

const SOURCES = fileURLToPath(new URL('../../../reference/node/src', import.meta.url));

/**
 * @param {string} url of the fake's module
 * @returns {string} its name
 */
export function nameOf(url) {
  return basename(fileURLToPath(url), '.mjs');
}

/**
 * @param {object} parser
 * @param {string} emission another answer to when calls are streamed
 * @returns {object} the policies of the parser with that answer, for each dialect
 */
export function declaring(parser, emission) {
  const answers = Object.entries(parser.policies);
  return Object.fromEntries(answers.map(([dialect, policies]) => [dialect, { ...policies, emission }]));
}

/**
 * @param {...[string, string, string]} edits file under `src/`, what stands there, what stands there instead
 * @returns {Promise<object>} the parser of the edited sources
 */
export async function edited(...edits) {
  const home = mkdtempSync(join(tmpdir(), 'fake-'));
  try {
    writeFileSync(join(home, 'package.json'), '{"type": "module"}');
    cpSync(SOURCES, join(home, 'src'), { recursive: true });
    for (const [file, right, wrong] of edits) {
      const path = join(home, 'src', file);
      const parts = readFileSync(path, 'utf8').split(right);
      if (parts.length !== 2) throw new Error(`${file} has ${parts.length - 1} times ${right}`);
      writeFileSync(path, parts.join(wrong));
    }
    const { parser } = await import(pathToFileURL(join(home, 'src', 'parser.js')).href);
    return parser;
  } finally {
    rmSync(home, { recursive: true });
  }
}
