/** A successor as the service describes them. */
import type { Successor } from '../client/index.ts';
import { CommandFailure } from './failure.ts';

/** @throws CommandFailure unless exactly one fits: by ID, address, name, or a part of the name */
export function findSuccessor(successors: readonly Successor[], wanted: string): Successor {
  const text = wanted.trim().toLowerCase();
  const ways: ((successor: Successor) => boolean)[] = [
    ({ id, email, name }) => [id, email, name.toLowerCase()].includes(text),
    ({ id, name }) =>
      text !== '' && (name.toLowerCase().includes(text) || (text.length >= 4 && id.startsWith(text))),
  ];
  for (const fits of ways) {
    const [found, ...more] = successors.filter(fits);
    if (found && more.length === 0) return found;
    if (found) throw new CommandFailure(`Several successors fit "${wanted}": name one by the address`);
  }
  throw new CommandFailure(`No successor fits "${wanted}": \`vault-handover successors\` lists them`);
}

/** How far a successor has come: a code for programs, and the same for people. */
export const STATES = {
  opted_out: 'does not want to be one',
  invited: 'has not confirmed the address',
  verified: 'has not made a kit',
  kit: 'key not compared',
  compared: 'nothing sealed',
  stale: 'sealed, but out of date',
  ready: 'ready',
} as const;

export function stateOf({
  verified,
  optedOut,
  publicKey,
  keyPinnedAt,
  encryptedShare,
  sharesStale,
}: Successor): keyof typeof STATES {
  if (optedOut) return 'opted_out';
  if (!verified) return 'invited';
  if (publicKey === null) return 'verified';
  if (keyPinnedAt === null) return 'kit';
  if (encryptedShare === null) return 'compared';
  return sharesStale ? 'stale' : 'ready';
}
