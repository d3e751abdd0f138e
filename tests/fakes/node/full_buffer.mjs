/**
 * Visible text leaves when a buffer of 64 characters is full, or when something else comes.
 *
 * Stands for no report of its own. Found by `holdback`: plain text held back.
 */
import { parser } from '../../../reference/node/src/parser.js';
import { nameOf, serve } from './right.mjs';

const SIZE = 64;

function stream(options) {
  const right = parser.stream(options);
  let held = '';
  const release = () => {
    const text = held;
    held = '';
    return text ? [{ text }] : [];
  };
  const buffered = (events) =>
    events.flatMap((event) => {
      if (event.text === undefined) return [...release(), event];
      held += event.text;
      return held.length < SIZE ? [] : release();
    });
  return {
    feed: (chunk) => buffered(right.feed(chunk)),
    finish: () => [...buffered(right.finish()), ...release()],
    get sawToolSyntax() {
      return right.sawToolSyntax;
    },
  };
}

serve({ ...parser, stream, name: nameOf(import.meta.url) });
