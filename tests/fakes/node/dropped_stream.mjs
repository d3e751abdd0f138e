/**
 * Streams are numbered by a counter of the parser that goes up when one begins and down when it ends. Where one
 * was dropped, the next one takes itself for an inner one, and gives no text.
 *
 * Stands for no report of its own. Found by `isolation`: abandoned stream leaves a trace.
 */
import { parser } from '../../../reference/node/src/parser.js';
import { nameOf, serve } from './right.mjs';

function create() {
  let depth = 0;
  return {
    ...parser,
    name: nameOf(import.meta.url),
    stream(options) {
      const right = parser.stream(options);
      const inner = depth > 0;
      const shown = (events) => (inner ? events.filter((event) => event.text === undefined) : events);
      let open = true;
      depth += 1;
      return {
        feed: (chunk) => shown(right.feed(chunk)),
        finish() {
          if (open) depth -= 1;
          open = false;
          return shown(right.finish());
        },
        get sawToolSyntax() {
          return right.sawToolSyntax;
        },
      };
    },
  };
}

serve(create);
