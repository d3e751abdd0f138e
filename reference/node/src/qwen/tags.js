/**
 * The tags of the dialect `qwen` (SEMANTICS Q4) and where each of them is
 * looked for. Case matters, and no tag has blanks inside.
 */
import { Trie } from '../trie.js';

export const BLOCK = 1;
export const BLOCK_END = 2;
/** Up to its `=`; NAME and `>` follow. */
export const FUNCTION = 3;
export const FUNCTION_END = 4;
/** Up to its `=`; KEY and `>` follow. */
export const PARAMETER = 5;
export const PARAMETER_END = 6;

const SPELLINGS = {
  [BLOCK]: '<tool_call>',
  [BLOCK_END]: '</tool_call>',
  [FUNCTION]: '<function=',
  [FUNCTION_END]: '</function>',
  [PARAMETER]: '<parameter=',
  [PARAMETER_END]: '</parameter>',
};

/** @param {...number} codes */
function tags(...codes) {
  return new Trie(codes.map((code) => [SPELLINGS[code], code]), { ignoreCase: false });
}

/** What opens a capture (Q3), and sets the flag (Q12). */
export const OPENER = tags(BLOCK);

/** What may follow the opener. */
export const IN_BLOCK = tags(FUNCTION);

/** What may follow `<function=NAME>`. */
export const IN_FUNCTION = tags(PARAMETER, FUNCTION_END);

/** What may follow `</function>`. */
export const AFTER_FUNCTION = tags(FUNCTION, BLOCK_END);

/** What may end a value (Q5). */
export const CLOSER = tags(PARAMETER_END);

/**
 * What decides about a closer (Q5). The first two show that the value ended
 * there; another closer takes its place; anything else shows that it did not.
 */
export const AFTER_CLOSER = tags(PARAMETER, FUNCTION_END, PARAMETER_END);
