/** The quotas of one API process. Rate limits count how often a client asks; quotas limit what it uses at a time. */
import { createFairQueue } from './fair-queue.ts';
import { createQuota } from './quota.ts';
import type { PerScope } from './requester.ts';

const MIB = 1024 * 1024;

/** One per account, with no limit for networks. */
const ONE_EACH = {
  total: Number.POSITIVE_INFINITY,
  most: {
    account: 1,
    network: Number.POSITIVE_INFINITY,
    '/56': Number.POSITIVE_INFINITY,
    '/48': Number.POSITIVE_INFINITY,
  },
};

const megabytes = (most: PerScope): PerScope => ({
  account: most.account * MIB,
  network: most.network * MIB,
  '/56': most['/56'] * MIB,
  '/48': most['/48'] * MIB,
});

export const createQuotas = () => ({
  /** Connections to the database. The pool has a few more (`main.ts`), for work outside requests. */
  connections: createFairQueue(
    { concurrency: 16, reserved: 4, cooldown: 1, most: { account: 4, network: 10, '/56': 11, '/48': 12 } },
    'Too many requests are under way',
  ),
  /** Lists of entries, from their query until they were sent: several MiB each, and most of a processor's time. */
  lists: createFairQueue(
    {
      concurrency: 64,
      cooldown: 2,
      timeoutMs: 30_000,
      most: { account: 1, network: 16, '/56': 24, '/48': 32 },
    },
    'Too many lists are being read',
  ),
  /** Bytes of bodies that have arrived, and a little for each request that waits for the rest. */
  bodies: createQuota(
    { total: 64 * MIB, most: megabytes({ account: 34, network: 40, '/56': 48, '/48': 56 }) },
    'Too much is being sent',
  ),
  /** Bodies of more than 64 KiB. */
  largeBodies: createQuota(ONE_EACH, 'Only one large body can be sent at a time'),
  /** Files being uploaded: an account sends a few at a time, and others after them. */
  uploads: createQuota(
    { total: 128, most: { account: 3, network: 24, '/56': 36, '/48': 48 } },
    'Too many files are being sent',
  ),
  /** Files, or parts of them, being downloaded. */
  downloads: createQuota(
    { total: 256, most: { account: 8, network: 32, '/56': 48, '/48': 64 } },
    'Too many files are being read',
  ),
  /** Bytes of large responses that their clients have not read yet. */
  unread: createQuota(
    { total: 64 * MIB, most: megabytes({ account: 16, network: 32, '/56': 40, '/48': 48 }) },
    'Read the previous responses first',
  ),
  exports: createQuota(ONE_EACH, 'Only one export can run at a time'),
});
export type Quotas = ReturnType<typeof createQuotas>;
