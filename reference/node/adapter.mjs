/**
 * The reference parser as an adapter program: `node adapter.mjs`.
 */
import { serve } from './kit.mjs';
import { parser } from './src/parser.js';

serve(parser);
