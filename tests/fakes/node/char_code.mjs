/**
 * A numeric entity beyond U+FFFF becomes another character: its number is taken for a UTF-16 unit.
 *
 * Stands for no report of its own: this language offers the wrong function first.
 * Found by `truth`: value differs.
 */
import { edited, nameOf, serve } from './right.mjs';

const parser = await edited(['entities.js', 'String.fromCodePoint(code)', 'String.fromCharCode(code)']);

serve({ ...parser, name: nameOf(import.meta.url) });
