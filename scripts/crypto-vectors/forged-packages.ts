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
import { delivered, inherits, rehearsed, withEnvelope } from './delivered.ts';
import { FORGER, flipped, refused } from './forger.ts';
import {
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
import { base64, bytes, hpkeSeal, join, publicKeyOf, sealAes, sha256, sign } from './plain.ts';
import type { OpenAsSuccessorGiven, Vector } from './vector.ts';

const AS = 'openAsSuccessor';

/** Seals a package as anybody can who knows the public key: to it, and signed with this key. */
async function reseal(
  publicKey: string,
  text: PackageText,
  seed: Uint8Array,
  { signedFor = publicKey, addressedTo = text.successorId } = {},
): Promise<string> {
  const json = JSON.stringify(text);
  const signature = sign(seed, 'package-v1', bytes(signedFor), json);
  return hpkeSeal(bytes(publicKey), 'package-v1', `package-v1${addressedTo}`, join(signature, json));
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
  const forgerKey = base64(publicKeyOf(FORGER));
  const forgersKit = await createKit(forgerKey);
  const genuine = rehearsed(material);
  const withShare = (encryptedShare: string) => ({ ...honest, access: { ...access, encryptedShare } });
  const reading = (name: string, given: OpenAsSuccessorGiven, code: string) => refused(name, AS, given, code);
  return [
    reading("another successor's kit", { ...honest, kit: { ...kit, code: kits[ALAN]!.code } }, 'wrong_kit'),
    reading(
      'a kit with a salt that names another owner',
      { ...honest, kit: { ...kit, salt: forgersKit.salt } },
      'wrong_kit',
    ),
    reading(
      "another successor's package",
      { ...honest, access: { ...access, encryptedShare: shareOf(one, ALAN) } },
      'wrong_kit',
    ),
    reading(
      'a package delivered to another ID',
      { ...honest, kit: { ...kit, successorId: ALAN } },
      'wrong_kit',
    ),
    reading('a package with a bit flipped in its key', withShare(flipped(sealed, 3)), 'wrong_kit'),
    reading('a package with a bit flipped in its text', withShare(flipped(sealed, 100)), 'wrong_kit'),
    reading(
      'a package of a later format',
      withShare(await reseal(publicKey, { ...own, version: 2 }, seed)),
      'format_unknown',
    ),
    reading(
      'a package from another owner',
      withShare(await reseal(publicKey, { ...own, ownerKey: forgerKey }, FORGER)),
      'package_of_other_owner',
    ),
    reading(
      'a package under the owner’s name that they did not sign',
      withShare(await reseal(publicKey, own, FORGER)),
      'package_forged',
    ),
    reading(
      'a package that the owner signed for another key',
      withShare(await reseal(publicKey, own, seed, { signedFor: kits[ALAN]!.publicKey })),
      'package_forged',
    ),
    reading(
      "another successor's package, sealed again to this one",
      withShare(
        await reseal(publicKey, alans, seed, { signedFor: kits[ALAN]!.publicKey, addressedTo: GRACE }),
      ),
      'package_misaddressed',
    ),
    reading(
      'a package whose vault key is of another generation',
      withShare(await reseal(publicKey, { ...own, generation: own.generation + 1 }, seed)),
      'package_forged',
    ),
    reading(
      'a rehearsal passed off as a handover',
      { ...genuine, access: { ...genuine.access, rehearsal: false } },
      'package_replayed',
    ),
    reading(
      'a handover passed off as a rehearsal',
      { ...honest, access: { ...access, rehearsal: true } },
      'package_replayed',
    ),
    reading(
      "a stranger's rehearsal",
      {
        ...genuine,
        access: {
          ...genuine.access,
          encryptedShare: await reseal(
            kits[ALAN]!.publicKey,
            await packageText(kitOf(ALAN), genuine.access.encryptedShare!),
            FORGER,
          ),
        },
      },
      'package_forged',
    ),
    refused(
      'the wrong paper in place of a kit',
      AS,
      { ...honest, kit: { ...kit, code: account.recoveryCode } },
      'code_of_other_kind',
    ),
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
      'reshare-v1',
      `reshare-v1${from}${to}`,
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
  ];
  const given = (sealed: string, others: typeof honest.access.reshares = []) => ({
    ...honest,
    access: { ...honest.access, reshares: [{ fromSuccessorId: ALAN, encryptedShare: sealed }, ...others] },
  });
  const own = await packageText(kitOf(GRACE), alone.access.encryptedShare!);
  const { reshares: good } = delivered(material, two, GRACE, [], [EDSGER]).access;
  const whole = delivered(material, two, GRACE, [LETTER], [EDSGER]);
  const expected = await inherits('', whole, material, 2);
  return [
    refused('two of three, with the own share alone', AS, alone, 'quorum_missing'),
    refused(
      'two of three, with the own share twice',
      AS,
      {
        ...alone,
        access: {
          ...alone.access,
          reshares: [
            {
              fromSuccessorId: GRACE,
              encryptedShare: await seal({ ...real, share: own.share! }, GRACE, GRACE),
            },
          ],
        },
      },
      'quorum_missing',
    ),
    ...bad.map(([name, sealed]) => refused(name, AS, given(sealed), 'quorum_missing')),
    ...bad.map(
      ([name, sealed, code]): Vector => ({
        ...expected,
        name: `${name}, beside a good one`,
        given: given(sealed, good),
        opens: { ...expected.opens, badShares: [code] },
      }),
    ),
  ];
}

export async function successorEntryRefusals(material: VectorMaterial): Promise<Vector[]> {
  const { one, two, entries } = material;
  const whole = delivered(material, one, GRACE, [LETTER]);
  const restricted = delivered(material, one, ALAN, [LOGIN]);
  const quorum = delivered(material, two, ALAN, [LOGIN, NOTE], [GRACE]);
  const [first, second] = quorum.entries;
  const key = bytes((await insidePackage(restricted)).entryKeys[LOGIN]!, 'hex');
  /** Who can read an entry can also write one under its key, but not sign it. */
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
  const signature = sign(FORGER, 'entry-signature-v1', OWNER, LOGIN, text);
  const changed = (given: OpenAsSuccessorGiven, entry: object) => ({
    ...given,
    entries: [{ ...given.entries[0]!, ...entry }],
  });
  return [
    refused('no envelope', AS, withEnvelope(restricted, null), 'envelope_missing'),
    refused(
      'the envelope of another entry',
      AS,
      { ...quorum, entries: [{ ...first!, envelope: second!.envelope }] },
      'envelope_refused',
    ),
    refused(
      'the envelope of an earlier generation',
      AS,
      { ...quorum, entries: [{ ...first!, envelope: restricted.entries[0]!.envelope }] },
      'envelope_refused',
    ),
    refused(
      'an envelope with a flipped bit',
      AS,
      withEnvelope(restricted, flipped(restricted.entries[0]!.envelope!, 20)),
      'envelope_refused',
    ),
    refused(
      'an envelope for an entry with another ID',
      AS,
      changed(restricted, { id: uuid(99) }),
      'envelope_refused',
    ),
    refused(
      'an entry passed off as another to a successor',
      AS,
      changed(whole, { id: LATER }),
      'entry_refused',
    ),
    refused(
      'an entry with a bit flipped, to a successor',
      AS,
      changed(whole, { encryptedData: flipped(entries[LETTER]!.encryptedData, 80) }),
      'entry_refused',
    ),
    refused(
      'an entry that the owner did not sign',
      AS,
      { ...restricted, entries: [forge(LOGIN, join(signature, text))] },
      'entry_forged',
    ),
    refused(
      'an entry that a successor wrote, shown to its owner',
      'openEntry',
      { owner: REGISTERED, entry: forge(LOGIN, join(signature, text)) },
      'entry_forged',
    ),
    refused(
      'an entry without a signature',
      AS,
      { ...restricted, entries: [forge(LOGIN, join(text))] },
      'entry_forged',
    ),
  ];
}
