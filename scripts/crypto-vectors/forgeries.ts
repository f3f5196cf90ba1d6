/** Forgeries that a server, a successor or a stranger could deliver, and how each must be refused. */
import { createAccount, KDF_V1 } from '../../crypto/index.ts';
import { packageRefusals, shareRefusals, successorEntryRefusals } from './forged-packages.ts';
import { FORGER, flipped, refused } from './forger.ts';
import { GRACE, LETTER, NOTE, OTHER_OWNER, REGISTERED, type VectorMaterial } from './material.ts';
import { base64, bytes, publicKeyOf } from './plain.ts';
import type { UnlockGiven, Vector } from './vector.ts';

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
  return [
    refused('a wrong password', 'unlock', given({ password: 'guessed' }), 'wrong_password'),
    refused(
      'another salt',
      'unlock',
      given({ user: { ...user, salt: flipped(user.salt, 0) } }),
      'wrong_password',
    ),
    refused('less memory than version 1', 'unlock', kdf({ memoryKiB: 65_535 }), 'kdf_too_weak'),
    refused('fewer passes than version 1', 'unlock', kdf({ passes: 2 }), 'kdf_too_weak'),
    refused('more memory than a client takes', 'unlock', kdf({ memoryKiB: 1_048_577 }), 'kdf_too_costly'),
    refused('more passes than a client takes', 'unlock', kdf({ passes: 21 }), 'kdf_too_costly'),
    refused('more lanes than a client takes', 'unlock', kdf({ parallelism: 17 }), 'kdf_too_costly'),
    refused('a bundle of a later format', 'unlock', withBundle({ version: 3 }), 'format_unknown'),
    refused(
      'a bundle of other parameters than those of the log-in',
      'unlock',
      withBundle({ kdf: { ...KDF_V1, passes: 4 } }),
      'bundle_damaged',
    ),
    refused('a bundle without a version', 'unlock', withBundle({ version: undefined }), 'bundle_damaged'),
    refused('a bundle after a reset', 'unlock', reset, 'needs_recovery_code'),
    refused(
      'an older bundle than the device has seen',
      'unlock',
      { ...registered, seen: bundle.counter },
      'bundle_rolled_back',
    ),
    refused('a bundle with another counter', 'unlock', withBundle({ counter: 9 }), 'bundle_damaged'),
    refused(
      "a bundle with another user's ID",
      'unlock',
      withBundle({ userId: OTHER_OWNER }),
      'bundle_damaged',
    ),
    refused('a bundle with another MAC', 'unlock', withBundle({ mac: first.mac }), 'bundle_damaged'),
    refused(
      'a bundle with the pins of an earlier one',
      'unlock',
      withBundle({ successors: first.successors }),
      'bundle_damaged',
    ),
    refused(
      'a bundle in which an earlier recovery code lives on',
      'unlock',
      {
        ...withNewCode,
        user: {
          ...withNewCode.user,
          keyBundle: { ...recoded, vaultKey: { ...recoded.vaultKey, recovery, recoveryKey } },
        },
      },
      'bundle_damaged',
    ),
    refused(
      'a bundle whose signing key was dropped',
      'unlock',
      withBundle({ signing: { publicKey: signing.publicKey } }),
      'keys_superseded',
    ),
    refused('a bundle with another proof key', 'unlock', withBundle({ proofKey: other }), 'bundle_damaged'),
    refused(
      'a bundle without its previous key',
      'unlock',
      { ...after, user: { ...after.user, keyBundle: { ...rotated, previous: [] } } },
      'bundle_damaged',
    ),
    refused(
      'a passkey with another output',
      'unlockWithPasskey',
      { ...withPasskey, prf: base64(FORGER) },
      'wrong_passkey',
    ),
    refused(
      'a passkey without a box',
      'unlockWithPasskey',
      { ...withPasskey, user: after.user },
      'wrong_passkey',
    ),
    refused(
      "a passkey's box under another ID",
      'unlockWithPasskey',
      {
        ...withPasskey,
        credentialId: 'YW5vdGhlcg',
        user: {
          ...withPasskey.user,
          keyBundle: {
            ...touched,
            vaultKey: { ...touched.vaultKey, passkeys: [{ credentialId: 'YW5vdGhlcg', box: passkeyBox }] },
          },
        },
      },
      'wrong_passkey',
    ),
    refused(
      'a bundle with a swapped signing key',
      'unlock',
      withBundle({ signing: { ...signing, publicKey: other } }),
      'bundle_damaged',
    ),
    refused(
      'a bundle whose pins were swapped for another box',
      'unlock',
      withBundle({ successors: signing.seed }),
      'bundle_damaged',
    ),
    refused(
      'a bundle with a flipped bit in its pins',
      'unlock',
      withBundle({ successors: { ...successors, data: flipped(successors.data, 9) } }),
      'bundle_damaged',
    ),
    refused(
      'a bundle with a flipped bit in what the recovery code opens',
      'unlock',
      withBundle({
        vaultKey: {
          ...vaultKey,
          recovery: { ...vaultKey.recovery, data: flipped(vaultKey.recovery.data, 9) },
        },
      }),
      'bundle_damaged',
    ),
    refused(
      'a bundle whose two copies of the vault key were swapped',
      'unlock',
      withBundle({ vaultKey: { ...vaultKey, password: vaultKey.recovery, recovery: vaultKey.password } }),
      'wrong_password',
    ),
  ];
}

async function recoveryRefusals({ reset, resetRecovers, kits, who }: VectorMaterial): Promise<Vector[]> {
  const other = await createAccount({ ...who, email: 'somebody.else@example.org' });
  const { code } = resetRecovers;
  const typed = (text: string) => ({ ...reset, ...resetRecovers, code: text });
  const slip = `${code[0] === '0' ? '1' : '0'}${code.slice(1)}`;
  const recover = 'unlockWithRecoveryCode';
  return [
    refused('a recovery code with a slip', recover, typed(slip), 'code_mistyped'),
    refused('a recovery code without its last group', recover, typed(code.slice(0, -5)), 'code_mistyped'),
    refused('the code of a kit in its place', recover, typed(kits[GRACE]!.code), 'code_of_other_kind'),
    refused('no archived bundle', recover, { ...typed(code), archived: [] }, 'nothing_to_recover'),
    refused(
      'a recovery code that was replaced since',
      recover,
      { ...typed(code), archived: [{ keyBundle: other.keyBundle }, ...resetRecovers.archived] },
      'recovery_code_replaced',
    ),
    refused("somebody else's recovery code", recover, typed(other.recoveryCode), 'wrong_recovery_code'),
  ];
}

function entryRefusals({ entries }: VectorMaterial): Vector[] {
  const letter = { ...entries[LETTER]! };
  const given = (change: object) => ({ owner: REGISTERED, entry: { ...letter, ...change } });
  const { encryptedData, iv, salt } = letter;
  const one = (name: string, change: object) => refused(name, 'openEntry', given(change), 'entry_refused');
  return [
    one('an entry passed off as another', { id: NOTE }),
    one("another entry's text", { encryptedData: entries[NOTE]!.encryptedData, iv: entries[NOTE]!.iv }),
    one('an entry with the salt of another', { salt: entries[NOTE]!.salt }),
    refused(
      "an entry passed off as another owner's",
      'openEntry',
      { ...given({}), userId: OTHER_OWNER },
      'entry_refused',
    ),
    one('an entry with a bit flipped in its text', { encryptedData: flipped(encryptedData, 70) }),
    one('an entry with a bit flipped in its tag', { encryptedData: flipped(encryptedData, -1) }),
    one('an entry with a bit flipped in its IV', { iv: flipped(iv, 0) }),
    one('an entry with a bit flipped in its salt', { salt: flipped(salt, 15) }),
    one('an entry cut short', { encryptedData: base64(bytes(encryptedData).subarray(0, 40)) }),
  ];
}

function codeRefusals({ kitOf, account }: VectorMaterial): Vector[] {
  const kit = kitOf(GRACE);
  const slip = `${kit.code.slice(0, -1)}${kit.code.endsWith('0') ? '1' : '0'}`;
  return [
    refused('the code of a kit with a slip', 'kit', { kit: { ...kit, code: slip } }, 'code_mistyped'),
    refused(
      "the owner's recovery code in its place",
      'kit',
      { kit: { ...kit, code: account.recoveryCode } },
      'code_of_other_kind',
    ),
  ];
}
