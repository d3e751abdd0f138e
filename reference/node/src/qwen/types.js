/**
 * The types that a JSON Schema names (SEMANTICS Q9), as a set of bits.
 *
 * A schema may be any JSON value. What is not of the shape that a rule asks
 * for gives nothing.
 */
import { isObject } from '../json.js';

export const STRING = 1;
export const NUMBER = 2;
export const INTEGER = 4;
export const BOOLEAN = 8;
export const NULL = 16;
export const OBJECT = 32;
export const ARRAY = 64;

const NAMES = new Map([
  ['string', STRING],
  ['number', NUMBER],
  ['integer', INTEGER],
  ['boolean', BOOLEAN],
  ['null', NULL],
  ['object', OBJECT],
  ['array', ARRAY],
]);

/**
 * Goes into `anyOf` and `oneOf` with a stack of its own, as they may be nested
 * deeper than calls can be.
 *
 * @param {unknown} schema
 * @returns {number} 0 if it gives no types
 */
export function typesOfSchema(schema) {
  if (!isObject(schema)) return 0;
  const open = [new Level(schema)];
  for (;;) {
    const level = open.at(-1);
    const member = level.next();
    if (isObject(member)) {
      open.push(new Level(member));
    } else if (level.isDone) {
      open.pop();
      if (open.length === 0) return level.types();
      open.at(-1).add(level.types());
    }
  }
}

/**
 * @param {unknown} value
 * @returns {number} its type; any number is NUMBER
 */
export function typeOfJson(value) {
  if (value === null) return NULL;
  if (Array.isArray(value)) return ARRAY;
  if (typeof value === 'object') return OBJECT;
  return NAMES.get(typeof value) ?? 0;
}

/** A schema whose `anyOf` and `oneOf` are being gone through. */
class Level {
  #schema;
  #types;
  #members;
  #next = 0;

  /** @param {Record<string, unknown>} schema */
  constructor(schema) {
    this.#schema = schema;
    this.#types = typesNamed(schema.type);
    this.#members = [...listOf(schema.anyOf), ...listOf(schema.oneOf)];
  }

  get isDone() {
    return this.#next >= this.#members.length;
  }

  /** @returns {unknown} the next member, or `undefined` */
  next() {
    if (this.isDone) return undefined;
    this.#next += 1;
    return this.#members[this.#next - 1];
  }

  /** @param {number} types those of a member */
  add(types) {
    this.#types |= types;
  }

  /** @returns {number} those of the whole schema, once all members are added */
  types() {
    const types = this.#types === 0 ? this.#typesOfValues() : this.#types;
    return types !== 0 && this.#schema.nullable === true ? types | NULL : types;
  }

  #typesOfValues() {
    let types = 0;
    for (const value of listOf(this.#schema.enum)) types |= typeOfJson(value);
    if (Object.hasOwn(this.#schema, 'const')) types |= typeOfJson(this.#schema.const);
    return types;
  }
}

/** @param {unknown} type the member `type` of a schema */
function typesNamed(type) {
  let types = 0;
  for (const name of Array.isArray(type) ? type : [type]) types |= NAMES.get(name) ?? 0;
  return types;
}

/**
 * @param {unknown} value
 * @returns {unknown[]}
 */
function listOf(value) {
  return Array.isArray(value) ? value : [];
}
