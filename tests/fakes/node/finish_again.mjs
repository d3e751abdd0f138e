/**
 * A second finish gives once more what the first one gave.
 *
 * Stands for ds2api-311 (stream and final parse both emit the same). Found by `finish`: second finish speaks.
 */
import { parser } from '../../../reference/node/src/parser.js';
import { nameOf, serve } from './right.mjs';

function stream(options) {
  const right = parser.stream(options);
  let last;
  return {
    feed: (chunk) => right.feed(chunk),
    finish: () => (last ??= right.finish()),
    get sawToolSyntax() {
      return right.sawToolSyntax;
    },
  };
}

serve({ ...parser, stream, name: nameOf(import.meta.url) });
