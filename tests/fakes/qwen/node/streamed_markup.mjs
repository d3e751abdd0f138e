/**
 * What comes in more than one chunk is shown as it is, calls and all.
 *
 * Stands for lmstudio-1071 (streamed calls arrive as text with tags). Found by `split`: call missing.
 */
import { parser } from '../../../../reference/node/src/parser.js';
import { nameOf, serve } from '../../node/right.mjs';

function stream(options) {
  const right = parser.stream(options);
  let chunks = [];
  return {
    feed(chunk) {
      if (chunk) chunks.push(chunk);
      return [];
    },
    finish() {
      const fed = chunks;
      chunks = [];
      const events = [...right.feed(fed.join('')), ...right.finish()];
      return fed.length > 1 ? fed.map((text) => ({ text })) : events;
    },
    get sawToolSyntax() {
      return right.sawToolSyntax;
    },
  };
}

serve({ ...parser, stream, name: nameOf(import.meta.url) });
