/**
 * The types of the parameters of the declared tools (SEMANTICS Q9).
 */
import { isObject } from '../json.js';
import { typesOfSchema } from './types.js';

export class DeclaredTypes {
  #tools;

  /** The schemas of the parameters of each tool. @type {Map<string, Record<string, unknown>> | undefined} */
  #schemas;

  /** What was asked before, by tool and parameter. @type {Map<string, Map<string, number>>} */
  #known = new Map();

  /** @param {unknown} tools as the request has them; what is no tool declares nothing */
  constructor(tools) {
    this.#tools = tools;
  }

  /**
   * The types of a schema are found once, so that a schema costs its size once
   * and not for each value (C6).
   *
   * @param {string} tool
   * @param {string} parameter
   * @returns {number} a set of types, see `types.js`
   */
  of(tool, parameter) {
    this.#schemas ??= schemasByTool(this.#tools);
    const schemas = this.#schemas.get(tool);
    if (schemas === undefined || !Object.hasOwn(schemas, parameter)) return 0;
    let known = this.#known.get(tool);
    if (known === undefined) this.#known.set(tool, (known = new Map()));
    let types = known.get(parameter);
    if (types === undefined) known.set(parameter, (types = typesOfSchema(schemas[parameter])));
    return types;
  }
}

/**
 * @param {unknown} tools
 * @returns {Map<string, Record<string, unknown>>} of two tools with one name the last counts
 */
function schemasByTool(tools) {
  const schemas = new Map();
  for (const tool of Array.isArray(tools) ? tools : []) {
    if (!isObject(tool) || typeof tool.name !== 'string') continue;
    const properties = isObject(tool.parameters) ? tool.parameters.properties : undefined;
    schemas.set(tool.name, isObject(properties) ? properties : {});
  }
  return schemas;
}
