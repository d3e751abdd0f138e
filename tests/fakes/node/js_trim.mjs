/**
 * Values are trimmed by the language's own idea of white space: U+FEFF goes, U+0085 stays.
 *
 * Stands for vllm-48846 (white space of values that means something is stripped).
 * Found by `truth`: value differs.
 */
import { edited, nameOf, serve } from './right.mjs';

const parser = await edited(['dsml/value.js', 'trim(raw)', 'raw.trim()']);

serve({ ...parser, name: nameOf(import.meta.url) });
