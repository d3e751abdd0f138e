/**
 * Child elements in a value (SEMANTICS V4).
 *
 * One pass with a stack of its own, so that depth costs no call stack. The
 * first thing that does not fit ends it: then the body has no child structure.
 */
import { Members } from '../members.js';
import { skipBlanks, skipSpace, trim } from '../space.js';
import { joinCdata, opensCdata, skipCdata } from './cdata.js';
import { readPlain } from './plain.js';

const MAX_DEPTH = 256;

/**
 * @param {string} body trimmed
 * @returns {Record<string, unknown> | undefined} `undefined` if the body is
 *   not only elements and white space
 */
export function readChildren(body) {
  if (body.charCodeAt(0) !== 0x3c) return undefined;
  return new ChildReader(body).read();
}

class ChildReader {
  #text;
  #at = 0;
  /** The open elements whose content is elements. */
  #open = [];
  #members = new Members();

  constructor(text) {
    this.#text = text;
  }

  read() {
    while (this.#at < this.#text.length) {
      const fits = this.#text.startsWith('</', this.#at) ? this.#readEnd() : this.#readElement();
      if (!fits) return undefined;
      this.#at = skipSpace(this.#text, this.#at);
    }
    return this.#open.length === 0 ? this.#members.toObject() : undefined;
  }

  /** The end tag of an element whose content was elements. */
  #readEnd() {
    const element = this.#open.pop();
    if (element === undefined || !this.#skipEndTag(element.name)) return false;
    const value = this.#members.toObject();
    this.#members = element.siblings;
    this.#members.add(element.local, value);
    return true;
  }

  /** A start tag, and the content and the end tag too if the content holds no elements. */
  #readElement() {
    const text = this.#text;
    if (text.charCodeAt(this.#at) !== 0x3c || this.#open.length === MAX_DEPTH) return false;
    const from = this.#at + 1;
    const nameEnd = skipQualifiedName(text, from);
    if (nameEnd < 0) return false;
    const name = text.slice(from, nameEnd);
    const local = name.slice(name.indexOf(':') + 1);
    const end = skipAttributes(text, nameEnd);
    if (end < 0) return false;
    if (text.charCodeAt(end) === 0x2f) {
      this.#at = end + 2;
      this.#members.add(local, '');
      return true;
    }
    const content = end + 1;
    const first = skipSpace(text, content);
    if (text.charCodeAt(first) === 0x3c && text[first + 1] !== '/' && !opensCdata(text, first)) {
      this.#at = first;
      this.#open.push({ name, local, siblings: this.#members });
      this.#members = new Members();
      return true;
    }
    return this.#readLeaf(name, local, content);
  }

  #readLeaf(name, local, from) {
    const text = this.#text;
    let close = text.indexOf('<', from);
    let sections = false;
    while (close >= 0 && opensCdata(text, close)) {
      sections = true;
      const end = skipCdata(text, close);
      close = end < 0 ? -1 : text.indexOf('<', end);
    }
    if (close < 0) return false;
    const content = trim(text.slice(from, close));
    // Text beside a section would be lost or ambiguous: then nothing is a child.
    const value = sections ? joinCdata(content) : readPlain(content);
    if (value === undefined) return false;
    this.#at = close;
    if (!this.#skipEndTag(name)) return false;
    this.#members.add(local, value);
    return true;
  }

  #skipEndTag(name) {
    const text = this.#text;
    if (!text.startsWith('</', this.#at) || !text.startsWith(name, this.#at + 2)) return false;
    const end = skipBlanks(text, this.#at + 2 + name.length);
    this.#at = end + 1;
    return text.charCodeAt(end) === 0x3e;
  }
}

/**
 * @param {string} text
 * @param {number} from the end of an element's name
 * @returns {number} the position of the tag's `>` or `/>`, or -1
 */
function skipAttributes(text, from) {
  let at = from;
  for (;;) {
    const next = skipBlanks(text, at);
    const code = text.charCodeAt(next);
    if (code === 0x3e) return next;
    if (code === 0x2f) return text.charCodeAt(next + 1) === 0x3e ? next : -1;
    if (next === at) return -1;
    at = skipAttribute(text, next);
    if (at < 0) return -1;
  }
}

function skipAttribute(text, from) {
  const nameEnd = skipQualifiedName(text, from);
  if (nameEnd < 0) return -1;
  const equals = skipBlanks(text, nameEnd);
  if (text.charCodeAt(equals) !== 0x3d) return -1;
  const quote = skipBlanks(text, equals + 1);
  const code = text.charCodeAt(quote);
  if (code !== 0x22 && code !== 0x27) return -1;
  const close = text.indexOf(text[quote], quote + 1);
  return close < 0 ? -1 : close + 1;
}

/**
 * @param {string} text
 * @param {number} from
 * @returns {number} the end of `[prefix:]local`, or -1
 */
function skipQualifiedName(text, from) {
  const end = skipPlainName(text, from);
  return end >= 0 && text.charCodeAt(end) === 0x3a ? skipPlainName(text, end + 1) : end;
}

function skipPlainName(text, from) {
  if (!isNameStart(text.charCodeAt(from))) return -1;
  let at = from + 1;
  while (isNamePart(text.charCodeAt(at))) at += 1;
  return at;
}

function isNameStart(code) {
  const lower = code | 0x20;
  return code === 0x5f || (code < 0x80 && lower >= 0x61 && lower <= 0x7a);
}

function isNamePart(code) {
  return isNameStart(code) || (code >= 0x30 && code <= 0x39) || code === 0x2e || code === 0x2d;
}
