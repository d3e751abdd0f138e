/**
 * How the scan of a capture ended: at the end of the chunk, at the end of the
 * block, or given up.
 */
export const OPEN = 0;
export const CLOSED = 1;
export const GIVEN_UP = 2;
