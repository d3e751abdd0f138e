/**
 * A parameter or element called `__proto__` is lost: its value is assigned like any other.
 *
 * Stands for no report of its own: it is what plain assignment does in this language.
 * Found by `truth`: value differs.
 */
import { edited, nameOf, serve } from './right.mjs';

const parser = await edited(['members.js', "name === '__proto__'", 'false']);

serve({ ...parser, name: nameOf(import.meta.url) });
