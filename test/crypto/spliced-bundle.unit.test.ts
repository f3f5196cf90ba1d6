/** A server that splices, rolls back or passes on key bundles: nothing that was not stored as one piece opens. */
import { beforeAll, describe, expect, test } from '@jest/globals';
import {
  changePassword,
  createKit,
  type FullBundle,
  type LogIn,
  pin,
  prepareLogIn,
  renewRecoveryCode,
  reopen,
  unlock,
  unlockWithRecoveryCode,
  type Vault,
} from '../../crypto/index.ts';
import { replaceVaultKey } from '../../crypto/key-bundle.ts';
import { NO_SUCCESSORS, withSuccessorKeys } from '../../crypto/successor-keys.ts';
import { SAM } from './family.ts';
import { fromService, newOwner, type TestOwner } from './owner.ts';
import { refusal } from './refusals.ts';

let owner: TestOwner;
let first: FullBundle;
/** Each state of the same vault that the server has stored: after a pin, a new code, two rotations, a new password. */
let states: Record<'pinned' | 'recoded' | 'rotated' | 'twice', Vault>;
let changed: Awaited<ReturnType<typeof changePassword>>;
let newLogIn: LogIn;

beforeAll(async () => {
  owner = await newOwner();
  first = owner.vault.keyBundle;
  const kit = await createKit({ ownerKey: owner.vault.ownerKey, email: SAM });
  const successor = { id: '0193a5b0-7c00-7000-8000-000000000011', publicKey: kit.publicKey, email: SAM };
  const pinned = await pin(owner.vault, successor, kit.words);
  const { vault: recoded } = await renewRecoveryCode(pinned);
  const rotated = await replaceVaultKey(recoded);
  const twice = await replaceVaultKey(rotated);
  states = { pinned, recoded, rotated, twice };
  const credentials = { ...owner.credentials, password: 'battery staple' };
  changed = await changePassword(twice, credentials);
  newLogIn = await prepareLogIn(credentials);
});

const opening = (keyBundle: unknown) =>
  refusal(() => unlock(owner.logIn, { ...owner.user, keyBundle: fromService(keyBundle) }));

const withKeys = (bundle: FullBundle, keys: Partial<FullBundle['vaultKey']>): FullBundle => ({
  ...bundle,
  vaultKey: { ...bundle.vaultKey, ...keys },
});

test('each state opens as it was stored, with a counter that rises', async () => {
  const bundles = [first, ...Object.values(states).map(({ keyBundle }) => keyBundle)];
  for (const bundle of bundles) expect(await opening(bundle)).toBeUndefined();
  const counters = [...bundles, changed.keyBundle].map(({ counter }) => counter);
  expect(counters).toEqual([...new Set(counters)].toSorted((a, b) => a - b));
});

describe('a bundle spliced from genuine parts is refused', () => {
  test('where a replaced recovery code would live on', async () => {
    const { keyBundle } = states.recoded;
    expect(await opening(withKeys(keyBundle, { recovery: first.vaultKey.recovery }))).toBe('bundle_damaged');
    // Both boxes of the old code agree with each other.
    const { recovery, recoveryKey } = first.vaultKey;
    const spliced = withKeys(keyBundle, { recovery, recoveryKey });
    expect(await opening(spliced)).toBe('bundle_damaged');
    const attempt = () =>
      unlockWithRecoveryCode(newLogIn, { ...owner.user, keyBundle: spliced }, [], owner.recoveryCode);
    expect(await refusal(attempt)).toBe('bundle_damaged');
  });

  test('where the pins from before a new password would come back', async () => {
    // The root secret stays when the password changes, so the old box still opens on its own.
    const { successors } = states.twice.keyBundle;
    const { keyBundle } = await withSuccessorKeys(changed.vault, NO_SUCCESSORS);
    const user = { ...owner.user, salt: changed.salt, keyBundle: { ...keyBundle, successors } };
    expect(await refusal(() => unlock(newLogIn, user))).toBe('bundle_damaged');
  });

  test.each<[string, (boxes: FullBundle['previous']) => FullBundle['previous']]>([
    ['short of the oldest', (boxes) => boxes.slice(0, 1)],
    ['reordered', (boxes) => boxes.toReversed()],
    ['repeated', ([newest, oldest]) => [newest!, newest!, oldest!]],
  ])('where previous keys are %s', async (_, change) => {
    const { keyBundle } = states.twice;
    expect(await opening({ ...keyBundle, previous: change(keyBundle.previous) })).toBe('bundle_damaged');
  });

  test('where the old password would open the rest of the newer bundle', async () => {
    const { password, recoveryKey } = states.twice.keyBundle.vaultKey;
    const { kdf } = states.twice.keyBundle;
    const spliced = { ...withKeys(changed.keyBundle, { password, recoveryKey }), kdf };
    expect(await opening(spliced)).toBe('bundle_damaged');
  });

  test('where an older one has the counter and the MAC of a newer one', async () => {
    const { counter, mac } = states.pinned.keyBundle;
    expect(await opening({ ...first, counter, mac })).toBe('bundle_damaged');
  });

  test('where it is passed off as the bundle of another user', async () => {
    const user = { ...owner.user, id: '0193a5b0-7c00-7000-8000-000000000099' };
    const attempt = () => unlock(owner.logIn, { ...user, keyBundle: states.pinned.keyBundle });
    expect(await refusal(attempt)).toBe('bundle_damaged');
  });
});

describe('an older bundle', () => {
  test('is refused by a device that has seen a newer one, and opens when its owner wants it', async () => {
    const seen = states.pinned.keyBundle.counter;
    const attempt = (keyBundle: FullBundle, known?: number) =>
      refusal(() => unlock(owner.logIn, { ...owner.user, keyBundle }, known));
    expect(await attempt(first, seen)).toBe('bundle_rolled_back');
    expect(await attempt(states.pinned.keyBundle, seen)).toBeUndefined();
    expect(await attempt(states.recoded.keyBundle, seen)).toBeUndefined();
    expect(await attempt(first, 0)).toBeUndefined();
  });

  test('is refused by an open vault', async () => {
    expect(await refusal(() => reopen(states.recoded, fromService(first)))).toBe('bundle_rolled_back');
  });

  test('gets a higher counter than any before when a change is made to it', async () => {
    const again = await renewRecoveryCode(await unlock(owner.logIn, { ...owner.user, keyBundle: first }));
    expect(again.vault.keyBundle.counter).toBeGreaterThan(changed.keyBundle.counter);
  });
});
