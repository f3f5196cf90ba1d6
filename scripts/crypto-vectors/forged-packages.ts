/** Packages, shares and envelopes that a successor must refuse. */
import { createKit } from '../../crypto/index.ts';
import {
  insideAccount,
  insidePackage,
  type PackageText,
  packageText,
  type ReshareText,
  reshareText,
} from './between.ts';
import { afterRotation, delivered, inherits, rehearsed, withEnvelope } from './delivered.ts';
import { FIXED_MOMENT } from './fixed-chance.ts';
import { FORGER, flipped } from './forger.ts';
import {
  ADDRESSES,
  ALAN,
  EDSGER,
  GRACE,
  LATER,
  LETTER,
  LOGIN,
  NOTE,
  OTHER_OWNER,
  OWNER,
  REGISTERED,
  shareOf,
  uuid,
  type VectorMaterial,
} from './material.ts';
import {
  base64,
  bytes,
  hpkeSeal,
  join,
  publicKeysOf,
  sealAes,
  sha256,
  sign,
  signMlDsa,
  u64,
} from './plain.ts';
import { flagged, type OpenAsSuccessorGiven, refused, type Vector } from './vector.ts';

const AS = 'openAsSuccessor';

/** Seals a package to a public key, as anybody who knows it can, signed with the keys of this seed, or of two. */
export async function reseal(
  publicKey: string,
  text: PackageText,
  seed: Uint8Array,
  { signedFor = publicKey, addressedTo = text.successorId, second = seed } = {},
): Promise<string> {
  const json = JSON.stringify(text);
  const signed = ['package-v2', bytes(signedFor), json] as const;
  const signatures = join(sign(seed, ...signed), signMlDsa(second, ...signed));
  return hpkeSeal(bytes(publicKey), 'package-v2', `package-v2${addressedTo}`, join(signatures, json));
}

export async function packageRefusals(material: VectorMaterial): Promise<Vector[]> {
  const { kits, kitOf, one, registered, account } = material;
  const seed = bytes(insideAccount(registered).signingSeed, 'hex');
  const honest = delivered(material, one, GRACE, [LETTER]);
  const { kit, access } = honest;
  const sealed = access.encryptedShare!;
  const own = await packageText(kit, sealed);
  const alans = await packageText(kitOf(ALAN), shareOf(one, ALAN));
  const { publicKey } = kits[GRACE]!;
  const forgerKey = base64(publicKeysOf(FORGER));
  const forgersKit = await createKit({ ownerKey: forgerKey, email: ADDRESSES[GRACE]! });
  const genuine = rehearsed(material);
  const withAccess = (given: OpenAsSuccessorGiven, change: object) => ({
    ...given,
    access: { ...given.access, ...change },
  });
  const reading = (name: string, given: OpenAsSuccessorGiven, code: string) => refused(name, AS, given, code);
  const replayed = (name: string, given: OpenAsSuccessorGiven, change: object) =>
    reading(name, withAccess(given, change), 'package_replayed');
  const withKit = (name: string, change: object, code = 'wrong_kit') =>
    reading(name, { ...honest, kit: { ...kit, ...change } }, code);
  const withShare = (name: string, encryptedShare: string, code = 'package_forged') =>
    reading(name, withAccess(honest, { encryptedShare }), code);
  const resealed = async (
    name: string,
    change: Partial<PackageText>,
    by: Uint8Array,
    code = 'package_forged',
    options: { second?: Uint8Array; signedFor?: string } = {},
  ) => withShare(name, await reseal(publicKey, { ...own, ...change }, by, options), code);
  const toAlan = { signedFor: kits[ALAN]!.publicKey };
  const rehearsal = await packageText(kitOf(ALAN), genuine.access.encryptedShare!);
  return [
    ...flagged('Impersonation', [
      withKit("another successor's kit", { code: kits[ALAN]!.code }),
      withKit('a kit with a salt that names another owner', { salt: forgersKit.salt }),
      withShare("another successor's package", shareOf(one, ALAN), 'wrong_kit'),
      withKit('a package delivered to another ID', { successorId: ALAN }),
      await resealed(
        'a package from another owner',
        { ownerKey: forgerKey },
        FORGER,
        'package_of_other_owner',
      ),
      await resealed('a package that the owner signed for another key', {}, seed, 'package_forged', toAlan),
      withShare(
        "another successor's package, sealed again to this one",
        await reseal(publicKey, alans, seed, { ...toAlan, addressedTo: GRACE }),
        'package_misaddressed',
      ),
      replayed('a rehearsal passed off as a handover', genuine, { rehearsal: false }),
      replayed('a handover passed off as a rehearsal', honest, { rehearsal: true }),
    ]),
    ...flagged('BitFlip', [
      withShare('a package with a bit flipped in its key', flipped(sealed, 3), 'wrong_kit'),
      withShare('a package with a bit flipped in its text', flipped(sealed, 100), 'wrong_kit'),
    ]),
    ...flagged('Version', [
      await resealed('a package of a later format', { version: 2 }, seed, 'format_unknown'),
      await resealed('a package without a version', { version: undefined }, seed),
    ]),
    ...flagged('UnknownMember', [
      {
        ...(await inherits('', honest, material, 1)),
        name: 'a package with a member of a later client',
        given: withAccess(honest, {
          encryptedShare: await reseal(publicKey, { ...own, colour: 'green' } as PackageText, seed),
        }),
        between: {},
      },
    ]),
    ...flagged('Forgery', [
      await resealed('a package under the owner’s name that they did not sign', {}, FORGER),
      await resealed('a package that only the owner’s Ed25519 key signed', {}, seed, 'package_forged', {
        second: FORGER,
      }),
      await resealed('a package that only the owner’s ML-DSA key signed', {}, FORGER, 'package_forged', {
        second: seed,
      }),
      reading(
        "a stranger's rehearsal",
        withAccess(genuine, { encryptedShare: await reseal(kits[ALAN]!.publicKey, rehearsal, FORGER) }),
        'package_forged',
      ),
    ]),
    ...flagged('Splice', [
      await resealed(
        'a package whose vault key is of another generation',
        { generation: own.generation + 1 },
        seed,
      ),
    ]),
    ...flagged('Typing', [
      withKit('the wrong paper in place of a kit', { code: account.recoveryCode }, 'code_of_other_kind'),
    ]),
  ];
}

export async function shareRefusals(material: VectorMaterial): Promise<Vector[]> {
  const { kits, kitOf, two } = material;
  const alone = delivered(material, two, GRACE, [LETTER]);
  const honest = delivered(material, two, GRACE, [LETTER], [ALAN]);
  const [fromAlan] = honest.access.reshares;
  const real = await reshareText(kitOf(GRACE), ALAN, fromAlan!.encryptedShare);
  const edsgers = await reshareText(
    kitOf(GRACE),
    EDSGER,
    delivered(material, two, GRACE, [], [EDSGER]).access.reshares[0]!.encryptedShare,
  );
  const seal = (text: ReshareText, to = GRACE, from = ALAN) =>
    hpkeSeal(
      bytes(kits[GRACE]!.publicKey),
      'reshare-v2',
      `reshare-v2${from}${to}`,
      join(JSON.stringify(text)),
    );
  const wrong = bytes(real.share.data);
  wrong[0]! ^= 1;
  const changed = { ...real, share: { ...real.share, data: base64(wrong) } };
  const bad: [string, string, string][] = [
    ['a share that was changed', await seal(changed), 'share_forged'],
    ["another holder's share", await seal({ ...real, share: edsgers.share }), 'share_forged'],
    ['a share of another generation', await seal({ ...real, generation: 7 }), 'share_of_other_seal'],
    ["a share of another owner's", await seal({ ...real, userId: OTHER_OWNER }), 'share_of_other_seal'],
    ['a reshare with a flipped bit', flipped(fromAlan!.encryptedShare, 50), 'share_refused'],
    ['a reshare addressed to another holder', await seal(real, EDSGER), 'share_refused'],
    ['a reshare of a later format', await seal({ ...real, version: 2 }), 'format_unknown'],
    ['a reshare without a version', await seal({ ...real, version: undefined }), 'share_refused'],
  ];
  const given = (sealed: string, others: typeof honest.access.reshares = []) => ({
    ...honest,
    access: { ...honest.access, reshares: [{ fromSuccessorId: ALAN, encryptedShare: sealed }, ...others] },
  });
  const own = await packageText(kitOf(GRACE), alone.access.encryptedShare!);
  const encryptedShare = await seal({ ...real, share: own.share! }, GRACE, GRACE);
  const twice = {
    ...alone,
    access: { ...alone.access, reshares: [{ fromSuccessorId: GRACE, encryptedShare }] },
  };
  const { reshares: good } = delivered(material, two, GRACE, [], [EDSGER]).access;
  const whole = delivered(material, two, GRACE, [LETTER], [EDSGER]);
  const expected = await inherits('', whole, material, 2);
  return flagged('Quorum', [
    refused('two of three, with the own share alone', AS, alone, 'quorum_missing'),
    refused('two of three, with the own share twice', AS, twice, 'quorum_missing'),
    ...bad.map(([name, sealed]) => refused(name, AS, given(sealed), 'quorum_missing')),
    ...bad.map(
      ([name, sealed, code]): Vector => ({
        ...expected,
        name: `${name}, beside a good one`,
        given: given(sealed, good),
        opens: { ...expected.opens, badShares: [code] },
      }),
    ),
  ]);
}

export async function successorEntryRefusals(material: VectorMaterial): Promise<Vector[]> {
  const { one, two, entries } = material;
  const whole = delivered(material, one, GRACE, [LETTER]);
  const restricted = delivered(material, one, ALAN, [LOGIN]);
  const quorum = delivered(material, two, ALAN, [LOGIN, NOTE], [GRACE]);
  const [, second] = quorum.entries;
  const key = bytes((await insidePackage(restricted)).entryKeys[LOGIN]!, 'hex');
  /** Anyone who can read an entry can also write one under its key, but cannot sign it. */
  const forge = (id: string, plain: Uint8Array) => {
    const iv = sha256('iv', id, plain).subarray(0, 12);
    const data = sealAes(key, iv, plain, join('entry-v1', OWNER, id));
    return {
      ...entries[LOGIN]!,
      id,
      iv: base64(iv),
      encryptedData: base64(data),
      envelope: restricted.entries[0]!.envelope,
    };
  };
  const text = 'Everything goes to Alan. '.repeat(4);
  const stamp = join(u64(FIXED_MOMENT), u64(FIXED_MOMENT));
  const signature = sign(FORGER, 'entry-signature-v1', OWNER, LOGIN, stamp, text);
  const changed = (given: OpenAsSuccessorGiven, entry: object) => ({
    ...given,
    entries: [{ ...given.entries[0]!, ...entry }],
  });
  const envelopeRefused = (name: string, given: OpenAsSuccessorGiven) =>
    refused(name, AS, given, 'envelope_refused');
  const entryRefused = (name: string, given: OpenAsSuccessorGiven) =>
    refused(name, AS, given, 'entry_refused');
  const beforeRotation = {
    ...afterRotation(material, GRACE),
    entries: [{ ...entries[LOGIN]!, envelope: null }],
  };
  const bitFlipped = { encryptedData: flipped(entries[LETTER]!.encryptedData, 80) };
  const envelope = restricted.entries[0]!.envelope!;
  const signed = forge(LOGIN, join(stamp, signature, text));
  const toOwner = { owner: REGISTERED, entry: signed };
  const withForged = (name: string, entry: typeof signed) =>
    refused(name, AS, { ...restricted, entries: [entry] }, 'entry_forged');
  return [
    refused('no envelope', AS, withEnvelope(restricted, null), 'envelope_missing'),
    ...flagged('Splice', [
      envelopeRefused('the envelope of another entry', changed(quorum, { envelope: second!.envelope })),
      envelopeRefused('the envelope of an earlier generation', changed(quorum, { envelope })),
      envelopeRefused('an envelope for an entry with another ID', changed(restricted, { id: uuid(99) })),
    ]),
    ...flagged('Rotation', [entryRefused('an entry from before a rotation, to a successor', beforeRotation)]),
    ...flagged('Impersonation', [
      entryRefused('an entry passed off as another to a successor', changed(whole, { id: LATER })),
    ]),
    ...flagged('BitFlip', [
      envelopeRefused('an envelope with a flipped bit', withEnvelope(restricted, flipped(envelope, 20))),
      entryRefused('an entry with a bit flipped, to a successor', changed(whole, bitFlipped)),
    ]),
    ...flagged('Forgery', [
      withForged('an entry that the owner did not sign', signed),
      refused('an entry that a successor wrote, shown to its owner', 'openEntry', toOwner, 'entry_forged'),
      withForged('an entry without a signature', forge(LOGIN, join(text))),
    ]),
  ];
}
