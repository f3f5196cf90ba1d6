/** `npm run bench:restore`: see bench/restore.ts. */
import '../bench/restore.ts';
