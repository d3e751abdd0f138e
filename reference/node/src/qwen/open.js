/**
 * Opens streams of the dialect `qwen` (SEMANTICS section 2).
 */
import { BlockStream } from '../stream.js';
import { Capture } from './capture.js';
import { DeclaredTypes } from './declared.js';
import { Prose } from './prose.js';
import { OPENER } from './tags.js';

/**
 * @param {unknown} tools the declared tools, for the types of values (Q9)
 * @returns {BlockStream}
 */
export function openQwen(tools) {
  return new BlockStream({ prose: new Prose(), capture: new Capture(new DeclaredTypes(tools)), flagged: OPENER });
}
