/** docs/crypto-vectors.json: inputs that open, with every intermediate value, and inputs that must be refused. */
import { comparedWords, KDF_V1, type SealedEntry, sealCopy } from '../../crypto/index.ts';
import { stretch } from '../../crypto/kdf.ts';
import { insideAccount, insideKit, insidePasskey, insideRecovery, type PlainBundle } from './between.ts';
import { contents } from './contents.ts';
import { afterRotation, delivered, inherits, rehearsed, withEnvelope } from './delivered.ts';
import { files } from './files.ts';
import { FIXED_MOMENT, withFixedChance } from './fixed-chance.ts';
import { refusals } from './forgeries.ts';
import { lists } from './lists.ts';
import {
  ADDRESSES,
  ALAN,
  EDITED,
  EDSGER,
  GRACE,
  LATER,
  LETTER,
  LOGIN,
  makeMaterial,
  NOTE,
  OWNER,
  REGISTERED,
  ROTATED,
  SAMPLE,
  SEALED,
  signedEntry,
  TEXTS,
  type VectorMaterial,
} from './material.ts';
import { oddKeys } from './odd-keys.ts';
import { bytes, codeBytes, hex, hkdf, sha256 } from './plain.ts';
import { replacedSigner } from './replaced-signer.ts';
import { sealings } from './sealings.ts';
import { spellings } from './spellings.ts';
import {
  FLAGS,
  flagged,
  type OpenAsSuccessorGiven,
  refused,
  resultOf,
  type UnlockGiven,
  type Vector,
  valid,
} from './vector.ts';

const ABOUT =
  'Test vectors of docs/crypto.md, written by `node dev/run.mjs scripts/crypto-vectors.ts`. `given` is as people type it and as the API ' +
  'delivers it. `between` is what is derived on the way, bytes in hexadecimal. A reader gets `opens` from what is `valid`, ' +
  'and the error of `refused` from what is `invalid`. Of what is `acceptable` it may do either.';

/** The text of the file, the same each time. */
export async function generateVectors(): Promise<string> {
  const vectors = await withFixedChance('crypto-vectors', async () => {
    const material = await makeMaterial();
    const opening = [
      ...owners(material),
      ...ownEntries(material),
      ...(await kits(material)),
      ...left(),
      ...(await quorums(material)),
      ...(await rehearsals(material)),
      ...(await rotations(material)),
    ];
    return [
      ...opening,
      ...(await refusals(material)),
      ...(await savedCopies(material)),
      ...(await spellings(material)),
      ...(await oddKeys(material)),
      ...(await sealings(material)),
      ...(await replacedSigner(material)),
      ...(await lists(material)),
      ...(await files()),
      ...contents(),
    ];
  });
  const written = vectors.map(({ name, kind, flags = [], ...rest }) => ({
    name,
    kind,
    result: resultOf({ name, kind, ...rest }),
    flags,
    ...rest,
  }));
  return `${JSON.stringify({ about: ABOUT, version: 1, kdf: KDF_V1, flags: FLAGS, vectors: written })}\n`;
}

const CHANGED = 'the new password unlocks the vault after a change of password';

function owners({
  registered,
  sealed,
  after,
  renamed,
  withPasskey,
  reset,
  resetRecovers,
  ownerKey,
}: VectorMaterial): Vector[] {
  const bundle = renamed.user.keyBundle as PlainBundle;
  const damaged = { keyBundle: { ...bundle, successors: bundle.signing.seed } };
  const recovering = { ...reset, ...resetRecovers };
  const { code, archived } = resetRecovers;
  const unlocks = (name: string, given: UnlockGiven): Vector => {
    const between = insideAccount(given);
    const password = bytes(between.authKey, 'hex').toString('base64');
    return valid(name, 'unlock', given, { ownerKey, password }, between);
  };
  const recovers = (name: string, given: object, between?: Record<string, unknown>) =>
    valid(name, 'unlockWithRecoveryCode', given, { ownerKey }, between);
  return [
    unlocks(REGISTERED, registered),
    unlocks(SEALED, sealed),
    unlocks(ROTATED, after),
    unlocks(CHANGED, renamed),
    valid(
      'a passkey unlocks the vault',
      'unlockWithPasskey',
      withPasskey,
      { ownerKey },
      insidePasskey(withPasskey),
    ),
    unlocks('a device that has seen the same state unlocks the vault', {
      ...sealed,
      seen: (sealed.user.keyBundle as PlainBundle).counter,
    }),
    recovers(
      'the recovery code opens the archived bundle after a reset',
      recovering,
      insideRecovery(code, bundle),
    ),
    recovers('a damaged bundle in the archive hides no older one', {
      ...recovering,
      archived: [damaged, ...archived],
    }),
    recovers('a recovery code may be typed without dashes and in lower case', {
      ...recovering,
      code: ` ${code.replaceAll('-', ' ').toLowerCase()}`,
    }),
  ];
}

function ownEntries({ entries, edited, registered, after, rotated }: VectorMaterial): Vector[] {
  const opens = (
    name: string,
    owner: string,
    given: UnlockGiven,
    entry: SealedEntry,
    text: string,
    version = FIXED_MOMENT,
  ): Vector => {
    const { vaultKey, previousKeys } = insideAccount(given);
    const wasBefore = owner === ROTATED && entry === entries[LOGIN];
    const key = hkdf(
      bytes(wasBefore ? previousKeys[0]! : vaultKey, 'hex'),
      bytes(entry.salt),
      `entry-v1${OWNER}${entry.id}`,
    );
    const opened = signedEntry(entry.id, text, version);
    return valid(name, 'openEntry', { owner, entry: { ...entry } }, opened, { entryKey: hex(key) });
  };
  return [
    opens('an entry', REGISTERED, registered, entries[LETTER]!, TEXTS[LETTER]!),
    opens(
      'the same entry after an edit, with the same salt and key',
      REGISTERED,
      registered,
      edited,
      EDITED,
      FIXED_MOMENT + 1,
    ),
    opens('an entry with accents', REGISTERED, registered, entries[NOTE]!, TEXTS[NOTE]!),
    opens('an entry that a rotation sealed anew', ROTATED, after, rotated.entries[NOTE]!, TEXTS[NOTE]!),
    opens('an entry in the trash, from before the rotation', ROTATED, after, entries[LOGIN]!, TEXTS[LOGIN]!),
  ];
}

async function kits({ kits: made, kitOf, ownerKey }: VectorMaterial): Promise<Vector[]> {
  const each = [GRACE, ALAN, EDSGER].map(async (id): Promise<Vector[]> => {
    const { publicKey, fingerprint, ownerFingerprint, words } = made[id]!;
    const email = ADDRESSES[id]!;
    const compared = { publicKey, ownerKey, email };
    const hash = sha256('comparison-v3', bytes(publicKey), bytes(ownerKey), email);
    const stretched = await stretch(hash, hash, KDF_V1);
    const kit = kitOf(id);
    const opened = { publicKey, fingerprint, ownerFingerprint };
    const read = { en: words, de: await comparedWords(compared, 'de') };
    return [
      valid(`the kit of ${id}`, 'kit', { kit }, opened, insideKit(kit)),
      valid(`what ${id} reads to the owner, in English and in German`, 'comparison', compared, read, {
        hash: hex(hash),
        stretched: hex(stretched),
      }),
    ];
  });
  return (await Promise.all(each)).flat();
}

/** Saved copies. Last, so that the random values of the other vectors stay the same. */
async function savedCopies({ kitOf }: VectorMaterial): Promise<Vector[]> {
  const { code } = kitOf(GRACE);
  const copy = await sealCopy(code, 'Grüße von Ada');
  const key = hkdf(codeBytes(code), bytes(copy.salt), 'saved-copy-v1');
  const other = { code: kitOf(ALAN).code, copy };
  return [
    valid('a saved copy', 'savedCopy', { code, copy }, { text: 'Grüße von Ada' }, { key: hex(key) }),
    refused('a saved copy with the code of another kit', 'savedCopy', other, 'wrong_kit'),
  ];
}

/** The bundle's record of the entries that are assigned to a successor. */
function left(): Vector[] {
  const hash = (name: string, entryIds: string[]): Vector => {
    const digest = sha256('left-v1', ...entryIds.toSorted());
    return valid(name, 'left', { entryIds }, { left: digest.toString('base64') });
  };
  return [hash('nothing is left', []), hash('entries are left, in any order', [NOTE, LETTER, LOGIN])];
}

/** What successors open once the quorum has accepted. */
const quorums = (material: VectorMaterial): Promise<Vector[]> => {
  const { one, two, envelopeOfNote } = material;
  const all = [LETTER, LOGIN, NOTE, LATER];
  const opening = (name: string, given: OpenAsSuccessorGiven, threshold: number) =>
    inherits(name, given, material, threshold);
  const toGrace = delivered(material, one, GRACE, all);
  const toAlan = (id: string) => delivered(material, one, ALAN, [id]);
  const later = withEnvelope(toAlan(NOTE), envelopeOfNote.envelope);
  const restricted = delivered(material, two, GRACE, [LETTER], [ALAN]);
  const everyReshare = delivered(material, two, ALAN, [LOGIN, NOTE], [GRACE, EDSGER]);
  const toEdsger = delivered(material, two, EDSGER, all, [GRACE]);
  return Promise.all([
    opening('a quorum of one, not restricted: entries from after the sealing open too', toGrace, 1),
    opening('a quorum of one, restricted to one entry', toAlan(LOGIN), 1),
    opening('an envelope sealed later, to the same package', later, 1),
    opening('two of three, restricted: one reshare besides the own share', restricted, 2),
    opening('two of three, with every reshare', everyReshare, 2),
    opening('two of three, not restricted: entries from after the sealing open too', toEdsger, 2),
  ]);
};

async function rehearsals(material: VectorMaterial): Promise<Vector[]> {
  const given = rehearsed(material);
  return [await inherits('a rehearsal', given, material, 1, { [given.entries[0]!.id]: SAMPLE })];
}

async function rotations(material: VectorMaterial): Promise<Vector[]> {
  const everything = afterRotation(material, GRACE, [LETTER, NOTE, LATER]);
  return flagged('Rotation', [
    await inherits('after a rotation, not restricted', everything, material, 1),
    await inherits('after a rotation, restricted', afterRotation(material, ALAN, [NOTE]), material, 1),
  ]);
}
