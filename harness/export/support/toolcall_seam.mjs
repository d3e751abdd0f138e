/**
 * The seam: make these two functions ask your parser. The tests beside this file do.
 *
 * Both give one answer, or a promise of it, an object with
 *
 *     calls      the tool calls in order: { name: "...", input: {...} }
 *     text       the visible text, joined
 *     reasoning  the text of the reasoning, joined; may be left out where there is none
 *     pieces     the visible text before, between and behind the calls: one more text
 *                than there are calls. May be left out: then nobody looks where it stood
 *
 * An error of the parser is to be thrown. Each call is to make a parser of its own.
 * This file is yours: it is written once and never replaced.
 */

/** What your parser makes of a whole text, with these tools declared. */
export function parse(text, tools) {
  throw new Error("make parse in toolcall_seam.mjs ask your parser");
}

/**
 * What it makes of the chunks, fed one by one and then finished.
 *
 * A parser that does not stream may give parse(chunks.join(""), tools).
 */
export function stream(chunks, tools) {
  throw new Error("make stream in toolcall_seam.mjs ask your parser");
}
