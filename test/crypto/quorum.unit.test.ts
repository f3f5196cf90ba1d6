/** Any k of n open the vault, and any k−1 learn nothing. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { random } from '../../crypto/bytes.ts';
import { openAsSuccessor } from '../../crypto/index.ts';
import { combine, SHARE_BYTES, split } from '../../crypto/shamir.ts';
import { accessOf, inherit, kitOf, type Person, sealedTo } from './family.ts';
import { refused } from './forger.ts';

const MOST = 15;

/** A quorum with a threshold from `least`, and the holders in the order in which they come. */
const quorum = (least: number) =>
  fc.integer({ min: least, max: MOST }).chain((n) =>
    fc.record({
      n: fc.constant(n),
      k: fc.integer({ min: least, max: n }),
      order: fc.shuffledSubarray(
        Array.from({ length: n }, (_, i) => i),
        { minLength: n },
      ),
    }),
  );

describe('a sealed vault', () => {
  it('opens for any k of n, and never for k−1', async () => {
    await fc.assert(
      fc.asyncProperty(quorum(1), async ({ n, k, order }) => {
        const { people, entry, sealed } = await sealedTo(n, k);
        const [opener, ...others] = order.map((i) => people[i] as Person) as [Person, ...Person[]];
        const inheritance = await inherit(sealed, opener, others.slice(0, k - 1));
        expect((await inheritance.open({ ...entry, envelope: null })).text).toBe('the key is under the mat');
        if (k === 1) return;
        const access = await accessOf(sealed, opener, others.slice(0, k - 2));
        await refused(openAsSuccessor(kitOf(opener), access), 'quorum_missing', {
          shares: { have: k - 1, need: k },
        });
      }),
      { numRuns: 8 },
    );
  });
});

it('stays within the limits of the service, even with the most successors', async () => {
  const { sealed } = await sealedTo(MOST, MOST);
  for (const { encryptedShare } of sealed.shares) {
    expect(Buffer.from(encryptedShare, 'base64').length).toBeLessThan(16 * 1_024);
  }
});

describe('shares', () => {
  it('give the secret back from any k of n', async () => {
    await fc.assert(
      fc.asyncProperty(
        quorum(2),
        fc.uint8Array({ minLength: 32, maxLength: 32 }),
        async ({ n, k, order }, bytes) => {
          const secret = new Uint8Array(bytes);
          const shares = await split(secret, n, k);
          expect(shares.map(({ length }) => length)).toEqual(Array(n).fill(SHARE_BYTES));
          expect(await combine(order.slice(0, k).map((i) => shares[i]!))).toEqual(secret);
        },
      ),
    );
  });

  it('leave every secret possible to k−1, each by exactly one value of the share that they lack', async () => {
    await fc.assert(
      fc.asyncProperty(quorum(2), async ({ n, k, order }) => {
        const shares = (await split(random(1), n, k)).filter((_, i) => order.indexOf(i) < k);
        const [lacking, ...known] = shares as [Uint8Array<ArrayBuffer>, ...Uint8Array<ArrayBuffer>[]];
        const x = lacking[1]!;
        const possible = new Set<number>();
        for (let y = 0; y < 256; y++) {
          possible.add((await combine([Uint8Array.of(y, x), ...known]))[0]!);
        }
        expect(possible.size).toBe(256);
      }),
      { numRuns: 20 },
    );
  });

  it('of two splits are distinguished where they contradict each other', async () => {
    const [share] = (await split(random(32), 2, 2)) as [Uint8Array<ArrayBuffer>];
    await refused(combine([share, share]), 'share_of_other_seal');
  });

  /**
   * Chi-squared with 255 degrees of freedom exceeds this once in a hundred million times, and there are eight of them.
   */
  const BOUND = 405;
  const SPLITS = 300;

  // If k−1 shares are uniform whatever the secret is, then their holders learn nothing about it.
  it.each([
    [2, 3],
    [3, 5],
    [4, 4],
    [5, 6],
  ])('of %i of %i are uniform for k−1, whatever the secret is', async (k, n) => {
    for (const value of [0x00, 0xa5]) {
      const secret = new Uint8Array(32).fill(value);
      const seen = new Uint32Array(256);
      for (let i = 0; i < SPLITS; i++) {
        const known = (await split(secret, n, k)).slice(0, k - 1);
        // The combination of k−1 shares depends on all of them. A single share is all that its holder sees.
        const view = known.length > 1 ? await combine(known) : known[0]!.subarray(0, 32);
        for (const byte of view) seen[byte]!++;
      }
      const expected = (SPLITS * 32) / 256;
      const chiSquared = seen.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
      expect(chiSquared).toBeLessThan(BOUND);
    }
  });
});
