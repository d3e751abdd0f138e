/**
 * Deltas are gathered for as long as a call goes on: all its arguments come with its end.
 *
 * Stands for no report of its own. Found by `lag`: arguments come all at once.
 */
import { parser } from '../../../../reference/node/src/parser.js';
import { declaring, nameOf, serve } from '../../node/right.mjs';

function stream(options) {
  const right = parser.stream(options);
  let index = 0;
  const told = (events) =>
    events.flatMap((event) => {
      if (event.call === undefined) return [event];
      const { name, input } = event.call;
      const delta = { index: index++, id: `call-${index}`, name, arguments: JSON.stringify(input) };
      return [{ delta }];
    });
  return {
    feed: (chunk) => told(right.feed(chunk)),
    finish: () => told(right.finish()),
    get sawToolSyntax() {
      return right.sawToolSyntax;
    },
  };
}

serve({ ...parser, stream, policies: declaring(parser, 'deltas'), name: nameOf(import.meta.url) });
