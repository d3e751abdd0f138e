/**
 * Opens streams of the dialect `dsml` (SEMANTICS section 1).
 */
import { BlockStream } from '../stream.js';
import { Capture } from './capture.js';
import { Prose } from './prose.js';
import { FLAGGED } from './tags.js';

/**
 * @param {{repair: boolean}} options `repair`: the answer to `missing_opener` (D7)
 * @returns {BlockStream}
 */
export function openDsml({ repair }) {
  return new BlockStream({ prose: new Prose(repair), capture: new Capture(), flagged: FLAGGED });
}
