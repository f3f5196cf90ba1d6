/** `npm run bench:storm`: see bench/storm.ts. */
import '../bench/storm.ts';
