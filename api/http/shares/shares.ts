/** What is shared out within one API process. Rate limits count how often someone asks; shares, what they have. */
import type { PerKind } from './holder.ts';
import { createRoom } from './room.ts';
import { createTurns } from './turns.ts';

const MIB = 1024 * 1024;

/** One per account, whatever the networks have. */
const ONE_EACH = {
  total: Number.POSITIVE_INFINITY,
  most: {
    account: 1,
    network: Number.POSITIVE_INFINITY,
    '/56': Number.POSITIVE_INFINITY,
    '/48': Number.POSITIVE_INFINITY,
  },
};

const megabytes = (most: PerKind): PerKind => ({
  account: most.account * MIB,
  network: most.network * MIB,
  '/56': most['/56'] * MIB,
  '/48': most['/48'] * MIB,
});

/** The shares of one API process. */
export const createShares = () => ({
  /** Connections to the database. The pool has a few more (`main.ts`), for what no request asks for. */
  connections: createTurns(
    { places: 16, kept: 4, most: { account: 4, network: 10, '/56': 11, '/48': 12 } },
    'Too many requests are under way',
  ),
  /** Lists of entries, from their query until they were sent: several MiB each, and most of a processor's time. */
  lists: createTurns(
    { places: 64, rest: 2, patienceMs: 30_000, most: { account: 1, network: 16, '/56': 24, '/48': 32 } },
    'Too many lists are being read',
  ),
  /** Bytes of bodies that have arrived, and a little for each request that waits for the rest. */
  bodies: createRoom(
    { total: 64 * MIB, most: megabytes({ account: 34, network: 40, '/56': 48, '/48': 56 }) },
    'Too much is being sent',
  ),
  /** Bodies of more than 64 KiB. */
  largeBodies: createRoom(ONE_EACH, 'Only one large body can be sent at a time'),
  /** Bytes of large answers that their clients have not read yet. */
  unread: createRoom(
    { total: 64 * MIB, most: megabytes({ account: 16, network: 32, '/56': 40, '/48': 48 }) },
    'Read the previous answers first',
  ),
  exports: createRoom(ONE_EACH, 'Only one export can run at a time'),
});
export type Shares = ReturnType<typeof createShares>;
