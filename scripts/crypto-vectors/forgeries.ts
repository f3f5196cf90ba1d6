/** Forgeries that a server, a successor or a stranger could deliver, and how each must be refused. */
import { createAccount, KDF_V1 } from '../../crypto/index.ts';
import type { PlainBundle } from './between.ts';
import { packageRefusals, shareRefusals, successorEntryRefusals } from './forged-packages.ts';
import { FORGER, flipped } from './forger.ts';
import { GRACE, LETTER, NOTE, OTHER_OWNER, REGISTERED, type VectorMaterial } from './material.ts';
import { base64, bytes, publicKeyOf } from './plain.ts';
import { flagged, refused, type UnlockGiven, type Vector } from './vector.ts';

export const refusals = async (material: VectorMaterial): Promise<Vector[]> => [
  ...ownerRefusals(material),
  ...(await recoveryRefusals(material)),
  ...entryRefusals(material),
  ...codeRefusals(material),
  ...(await packageRefusals(material)),
  ...(await shareRefusals(material)),
  ...(await successorEntryRefusals(material)),
];

function ownerRefusals({
  registered,
  sealed,
  after,
  renamed,
  withPasskey,
  withNewCode,
  reset,
}: VectorMaterial): Vector[] {
  const { user } = registered;
  const bundle = sealed.user.keyBundle as VectorMaterial['account']['keyBundle'];
  const given = (change: Partial<UnlockGiven>) => ({ ...registered, ...change });
  const withBundle = (change: object) => given({ user: { ...user, keyBundle: { ...bundle, ...change } } });
  const kdf = (change: object) => given({ kdf: { ...KDF_V1, ...change } });
  const { signing, successors, vaultKey } = bundle;
  const first = user.keyBundle as typeof bundle;
  const rotated = after.user.keyBundle as typeof bundle;
  const touched = withPasskey.user.keyBundle;
  const recoded = withNewCode.user.keyBundle;
  const { recovery, recoveryKey } = (renamed.user.keyBundle as typeof bundle).vaultKey;
  const passkeyBox = touched.vaultKey.passkeys[0]!.box;
  const other = base64(publicKeyOf(FORGER));
  const box = vaultKey.recovery;
  const unlocking = (name: string, given: object, code: string) => refused(name, 'unlock', given, code);
  const damaged = (name: string, change: object) => unlocking(name, withBundle(change), 'bundle_damaged');
  const touching = (name: string, change: object) =>
    refused(name, 'unlockWithPasskey', { ...withPasskey, ...change }, 'wrong_passkey');
  const withKeys = (account: { user: UnlockGiven['user'] }, keyBundle: object, change: object) => ({
    ...account,
    user: { ...account.user, keyBundle: { ...keyBundle, ...change } },
  });
  const credentialId = 'YW5vdGhlcg';
  const rolledBack = given({ seen: bundle.counter });
  const withoutSeed = withBundle({ signing: { publicKey: signing.publicKey, former: [] } });
  const withOldCode = withKeys(withNewCode, recoded, {
    vaultKey: { ...recoded.vaultKey, recovery, recoveryKey },
  });
  const withoutPrevious = withKeys(after, rotated, { previous: [] });
  const swapped = withBundle({ vaultKey: { ...vaultKey, password: box, recovery: vaultKey.password } });
  return [
    unlocking('a wrong password', given({ password: 'guessed' }), 'wrong_password'),
    unlocking('another salt', given({ user: { ...user, salt: flipped(user.salt, 0) } }), 'wrong_password'),
    ...flagged('KeyDerivation', [
      unlocking('less memory than version 1', kdf({ memoryKiB: 65_535 }), 'kdf_too_weak'),
      unlocking('fewer passes than version 1', kdf({ passes: 2 }), 'kdf_too_weak'),
      unlocking('no lane', kdf({ parallelism: 0 }), 'kdf_too_weak'),
      unlocking('another function than Argon2id', kdf({ name: 'argon2d' }), 'format_unknown'),
      unlocking('a version that is a text', kdf({ version: '1' }), 'format_unknown'),
      unlocking('more memory than a client takes', kdf({ memoryKiB: 1_048_577 }), 'kdf_too_costly'),
      unlocking('more passes than a client takes', kdf({ passes: 21 }), 'kdf_too_costly'),
      unlocking('more lanes than a client takes', kdf({ parallelism: 17 }), 'kdf_too_costly'),
      damaged('a bundle of other parameters than those of the log-in', { kdf: { ...KDF_V1, passes: 4 } }),
    ]),
    ...flagged('Version', [
      unlocking('a bundle of a later format', withBundle({ version: 3 }), 'format_unknown'),
      damaged('a bundle without a version', { version: undefined }),
    ]),
    unlocking('a bundle after a reset', reset, 'needs_recovery_code'),
    ...flagged('Rollback', [
      unlocking('an older bundle than the device has seen', rolledBack, 'bundle_rolled_back'),
      unlocking('a bundle whose signing key was dropped', withoutSeed, 'keys_superseded'),
    ]),
    ...flagged('Splice', [
      damaged('a bundle with another counter', { counter: 9 }),
      damaged("a bundle with another user's ID", { userId: OTHER_OWNER }),
      damaged('a bundle with another MAC', { mac: first.mac }),
      damaged('a bundle with the pins of an earlier one', { successors: first.successors }),
      unlocking('a bundle in which an earlier recovery code lives on', withOldCode, 'bundle_damaged'),
      damaged('a bundle with another proof key', { proofKey: other }),
      unlocking('a bundle without its previous key', withoutPrevious, 'bundle_damaged'),
      touching("a passkey's box under another ID", {
        credentialId,
        ...withKeys({ user: withPasskey.user }, touched, {
          vaultKey: { ...touched.vaultKey, passkeys: [{ credentialId, box: passkeyBox }] },
        }),
      }),
      damaged('a bundle with a swapped signing key', { signing: { ...signing, publicKey: other } }),
      damaged('a bundle whose pins were swapped for another box', { successors: signing.seed }),
      unlocking('a bundle whose two copies of the vault key were swapped', swapped, 'wrong_password'),
    ]),
    touching('a passkey with another output', { prf: base64(FORGER) }),
    touching('a passkey without a box', { user: after.user }),
    ...flagged('BitFlip', [
      damaged('a bundle with a flipped bit in its pins', {
        successors: { ...successors, data: flipped(successors.data, 9) },
      }),
      damaged('a bundle with a flipped bit in what the recovery code opens', {
        vaultKey: { ...vaultKey, recovery: { ...box, data: flipped(box.data, 9) } },
      }),
    ]),
  ];
}

async function recoveryRefusals({
  reset,
  resetRecovers,
  renamed,
  kits,
  who,
}: VectorMaterial): Promise<Vector[]> {
  const other = await createAccount({ ...who, email: 'somebody.else@example.org' });
  const { code } = resetRecovers;
  const seen = (renamed.user.keyBundle as PlainBundle).counter + 1;
  const typed = (text: string) => ({ ...reset, ...resetRecovers, code: text });
  const slip = `${code[0] === '0' ? '1' : '0'}${code.slice(1)}`;
  const recovering = (name: string, given: object, code: string) =>
    refused(name, 'unlockWithRecoveryCode', given, code);
  const withOther = { ...typed(code), archived: [{ keyBundle: other.keyBundle }, ...resetRecovers.archived] };
  const withLater = {
    ...typed(code),
    archived: [{ keyBundle: { ...other.keyBundle, version: 3 } }, ...resetRecovers.archived],
  };
  return [
    ...flagged('Typing', [
      recovering('a recovery code with a slip', typed(slip), 'code_mistyped'),
      recovering('a recovery code without its last group', typed(code.slice(0, -5)), 'code_mistyped'),
      recovering('the code of a kit in its place', typed(kits[GRACE]!.code), 'code_of_other_kind'),
    ]),
    recovering('no archived bundle', { ...typed(code), archived: [] }, 'nothing_to_recover'),
    ...flagged('Rollback', [
      recovering('a recovery code that was replaced since', withOther, 'recovery_code_replaced'),
      recovering(
        'an archive from before what the device has seen',
        { ...typed(code), seen },
        'bundle_rolled_back',
      ),
      recovering(
        'the same beside a bundle with another code',
        { ...withOther, seen },
        'recovery_code_replaced',
      ),
    ]),
    ...flagged('Version', [
      recovering('an archive whose newest bundle has a later format', withLater, 'format_unknown'),
      recovering('the same with an archive from before', { ...withLater, seen }, 'format_unknown'),
      recovering(
        'the same with a code that opens nothing else',
        { ...withLater, code: other.recoveryCode },
        'format_unknown',
      ),
    ]),
    recovering("another owner's recovery code", typed(other.recoveryCode), 'wrong_recovery_code'),
  ];
}

function entryRefusals({ entries }: VectorMaterial): Vector[] {
  const letter = { ...entries[LETTER]! };
  const given = (change: object) => ({ owner: REGISTERED, entry: { ...letter, ...change } });
  const { encryptedData, iv, salt } = letter;
  const one = (name: string, change: object, userId?: string) =>
    refused(name, 'openEntry', { ...given(change), ...(userId && { userId }) }, 'entry_refused');
  return [
    ...flagged('Impersonation', [
      one('an entry passed off as another', { id: NOTE }),
      one("another entry's text", { encryptedData: entries[NOTE]!.encryptedData, iv: entries[NOTE]!.iv }),
      one('an entry with the salt of another', { salt: entries[NOTE]!.salt }),
      one("an entry passed off as another owner's", {}, OTHER_OWNER),
    ]),
    ...flagged('BitFlip', [
      one('an entry with a bit flipped in its text', { encryptedData: flipped(encryptedData, 70) }),
      one('an entry with a bit flipped in its tag', { encryptedData: flipped(encryptedData, -1) }),
      one('an entry with a bit flipped in its IV', { iv: flipped(iv, 0) }),
      one('an entry with a bit flipped in its salt', { salt: flipped(salt, 15) }),
      one('an entry cut short', { encryptedData: base64(bytes(encryptedData).subarray(0, 40)) }),
    ]),
  ];
}

function codeRefusals({ kitOf, account }: VectorMaterial): Vector[] {
  const kit = kitOf(GRACE);
  const typed = (name: string, code: string, refusal: string) =>
    refused(name, 'kit', { kit: { ...kit, code } }, refusal);
  const slip = `${kit.code.slice(0, -1)}${kit.code.endsWith('0') ? '1' : '0'}`;
  return flagged('Typing', [
    typed('the code of a kit with a slip', slip, 'code_mistyped'),
    typed("the owner's recovery code in its place", account.recoveryCode, 'code_of_other_kind'),
  ]);
}
