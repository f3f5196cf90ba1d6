/** The attackers' process. It receives its settings once, reports its counts, and ends with its parent. */
import { setPriority } from 'node:os';
import { beginAttacks } from './attacks.ts';
import type { CrowdSettings } from './settings.ts';

const TELL_EVERY_MS = 200;
/** Everybody else gets the processors first. A crowd costs others more by what it holds than by what it computes. */
const LOW_PRIORITY = 10;

setPriority(LOW_PRIORITY);
process.once('message', (settings: CrowdSettings) => {
  const counts = beginAttacks(settings);
  setInterval(() => process.send?.(counts), TELL_EVERY_MS);
});
process.once('disconnect', () => process.exit(0));
