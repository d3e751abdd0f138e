/**
 * What the exported tests check. Written by toolcall-harness; no need to change it.
 *
 * Answers are objects as toolcall_seam.mjs says. Values are compared as JSON readers
 * do: the members of objects in any order, true is not 1.
 */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

/**
 * Demand what is due: of calls, text, pieces and reasoning those that it has.
 *
 * Where text stood counts if the answer says it; if due is "placed", it has to say it.
 * If due is "exact": false, white space beside calls does not count.
 */
export function expect(answer, due) {
  wellFormed(answer);
  const exact = due.exact ?? true;
  if (due.placed) needPieces(answer);
  if ("calls" in due) same("calls", answer.calls, due.calls);
  if ("reasoning" in due) {
    same("reasoning", answer.reasoning ?? "", due.reasoning);
  }
  if ("pieces" in due && answer.pieces) {
    const pieces = besideCalls(answer.pieces, exact);
    same("pieces", pieces, besideCalls(due.pieces, exact));
  } else if ("text" in due) {
    same("text", bare(answer.text, exact), bare(due.text, exact));
  }
}

/** Demand that two ways of feeding one text give the same, whatever is right. */
export function expectAlike(one, other) {
  wellFormed(one);
  wellFormed(other);
  same("calls", other.calls, one.calls);
  same("text", other.text, one.text);
  same("reasoning", other.reasoning ?? "", one.reasoning ?? "");
  if (one.pieces && other.pieces) same("pieces", other.pieces, one.pieces);
}

/** Demand the same, and to be told where text stood. */
export function expectAlikePlaced(one, other) {
  needPieces(one);
  needPieces(other);
  expectAlike(one, other);
}

/**
 * Demand that the visible text is the input without the blocks of the calls.
 *
 * So its pieces stand in the input in their order, the first at its start and the last
 * at its end. (What a right parser makes of the calls is not known here.)
 */
export function expectConserved(answer, text) {
  wellFormed(answer);
  if (answer.calls.length === 0) {
    same("text", answer.text, text);
    return;
  }
  needPieces(answer);
  const last = answer.pieces.length - 1;
  let at = 0;
  answer.pieces.forEach((piece, number) => {
    if (piece === "") return;
    let found = text.indexOf(piece, at);
    if (number === 0) {
      found = text.startsWith(piece) ? 0 : -1;
    } else if (number === last) {
      found = text.endsWith(piece) ? text.length - piece.length : -1;
    }
    const told = `${JSON.stringify(piece)} does not stand in the input where it should`;
    assert.ok(found >= at, told);
    at = found + piece.length;
  });
}

/** Demand that the argument "key" of a "call" is of one of these "types" of JSON. */
export function expectType(answer, due) {
  wellFormed(answer);
  assert.ok(due.call < answer.calls.length, `there is no call ${due.call}`);
  const { input } = answer.calls[due.call];
  const told = `${JSON.stringify(due.key)} of call ${due.call}`;
  assert.ok(Object.hasOwn(input, due.key), `${told} is missing`);
  const value = input[due.key];
  const wrong = `${told} is ${JSON.stringify(value)}, not of ${due.types.join(" or ")}`;
  assert.ok(
    due.types.some((kind) => is(value, kind)),
    wrong,
  );
}

/** Demand that the reasoning stands in the input, and nothing comes out twice. */
export function expectOnePlace(answer, text) {
  wellFormed(answer);
  const reasoning = answer.reasoning ?? "";
  let at = 0;
  for (const character of reasoning) {
    at = text.indexOf(character, at);
    assert.ok(at >= 0, "the reasoning is not in the input");
    at += character.length;
  }
  const left = new Map();
  for (const character of text) {
    left.set(character, (left.get(character) ?? 0) + 1);
  }
  for (const character of answer.text + reasoning) {
    const many = left.get(character) ?? 0;
    assert.ok(many > 0, "text and reasoning hold more than the input does");
    left.set(character, many - 1);
  }
}

/** Demand the calls "before" and "behind" a damaged block, whatever that gives. */
export function expectAround(answer, due) {
  wellFormed(answer);
  const { calls } = answer;
  const end = calls.length - due.behind.length;
  const told = `${calls.length} calls: some others are missing`;
  assert.ok(end >= due.before.length, told);
  const before = calls.slice(0, due.before.length);
  same("calls before the damage", before, due.before);
  same("calls behind the damage", calls.slice(end), due.behind);
}

/**
 * Demand that no call comes out with fewer arguments than were written.
 *
 * A call that can't be read may be missing. Due are names, each with its keys.
 */
export function expectArguments(answer, due) {
  wellFormed(answer);
  for (const call of answer.calls) {
    const given = Object.keys(call.input);
    const drawn = due.filter(([name]) => name === call.name);
    const fewer = drawn.every(
      ([, keys]) =>
        given.length < keys.length && given.every((key) => keys.includes(key)),
    );
    const told = `${call.name} came with ${JSON.stringify(call.input)}`;
    assert.ok(drawn.length === 0 || !fewer, told);
  }
}

/** Demand the calls that are due, or none; and then the text, if one is due. */
export function expectAllOrNone(answer, due) {
  wellFormed(answer);
  if (answer.calls.length > 0) {
    same("calls", answer.calls, due.calls);
  } else if ("text" in due) {
    same("text", answer.text, due.text);
  }
}

/** Demand no more than that it is an answer. */
export function expectAnswer(answer) {
  wellFormed(answer);
}

/** Run a test file as a program of its own, which may die or hang. */
export function runApart(url, seconds) {
  const { NODE_TEST_CONTEXT, ...env } = process.env;
  const done = spawnSync(process.execPath, [fileURLToPath(url), "apart"], {
    env,
    encoding: "utf8",
    timeout: seconds * 1000,
    killSignal: "SIGKILL",
  });
  const how = done.error ?? done.signal ?? `status ${done.status}`;
  assert.equal(done.status, 0, `it ended with ${how}: ${done.stderr}`);
}

function wellFormed(answer) {
  answer.calls.forEach((call, number) => {
    assert.equal(typeof call.name, "string", `call ${number} has no name`);
    const object = is(call.input, "object");
    assert.ok(object, `call ${number} has no object as input`);
  });
  for (const text of [answer.text, answer.reasoning ?? ""]) {
    assert.equal(typeof text, "string", "the text is none");
    assert.ok(text.isWellFormed(), "there is half a character in the text");
  }
  if (answer.pieces) {
    const told = "pieces are one more than calls: see toolcall_seam.mjs";
    assert.equal(answer.pieces.length, answer.calls.length + 1, told);
  }
}

function needPieces(answer) {
  const told =
    "this test has to know where text stood: see pieces in toolcall_seam.mjs";
  assert.ok(answer.pieces, told);
}

function same(what, got, due) {
  const told = `${what}: ${JSON.stringify(got)}, not ${JSON.stringify(due)}`;
  assert.ok(equal(got, due), told);
}

function equal(got, due) {
  if (is(due, "array")) {
    return (
      is(got, "array") &&
      got.length === due.length &&
      due.every((value, number) => equal(got[number], value))
    );
  }
  if (is(due, "object")) {
    if (!is(got, "object")) return false;
    const keys = Object.keys(due);
    return (
      Object.keys(got).length === keys.length &&
      keys.every((key) => Object.hasOwn(got, key) && equal(got[key], due[key]))
    );
  }
  if (typeof got === "bigint") return Number(got) === due;
  return got === due;
}

function is(value, kind) {
  if (kind === "null") return value === null;
  if (kind === "array") return Array.isArray(value);
  if (kind === "integer") return Number.isInteger(value);
  if (kind === "object") {
    return typeof value === "object" && value !== null && !Array.isArray(value);
  }
  return typeof value === kind;
}

const BLANKS = " \t\n\r\v\f";

function bare(text, exact) {
  if (exact) return text;
  return [...text].filter((character) => !BLANKS.includes(character)).join("");
}

function besideCalls(pieces, exact) {
  if (exact || pieces.length < 2) return pieces;
  const last = pieces.length - 1;
  return pieces.map((piece, number) => {
    let from = 0;
    let to = piece.length;
    if (number > 0) while (from < to && BLANKS.includes(piece[from])) from += 1;
    if (number < last) {
      while (to > from && BLANKS.includes(piece[to - 1])) to -= 1;
    }
    return piece.slice(from, to);
  });
}
