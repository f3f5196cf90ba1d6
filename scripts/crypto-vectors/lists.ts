/** Lists of what was left: genuine ones, and others that are refused without keeping anybody from reading. */
import { type EntryRecord, type LeftList, sealLists } from '../../crypto/index.ts';
import { insideAccount, insidePackage } from './between.ts';
import { delivered, inherits, rehearsed } from './delivered.ts';
import { FIXED_MOMENT } from './fixed-chance.ts';
import { FORGER, flipped } from './forger.ts';
import {
  ALAN,
  GRACE,
  LETTER,
  LOGIN,
  NOTE,
  OTHER_OWNER,
  OWNER,
  recordOf,
  SAMPLE,
  type VectorMaterial,
} from './material.ts';
import { base64, bytes, join, sealAes, sha256, sign, signMlDsa, u64 } from './plain.ts';
import { flagged, type OpenAsSuccessorGiven, type Vector, valid } from './vector.ts';

/** The text of a list. */
interface ListText {
  version: number;
  userId: string;
  successorId: string;
  generation: number;
  counter: number;
  date: number;
  entries: string;
}

/** The last date that JavaScript knows. */
const LAST_MOMENT = 8_640_000_000_000_000;

const recordBytes = ({ id, version, date, hash }: EntryRecord): Buffer =>
  join(bytes(id.replaceAll('-', ''), 'hex'), u64(version), u64(date), bytes(hash));

const recordsText = (...records: EntryRecord[]): string => base64(join(...records.map(recordBytes)));

/** The text of a list of these records, in this order. */
export const textOf = (successorId: string, generation: number, ...records: EntryRecord[]): ListText => ({
  version: 1,
  userId: OWNER,
  successorId,
  generation,
  counter: FIXED_MOMENT,
  date: FIXED_MOMENT,
  entries: recordsText(...records),
});

const signaturesOf = (json: string | Uint8Array, first: Uint8Array, second = first): Buffer =>
  join(sign(first, 'list-v1', json), signMlDsa(second, 'list-v1', json));

/** Seals anything as a list, as anyone who knows the package key can. */
function sealAsList(packageKey: Uint8Array, to: string, plain: Uint8Array): string {
  const iv = sha256('iv of a list', plain).subarray(0, 12);
  return base64(join(iv, sealAes(packageKey, iv, plain, join('list-v1', OWNER, to))));
}

/** A list that the keys of this seed have signed. */
export function sealList(packageKey: Uint8Array, seed: Uint8Array, text: object, to: string): string {
  const json = JSON.stringify(text);
  return sealAsList(packageKey, to, join(signaturesOf(json, seed), json));
}

/** The same delivery with another list. */
export const withList = (given: OpenAsSuccessorGiven, list: string): OpenAsSuccessorGiven => ({
  ...given,
  access: { ...given.access, list },
});

/** What a list of these records opens to. */
export const listOf = (records: EntryRecord[], counter = FIXED_MOMENT): LeftList => ({
  counter,
  date: FIXED_MOMENT,
  records,
});

export async function lists(material: VectorMaterial): Promise<Vector[]> {
  const { one, two, registered } = material;
  const seed = bytes(insideAccount(registered).signingSeed, 'hex');
  const graces = delivered(material, one, GRACE, [LETTER]);
  const inside = await insidePackage(graces);
  const key = bytes(inside.packageKey, 'hex');
  const { generation } = JSON.parse(inside.package) as { generation: number };
  const [letter, login, note] = [recordOf(LETTER), recordOf(LOGIN), recordOf(NOTE)];
  // Out of order, because sealing sorts them.
  const [ofGrace, ofAlan] = await sealLists(one.vault, [
    { successorId: GRACE, records: [note, letter, login] },
    { successorId: ALAN, records: [] },
  ]);
  const [alanLater] = await sealLists(two.vault, [
    { successorId: ALAN, records: [login, note], after: FIXED_MOMENT },
  ]);
  const quorum = delivered(material, two, ALAN, [LOGIN, NOTE], [GRACE]);

  const opening = async (
    name: string,
    given: OpenAsSuccessorGiven,
    list: LeftList,
    threshold = 1,
  ): Promise<Vector> => {
    const vector = await inherits(name, given, material, threshold);
    return { ...vector, opens: { ...vector.opens, list } };
  };
  const alone = await inherits('', graces, material, 1);
  const together = await inherits('', quorum, material, 2);
  const sample = rehearsed(material);
  const rehearsal = await inherits('', sample, material, 1, { [sample.entries[0]!.id]: SAMPLE });
  const refusing = (name: string, list: string, code = 'list_refused', { given, opens } = alone) => {
    const delivery = withList(given as OpenAsSuccessorGiven, list);
    return valid(name, 'openAsSuccessor', delivery, { ...opens, listRefused: code });
  };

  const honest = ofGrace!.list;
  const genuine = textOf(GRACE, generation, letter, login, note);
  const json = join(JSON.stringify(genuine));
  const signed = (change: object) => sealList(key, seed, { ...genuine, ...change }, GRACE);
  const sealed = (name: string, plain: Uint8Array, code: string) =>
    refusing(name, sealAsList(key, GRACE, plain), code);
  const forged = (name: string, ...parts: (Uint8Array | string)[]) =>
    sealed(name, join(...parts), 'list_forged');
  const withRecords = (name: string, ...records: EntryRecord[]) =>
    refusing(name, signed({ entries: recordsText(...records) }));
  const nothing = delivered(material, one, ALAN, []);
  const second = listOf([login, note], FIXED_MOMENT + 1);
  const doubled = `{"counter":1,${JSON.stringify(genuine).slice(1)}`;
  const withDoubled = withList(graces, sealAsList(key, GRACE, join(signaturesOf(doubled, seed), doubled)));
  const withColour = withList(graces, signed({ colour: 'green' }));
  const earlier = signed({ generation: generation - 1 });
  const changed = JSON.stringify({ ...genuine, entries: recordsText(letter) });
  const later = JSON.stringify({ version: 2 });
  const laterToAlan = signed({ version: 2, successorId: ALAN });
  const edited = { ...letter, version: letter.version + 1 };
  const short = base64(bytes(genuine.entries).subarray(0, -1));
  const most = { ...note, version: Number.MAX_SAFE_INTEGER, date: LAST_MOMENT };
  return [
    await opening('a list of everything', withList(graces, honest), listOf([letter, login, note])),
    await opening('a list that names nothing', withList(nothing, ofAlan!.list), listOf([])),
    await opening('two of three, with the second list', withList(quorum, alanLater!.list), second, 2),
    ...flagged('UnknownMember', [
      await opening('a list with a member of a later client', withColour, listOf([letter, login, note])),
    ]),
    await opening(
      'a list with a member twice, of which the last counts',
      withDoubled,
      listOf([letter, login, note]),
    ),
    ...flagged('BitFlip', [
      refusing('a list with a bit flipped in its IV', flipped(honest, 0)),
      refusing('a list with a bit flipped in its text', flipped(honest, 3_500)),
      refusing('a list with a bit flipped in its tag', flipped(honest, -1)),
      refusing('a list cut short', base64(bytes(honest).subarray(0, 20))),
      refusing('a list of no bytes', ''),
    ]),
    ...flagged('Base64', [refusing('a list with a line break', `${honest.slice(0, 4)}\n${honest.slice(4)}`)]),
    ...flagged('Impersonation', [
      refusing("another successor's list", ofAlan!.list),
      refusing("another successor's list, sealed again to this one", signed({ successorId: ALAN })),
      refusing("another owner's list, sealed again to this successor", signed({ userId: OTHER_OWNER })),
      refusing('the list of a handover, in a rehearsal', alanLater!.list, 'list_refused', rehearsal),
    ]),
    ...flagged('Rollback', [
      refusing('a list of an earlier generation', ofAlan!.list, 'list_refused', together),
      refusing('a list of an earlier generation, sealed again under the key of this one', earlier),
    ]),
    ...flagged('Forgery', [
      forged('a list that the owner did not sign', signaturesOf(json, FORGER), json),
      forged('a list that only the owner’s Ed25519 key signed', signaturesOf(json, seed, FORGER), json),
      forged('a list that only the owner’s ML-DSA key signed', signaturesOf(json, FORGER, seed), json),
      forged('a list that was changed after the owner signed it', signaturesOf(json, seed), changed),
      forged('a list without signatures', json),
      forged('a list of a later format that the owner did not sign', signaturesOf(later, FORGER), later),
    ]),
    ...flagged('Version', [
      refusing('a list of a later format', signed({ version: 2 }), 'format_unknown'),
      refusing('a list of a later format and for another successor', laterToAlan, 'format_unknown'),
      refusing('a list without a version', signed({ version: undefined })),
      refusing('a list whose version is a text', signed({ version: '1' })),
    ]),
    ...flagged('Integer', [
      await opening(
        'a list with the highest version, the last date and the highest counter',
        withList(graces, signed({ counter: most.version, date: most.date, entries: recordsText(most) })),
        { counter: most.version, date: most.date, records: [most] },
      ),
      withRecords('a list with a version of 2^53', { ...note, version: most.version + 1 }),
      withRecords('a list with a date after the last', { ...note, date: LAST_MOMENT + 1 }),
      refusing('a list with a counter of 2^53', signed({ counter: most.version + 1 })),
      refusing('a list whose counter is below zero', signed({ counter: -1 })),
      refusing('a list without a counter', signed({ counter: undefined })),
      refusing('a list whose own date is after the last', signed({ date: LAST_MOMENT + 1 })),
    ]),
    withRecords('a list out of order', login, letter, note),
    withRecords('a list that names an entry twice', letter, login, login),
    withRecords('a list that names two versions of an entry', letter, edited),
    refusing('a list with a byte too many', signed({ entries: base64(join(bytes(genuine.entries), 'x')) })),
    refusing('a list whose last record is cut short', signed({ entries: short })),
    refusing('a list whose records are no base64', signed({ entries: '?' })),
    refusing('a list without records', signed({ entries: undefined })),
    sealed('a list that is no JSON', join(signaturesOf('nothing', seed), 'nothing'), 'list_refused'),
    sealed('a list that is no object', join(signaturesOf('[]', seed), '[]'), 'list_refused'),
  ];
}
