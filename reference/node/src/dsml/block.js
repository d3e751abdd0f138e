/**
 * Reading a closed block (SEMANTICS D6, D8, D9, D11 to D13).
 *
 * Works on the tags that the walk met (`capture.js`), four numbers a tag.
 */
import { isObject, readJson } from '../json.js';
import { Members } from '../members.js';
import { trim } from '../space.js';
import { readName } from './attributes.js';
import { DSML, END, INVOKE, KIND, PARAMETER, SELF_CLOSING } from './tags.js';
import { readValue } from './value.js';

/** Numbers a tag takes in the list. */
const STEP = 4;

/** @typedef {import('../stream.js').Call} Call */

/**
 * @param {string} text the block
 * @param {number} origin where the block starts in the text
 * @param {number[]} tags positions count from the start of the text
 * @returns {Call[]} its calls in order; none means that the block is rejected
 */
export function readBlock(text, origin, tags) {
  if (isMixed(tags)) return [];
  return new Block(text, origin, tags).calls();
}

/**
 * @param {number[]} tags
 * @returns {boolean} whether tags of both styles occur (D8)
 */
function isMixed(tags) {
  for (let tag = STEP; tag < tags.length; tag += STEP) {
    if (((tags[tag] ^ tags[0]) & DSML) !== 0) return true;
  }
  return false;
}

class Block {
  #text;
  #origin;
  #tags;

  constructor(text, origin, tags) {
    this.#text = text;
    this.#origin = origin;
    this.#tags = tags;
  }

  calls() {
    /** @type {Call[]} */
    const calls = [];
    this.#eachElement(INVOKE, 0, this.#tags.length, (start, end) => {
      const name = this.#name(start);
      if (name === '') return;
      const input = this.#readInput(start, end);
      if (input !== undefined) calls.push({ name, input });
    });
    return calls;
  }

  /**
   * D12.
   *
   * @param {number} start the invoke's start tag
   * @param {number} end its end tag
   * @returns {Record<string, unknown> | undefined} `undefined` drops the invoke
   */
  #readInput(start, end) {
    const body = trim(this.#body(start, end));
    if (body === '') return {};
    if (body.charCodeAt(0) === 0x7b) {
      const json = readJson(body);
      if (isObject(json)) return inputOf(json);
    }
    const members = new Members();
    this.#eachElement(PARAMETER, start + STEP, end, (first, last) => {
      const name = this.#name(first);
      if (name !== '') members.add(name, readValue(this.#body(first, last)));
    });
    return members.size === 0 ? undefined : members.toObject();
  }

  /**
   * D9: elements are found by depth of their own name. One that does not end
   * hides all that follows.
   *
   * @param {number} kind
   * @param {number} from the first tag to look at
   * @param {number} to the tag to stop before
   * @param {(start: number, end: number) => void} visit
   */
  #eachElement(kind, from, to, visit) {
    const tags = this.#tags;
    let start = -1;
    let depth = 0;
    for (let tag = from; tag < to; tag += STEP) {
      const code = tags[tag];
      if ((code & KIND) !== kind) continue;
      if ((code & END) !== 0) {
        // An end tag before any start tag belongs to no element.
        if (depth > 0) {
          depth -= 1;
          if (depth === 0) visit(start, tag);
        }
      } else if (depth === 0) {
        start = tag;
        depth = 1;
      } else if ((code & SELF_CLOSING) === 0) {
        depth += 1;
      }
    }
  }

  #name(tag) {
    const nameEnd = this.#tags[tag + 2] - this.#origin;
    return readName(this.#text, nameEnd, this.#tags[tag + 3] - this.#origin - 1);
  }

  #body(start, end) {
    return this.#text.slice(this.#tags[start + 3] - this.#origin, this.#tags[end + 1] - this.#origin);
  }
}

/**
 * @param {Record<string, unknown>} json an invoke's body that is a JSON object
 * @returns {Record<string, unknown> | undefined}
 */
function inputOf(json) {
  // Neither name is one that every object inherits, so reading them is safe.
  if (isObject(json.input)) return json.input;
  if (isObject(json.parameters)) return json.parameters;
  return Object.keys(json).length === 0 ? {} : undefined;
}
