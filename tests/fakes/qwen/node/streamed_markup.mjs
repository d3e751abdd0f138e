/**
 * What comes in more than one chunk is shown as it is, calls and all.
 *
 * Stands for lmstudio-1071 (streamed calls arrive as text with tags). Found by `split`: call missing.
 */
import { parser } from '../../../../reference/node/src/parser.js';
import { declaring, nameOf, serve } from '../../node/right.mjs';

function stream(options) {
  const right = parser.stream(options);
  const fed = [];
  let done = false;
  return {
    feed(chunk) {
      if (chunk) fed.push(chunk);
      return [];
    },
    finish() {
      if (done) return [];
      done = true;
      const events = [...right.feed(fed.join('')), ...right.finish()];
      return fed.length > 1 ? fed.map((text) => ({ text })) : events;
    },
    get sawToolSyntax() {
      return right.sawToolSyntax;
    },
  };
}

serve({ ...parser, stream, policies: declaring(parser, 'end'), name: nameOf(import.meta.url) });
