/**
 * The list of what is left to one successor: which text of which entry is the current one. Without it, the service
 * could leave entries out or return older texts, and each would be genuine.
 */
import { IV_BYTES, open, seal } from './aead.ts';
import { fromBase64, toBase64 } from './base64.ts';
import { nextCounter } from './bundle-mac.ts';
import { concat, fromHex, fromUtf8, joined, readU64, toHex, u64, utf8, wipe } from './bytes.ts';
import { CryptoError } from './errors.ts';
import { openSigningKeys } from './key-bundle.ts';
import { padJson } from './padding.ts';
import { isCount, isMoment, parseJson, readBytes, readSealed, requireVersion } from './parse.ts';
import { BOTH_SIGNATURES_BYTES, signWithBoth, verifyBoth } from './signing.ts';
import { packageKeyOf, readSuccessorKeys } from './successor-keys.ts';
import { unwrapSecrets, type Vault } from './vault.ts';
import type { Bytes, CryptoKey } from './web-crypto.ts';

const LABEL = 'list-v1';
const ID_BYTES = 16;
const HASH_BYTES = 32;
const RECORD_BYTES = ID_BYTES + 8 + 8 + HASH_BYTES;

/** The present text of one entry, as the owner signed it. */
export interface EntryRecord {
  id: string;
  version: number;
  /** When it was last changed, in milliseconds since 1970. */
  date: number;
  /** The hash of all that the entry's signature covers, base64. */
  hash: string;
}

/** What was left to one successor at one moment. */
export interface LeftList {
  /** Rises with each list. */
  counter: number;
  /** When it was made, in milliseconds since 1970. */
  date: number;
  records: EntryRecord[];
}

/** A list to make. */
export interface ListToSeal {
  successorId: string;
  records: readonly EntryRecord[];
  /** The counter of the list that it replaces. */
  after?: number | undefined;
}

export interface SealedList {
  successorId: string;
  /** Base64 of the IV, then the ciphertext. */
  list: string;
  counter: number;
  date: number;
}

/** Whose list it is, and of which sealing. */
export interface ListOf {
  userId: string;
  successorId: string;
  generation: number;
}

const additionalData = ({ userId, successorId }: ListOf): Bytes => joined(LABEL, userId, successorId);

/**
 * Signs and seals lists, under the keys of the packages that were sealed last.
 *
 * @throws CryptoError `not_sealed_to`, `locked`
 */
export async function sealLists(vault: Vault, lists: readonly ListToSeal[]): Promise<SealedList[]> {
  const keys = await readSuccessorKeys(vault);
  const { both, root } = await unwrapSecrets(vault);
  const used = [both];
  try {
    const signing = await openSigningKeys(vault.keyBundle, root);
    used.push(signing.mlDsa);
    const sealed = [];
    for (const { successorId, records, after } of lists) {
      const key = await packageKeyOf(keys, successorId);
      const of = { userId: vault.userId, successorId, generation: keys.generation };
      const contents = contentsOf(of, records, nextCounter(after));
      const json = utf8(padJson(JSON.stringify(contents)));
      const plaintext = concat(await signWithBoth(signing, joined(LABEL, json)), json);
      const { iv, data } = await seal(key, additionalData(of), plaintext);
      const { counter, date } = contents;
      sealed.push({ successorId, list: toBase64(concat(iv, data)), counter, date });
    }
    return sealed;
  } finally {
    wipe(...used);
  }
}

const contentsOf = (of: ListOf, records: readonly EntryRecord[], counter: number) => ({
  version: 1,
  ...of,
  counter,
  date: Date.now(),
  entries: toBase64(concat(...records.map(recordBytes).sort(byId))),
});

const recordBytes = ({ id, version, date, hash }: EntryRecord): Bytes =>
  concat(fromHex(id.replaceAll('-', '')), u64(version), u64(date), fromBase64(hash));

const idOf = (record: Uint8Array): string =>
  toHex(record.subarray(0, ID_BYTES)).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');

const byId = (one: Uint8Array, other: Uint8Array): number => (idOf(one) < idOf(other) ? -1 : 1);

/**
 * Opens a list. Nothing in it is trusted before the owner's signatures are checked.
 *
 * @param ownerKey the owner's public signing keys
 * @throws CryptoError `list_refused`, `list_forged`, `format_unknown`
 */
export async function openList(
  packageKey: CryptoKey,
  ownerKey: Bytes,
  of: ListOf,
  sealed: string,
): Promise<LeftList> {
  const bytes = readSealed(sealed, 'list_refused');
  const box = { iv: bytes.slice(0, IV_BYTES), data: bytes.slice(IV_BYTES) };
  const plaintext = await open(packageKey, additionalData(of), box, 'list_refused');
  const [signatures, json] = [
    plaintext.slice(0, BOTH_SIGNATURES_BYTES),
    plaintext.slice(BOTH_SIGNATURES_BYTES),
  ];
  if (!(await verifyBoth(ownerKey, signatures, joined(LABEL, json)))) throw new CryptoError('list_forged');
  return readContents(of, json);
}

function readContents({ userId, successorId, generation }: ListOf, json: Bytes): LeftList {
  const value = parseJson(readText(json), 'list_refused');
  requireVersion(value, 1, 'list_refused');
  const { counter, date } = value;
  const isOf =
    value.userId === userId && value.successorId === successorId && value.generation === generation;
  if (!isOf || !isCount(counter) || !isMoment(date)) throw new CryptoError('list_refused');
  const entries = readBytes(value.entries, 'list_refused');
  if (entries.length % RECORD_BYTES !== 0) throw new CryptoError('list_refused');
  const records: EntryRecord[] = [];
  for (let at = 0; at < entries.length; at += RECORD_BYTES) {
    const record = readRecord(entries.subarray(at, at + RECORD_BYTES));
    const before = records.at(-1);
    // In order, so that none is there twice.
    if (before && before.id >= record.id) throw new CryptoError('list_refused');
    records.push(record);
  }
  return { counter, date, records };
}

function readRecord(bytes: Bytes): EntryRecord {
  const version = readU64(bytes, ID_BYTES);
  const date = readU64(bytes, ID_BYTES + 8);
  if (!isCount(version) || !isMoment(date)) throw new CryptoError('list_refused');
  return { id: idOf(bytes), version, date, hash: toBase64(bytes.slice(-HASH_BYTES)) };
}

function readText(json: Bytes): string {
  try {
    return fromUtf8(json);
  } catch {
    throw new CryptoError('list_refused');
  }
}

/**
 * Opens a list of one's own, which must be of the last sealing.
 *
 * @throws CryptoError `not_sealed_to`, `list_refused`, `list_forged`, `format_unknown`, `locked`
 */
export async function openOwnList(vault: Vault, successorId: string, sealed: string): Promise<LeftList> {
  const keys = await readSuccessorKeys(vault);
  const of = { userId: vault.userId, successorId, generation: keys.generation };
  return openList(await packageKeyOf(keys, successorId), fromBase64(vault.ownerKey), of, sealed);
}
