/** Signing keys that were replaced: with a kit that names the first keys, only what the newest have signed opens. */
import { decide, type Recipient, rotate, type SealedEntry } from '../../crypto/index.ts';
import {
  type Certificate,
  insideAccount,
  insidePackage,
  type PackageText,
  type PlainBundle,
  packageText,
} from './between.ts';
import { inherits } from './delivered.ts';
import { FIXED_MOMENT } from './fixed-chance.ts';
import { reseal } from './forged-packages.ts';
import { FORGER } from './forger.ts';
import { listOf, sealList, textOf, withList } from './lists.ts';
import {
  GRACE,
  LETTER,
  LOGIN,
  NOTE,
  OTHER_OWNER,
  OWNER,
  recordOf,
  signedEntry,
  TEXTS,
  type VectorMaterial,
} from './material.ts';
import { base64, bytes, hkdf, join, publicKeysOf, sealAes, sha256, sign, signMlDsa, u64 } from './plain.ts';
import {
  flagged,
  type OpenAsSuccessorGiven,
  refused,
  type UnlockGiven,
  type Vector,
  valid,
} from './vector.ts';

const REPLACED = 'the same password unlocks the vault after its signing keys were replaced twice';

/** Two rotations that replace the signing keys. Grace gets everything. */
async function replaceTwice({ rotated, kits, after }: VectorMaterial) {
  const successors: Recipient[] = [
    { id: GRACE, publicKey: kits[GRACE]!.publicKey, restricted: false, entries: [] },
  ];
  let { vault } = rotated;
  let entries: SealedEntry[] = [rotated.entries[LETTER]!, rotated.entries[NOTE]!];
  let shares: { encryptedShare: string }[] = [];
  for (let i = 0; i < 2; i++) {
    const decided = await decide(vault, { threshold: 1, successors: [{ id: GRACE, restricted: false }] });
    const made = await rotate(decided, {
      keyBundleVersion: 1,
      entries: entries.map((entry) => ({ ...entry, version: 1 })),
      entryCount: entries.length,
      threshold: 1,
      successors,
      newSigner: true,
    });
    const lines = [];
    for await (const line of made.lines) lines.push(JSON.parse(line));
    [{ shares }, ...entries] = lines;
    vault = made.vault;
  }
  const given: UnlockGiven = { ...after, user: { ...after.user, keyBundle: vault.keyBundle } };
  return { given, ownerKey: vault.ownerKey, entries, encryptedShare: shares[0]!.encryptedShare };
}

export async function replacedSigner(material: VectorMaterial): Promise<Vector[]> {
  const { kits, kitOf, after, entries: before } = material;
  const { given, ownerKey, entries, encryptedShare } = await replaceTwice(material);
  const inside = insideAccount(given);
  const bundle = given.user.keyBundle as PlainBundle;
  const { signing } = bundle;
  const password = bytes(inside.authKey, 'hex').toString('base64');
  const [one, two] = signing.former as [Certificate, Certificate];
  const first = bytes(insideAccount(after).signingSeed, 'hex');
  const newest = bytes(inside.signingSeed, 'hex');
  const kit = kitOf(GRACE);
  const { publicKey } = kits[GRACE]!;
  const honest: OpenAsSuccessorGiven = {
    kit,
    access: { encryptedShare, reshares: [] },
    entries: entries.map((entry) => ({ ...entry, envelope: null })),
  };
  const text = await packageText(kit, encryptedShare);
  const reading = async (
    name: string,
    seed: Uint8Array,
    change: Partial<PackageText>,
    code = 'package_forged',
  ) => {
    const sealed = await reseal(publicKey, { ...text, ...change }, seed);
    const access = { encryptedShare: sealed, reshares: [] };
    return refused(name, 'openAsSuccessor', { ...honest, access }, code);
  };
  /** A certificate by the owner's first keys, with any text. */
  const certified = (userId: string, next: Uint8Array, { counter } = one): Certificate => {
    const message = ['owner-key-v1', userId, u64(counter), next] as const;
    const signatures = join(sign(first, ...message), signMlDsa(first, ...message));
    return { counter, ownerKey: one.ownerKey, signatures: base64(signatures) };
  };
  const second = bytes(two.ownerKey);
  const forged = 'Everything goes to Alan. '.repeat(4);
  const stamp = join(u64(FIXED_MOMENT), u64(FIXED_MOMENT));
  const letter = entries[0]!;
  const iv = sha256('iv of a thief').subarray(0, 12);
  const signed = join(
    stamp,
    sign(first, 'entry-signature-v1', OWNER, LETTER, stamp, forged),
    Buffer.from(forged),
  );
  const key = hkdf(bytes(inside.vaultKey, 'hex'), bytes(letter.salt), `entry-v1${OWNER}${LETTER}`);
  const encryptedData = base64(sealAes(key, iv, signed, join('entry-v1', OWNER, LETTER)));
  const thiefs = { ...letter, iv: base64(iv), encryptedData };
  const withFormer = (former: Certificate[]): UnlockGiven => ({
    ...given,
    user: { ...given.user, keyBundle: { ...bundle, signing: { ...signing, former } } },
  });
  const toSuccessor = { ...honest, entries: [{ ...thiefs, envelope: null }] };
  const trashed = { owner: REPLACED, entry: before[LOGIN]!, old: true };
  const trashedText = signedEntry(LOGIN, TEXTS[LOGIN]!);
  const afterTwice = await inherits('after the signing keys were replaced twice', honest, material, 1);
  const packageKey = bytes((await insidePackage(honest)).packageKey, 'hex');
  const listed = [recordOf(LETTER), recordOf(NOTE)];
  const listText = textOf(GRACE, text.generation, ...listed);
  const listing = (name: string, seed: Uint8Array, opens: object): Vector => ({
    ...afterTwice,
    name,
    between: {},
    given: withList(honest, sealList(packageKey, seed, listText, GRACE)),
    opens: { ...afterTwice.opens, ...opens },
  });
  const certifiedBy = (name: string, certificates: Certificate[], code?: string) =>
    reading(name, newest, { certificates }, code);
  const forgerKey = base64(publicKeysOf(FORGER));
  return flagged('Certificate', [
    valid(REPLACED, 'unlock', given, { ownerKey, password }, inside),
    refused('a bundle without a certificate', 'unlock', withFormer([two]), 'bundle_damaged'),
    refused('a bundle whose certificates were swapped', 'unlock', withFormer([two, one]), 'bundle_damaged'),
    afterTwice,
    listing('a list that the newest keys have signed', newest, { list: listOf(listed) }),
    listing('a list that the first keys have signed', first, { listRefused: 'list_forged' }),
    await reading('a package that the first keys have signed', first, {}),
    await certifiedBy('a package whose last certificate is missing', [one]),
    await certifiedBy('a package whose first certificate is missing', [two], 'package_of_other_owner'),
    await certifiedBy('a package without certificates', [], 'package_of_other_owner'),
    await certifiedBy('a package whose certificates have the same counter', [
      certified(OWNER, second, two),
      two,
    ]),
    await certifiedBy('a package with a certificate for another owner', [
      certified(OTHER_OWNER, second),
      two,
    ]),
    await reading('a package of keys that no certificate names', FORGER, { ownerKey: forgerKey }),
    await certifiedBy('a package with four certificates', [one, two, two, two]),
    refused('an entry that the first keys have signed', 'openAsSuccessor', toSuccessor, 'entry_forged'),
    refused('the same in the vault', 'openEntry', { owner: REPLACED, entry: thiefs }, 'entry_forged'),
    valid('an entry in the trash that the first keys have signed', 'openEntry', trashed, trashedText),
  ]);
}
