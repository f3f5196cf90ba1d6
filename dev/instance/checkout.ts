import { fileURLToPath } from 'node:url';

/** The folder this checkout is in. */
export const checkout = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');
