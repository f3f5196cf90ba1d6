/** Entries: each under a key of its own, bound to its owner and its ID, and signed inside. */
import { open, seal } from './aead.ts';
import { fromBase64, toBase64 } from './base64.ts';
import { concat, fromUtf8, joined, random, readU64, sha256, u64, utf8, wipe } from './bytes.ts';
import { CryptoError } from './errors.ts';
import type { SealedEntry } from './formats.ts';
import { deriveBytes, deriveKey } from './hkdf.ts';
import { isCount, isId, isMoment } from './parse.ts';
import { SIGNATURE_BYTES, sign, verifyWith } from './signing.ts';
import { keysOf, type Vault } from './vault.ts';
import type { Bytes, CryptoKey } from './web-crypto.ts';

const ENTRY = 'entry-v1';
const SALT_BYTES = 16;
const ALGORITHM = 'AES-GCM';
/** Version and date, in front of the signature. */
const STAMP_BYTES = 16;
/** Everything in front of the text. */
export const HEAD_BYTES = STAMP_BYTES + SIGNATURE_BYTES;

/**
 * What a sealed text is: an entry, or the sample of a rehearsal. Under one label for both, a sample that the owner signed
 * could be passed off as an entry.
 */
export type Kind = 'entry' | 'rehearsal-entry';

/** The fields needed to open an entry. */
export type OpenableEntry = Pick<SealedEntry, 'id' | 'encryptedData' | 'iv' | 'salt'> & {
  algorithm?: string;
};

/** The signed contents of an entry. */
export interface Signed {
  text: string;
  /** Greater than in all earlier texts of the entry. */
  version: number;
  /** When it was last changed, in milliseconds since 1970. */
  date: number;
  /** SHA-256 of all that the signature covers, base64. */
  hash: string;
}

/** An entry to seal under the ID that the client chose. */
export interface EntryToSeal {
  id: string;
  text: string;
  /** The version of the text that it replaces. */
  after?: number;
  /** Now by default. One before 1970 becomes 1970. */
  date?: number;
}

/** The inputs of an entry's key, besides the vault key. */
type KeyedEntry = Pick<SealedEntry, 'id' | 'salt'>;

/**
 * All IDs have the same length, so the boundary between them and the text is unambiguous.
 *
 * @throws CryptoError `entry_refused` unless both are IDs
 */
function ids(userId: string, id: string): string {
  if (!isId(userId) || !isId(id)) throw new CryptoError('entry_refused');
  return `${userId}${id}`;
}

/** It contains the IDs, so the service can't get the key of one entry by naming its salt for another. */
const info = (userId: string, id: string): string => `${ENTRY}${ids(userId, id)}`;

const additionalData = (kind: Kind, userId: string, id: string): Bytes =>
  utf8(`${kind}-v1${ids(userId, id)}`);

/** @param stamp version and date */
const signed = (kind: Kind, userId: string, id: string, stamp: Bytes, text: Bytes): Bytes =>
  joined(`${kind}-signature-v1${ids(userId, id)}`, stamp, text);

/**
 * Greater than `before`, and than any version given by a client with the right time, even one unknown to this client.
 */
const nextVersion = (before = 0): number => Math.max(before + 1, Date.now());

/**
 * Signs and seals an entry.
 *
 * @param entry with the `salt` of the entry that it replaces, because existing envelopes hold the key derived from it
 * @throws CryptoError `locked`, or `entry_refused` for an invalid ID or salt
 */
export async function sealEntry(vault: Vault, entry: EntryToSeal & { salt?: string }): Promise<SealedEntry> {
  const salt = entry.salt === undefined ? random(SALT_BYTES) : decode(entry.salt);
  const key = await deriveKey(keysOf(vault).vault, info(vault.userId, entry.id), salt);
  return sealUnder(key, vault, { ...entry, salt });
}

/** Signs an entry and seals it under a key that need not come from its salt. */
export async function sealUnder(
  key: CryptoKey,
  vault: Vault,
  entry: EntryToSeal & { salt: Bytes },
  kind: Kind = 'entry',
): Promise<SealedEntry> {
  const text = utf8(entry.text);
  const stamp = concat(u64(nextVersion(entry.after)), u64(Math.max(0, entry.date ?? Date.now())));
  const message = signed(kind, vault.userId, entry.id, stamp, text);
  const signedText = concat(stamp, await sign(keysOf(vault).signing, message), text);
  try {
    return await sealSigned(key, vault.userId, entry, signedText, kind);
  } finally {
    wipe(text, message, signedText);
  }
}

async function sealSigned(
  key: CryptoKey,
  userId: string,
  { id, salt }: { id: string; salt: Bytes },
  signedText: Bytes,
  kind: Kind = 'entry',
): Promise<SealedEntry> {
  const { iv, data } = await seal(key, additionalData(kind, userId, id), signedText);
  return {
    id,
    encryptedData: toBase64(data),
    iv: toBase64(iv),
    salt: toBase64(salt),
    algorithm: ALGORITHM,
  };
}

/**
 * Opens an entry of one's own, even one from before a rotation. After a release successors have its key too, so only
 * the signature says that the owner wrote it.
 *
 * @param old whether replaced keys may have signed it: only in the trash, in old exports, and for what waits on this
 *   device. In the vault, a rotation has signed everything again, so only a thief would still use such a key
 * @throws CryptoError `locked`, `entry_refused`, `entry_forged`, `format_unknown`
 */
export async function openEntry(
  vault: Vault,
  entry: OpenableEntry,
  { old = false }: { old?: boolean } = {},
): Promise<Signed> {
  const { verifying, former } = keysOf(vault);
  const keys = old ? [verifying, ...former] : [verifying];
  return genuine(keys, vault.userId, entry.id, await openOwn(vault, entry));
}

/**
 * Seals an entry again under the key of `to`. It keeps its signature, because signing here would vouch for an unchecked
 * text. If `to` has other signing keys, an entry that those of `from` have signed is signed again.
 *
 * @param keptSalt of the entry that it replaces; a new one by default
 * @throws CryptoError `locked`, `entry_refused`, `format_unknown`
 */
export async function resealEntry(
  from: Vault,
  to: Vault,
  entry: OpenableEntry,
  keptSalt?: string,
): Promise<SealedEntry> {
  const signedText = await openOwn(from, entry);
  const salt = keptSalt === undefined ? random(SALT_BYTES) : decode(keptSalt);
  try {
    await refuseFormer(from, entry.id, signedText);
    if (from.ownerKey !== to.ownerKey) await signAgain(from, to, entry.id, signedText);
    const key = await deriveKey(keysOf(to).vault, info(to.userId, entry.id), salt);
    return await sealSigned(key, to.userId, { id: entry.id, salt }, signedText);
  } finally {
    wipe(signedText);
  }
}

/**
 * Refuses a text signed by replaced keys: it would replace the text that the rotation has signed since.
 *
 * @throws CryptoError `entry_refused`
 */
async function refuseFormer(vault: Vault, id: string, signedText: Bytes): Promise<void> {
  const { former } = keysOf(vault);
  if (former.length === 0) return;
  const { stamp, signature, text } = partsOf(signedText);
  const message = signed('entry', vault.userId, id, stamp, text);
  try {
    for (const key of former)
      if (await verifyWith(key, signature, message)) throw new CryptoError('entry_refused');
  } finally {
    wipe(message);
  }
}

/** Replaces the signature if it is valid. Otherwise the entry stays as it is, and is refused as before. */
async function signAgain(from: Vault, to: Vault, id: string, signedText: Bytes): Promise<void> {
  const { stamp, signature, text } = partsOf(signedText);
  const message = signed('entry', from.userId, id, stamp, text);
  try {
    if (!(await verifyWith(keysOf(from).verifying, signature, message))) return;
    signature.set(await sign(keysOf(to).signing, message));
  } finally {
    wipe(message);
  }
}

const partsOf = (plaintext: Bytes) => ({
  stamp: plaintext.subarray(0, STAMP_BYTES),
  signature: plaintext.subarray(STAMP_BYTES, HEAD_BYTES),
  text: plaintext.subarray(HEAD_BYTES),
});

/** @throws CryptoError `format_unknown` for an entry that a later client has sealed in another way */
export function requireAlgorithm({ algorithm = ALGORITHM }: Pick<OpenableEntry, 'algorithm'>): void {
  if (algorithm !== ALGORITHM) throw new CryptoError('format_unknown');
}

/** Version, date, signature and text. @throws CryptoError `entry_refused`, `format_unknown` */
async function openOwn(vault: Vault, entry: OpenableEntry): Promise<Bytes> {
  const { vault: present, previous } = keysOf(vault);
  for (const base of [present, ...previous]) {
    const signedText = await openUnder(base, vault.userId, entry);
    if (signedText) return signedText;
  }
  throw new CryptoError('entry_refused');
}

/**
 * @param base a vault key
 * @returns version, date, signature and text, or null if they are not under this key
 * @throws CryptoError `format_unknown`
 */
async function openUnder(base: CryptoKey, userId: string, entry: OpenableEntry): Promise<Bytes | null> {
  requireAlgorithm(entry);
  try {
    return await openSealed(await readableKey(base, userId, entry), userId, entry);
  } catch (error) {
    if (error instanceof CryptoError) return null;
    throw error;
  }
}

/**
 * Whether the present vault key doesn't open an entry, as when it was sealed before a rotation. Then no successor can
 * open it, and no envelope can be made for it.
 *
 * @throws CryptoError `locked`, `format_unknown`
 */
export async function isUnderFormerKey(vault: Vault, entry: OpenableEntry): Promise<boolean> {
  const signedText = await openUnder(keysOf(vault).vault, vault.userId, entry);
  if (signedText) wipe(signedText);
  return signedText === null;
}

/** The key of an entry under a vault key. @throws CryptoError `entry_refused` */
export const readableKey = async (
  base: CryptoKey,
  userId: string,
  { id, salt }: KeyedEntry,
): Promise<CryptoKey> => deriveKey(base, info(userId, id), decode(salt));

/** The raw key of an entry, which goes into envelopes. The caller wipes it. @throws CryptoError `entry_refused` */
export const entryKey = async (vault: Vault, { id, salt }: KeyedEntry): Promise<Bytes> =>
  deriveBytes(keysOf(vault).vault, info(vault.userId, id), decode(salt));

/**
 * Opens another owner's entry and checks who wrote it.
 *
 * @param key AES-GCM
 * @param ownerKey the Ed25519 key that the kit vouches for
 * @throws CryptoError `entry_refused`, `entry_forged`
 */
export async function openSigned(
  key: CryptoKey,
  userId: string,
  ownerKey: CryptoKey,
  entry: Omit<OpenableEntry, 'salt'>,
  kind: Kind = 'entry',
): Promise<Signed> {
  const plaintext = await openSealed(key, userId, entry, kind);
  return genuine([ownerKey], userId, entry.id, plaintext, kind);
}

/**
 * The contents of a plaintext, which is wiped. @throws CryptoError `entry_forged`; `entry_refused` if they aren't text
 */
async function genuine(
  ownerKeys: readonly CryptoKey[],
  userId: string,
  id: string,
  plaintext: Bytes,
  kind: Kind = 'entry',
): Promise<Signed> {
  const { stamp, signature, text } = partsOf(plaintext);
  const message = signed(kind, userId, id, stamp, text);
  try {
    let isSigned = false;
    for (const key of ownerKeys) isSigned ||= await verifyWith(key, signature, message);
    if (!isSigned) throw new CryptoError('entry_forged');
    const [version, date] = [readU64(stamp, 0), readU64(stamp, 8)];
    if (!isCount(version) || !isMoment(date)) throw new CryptoError('entry_refused');
    return { text: readText(text), version, date, hash: toBase64(await sha256(message)) };
  } finally {
    wipe(message, plaintext);
  }
}

function readText(bytes: Bytes): string {
  try {
    return fromUtf8(bytes);
  } catch {
    throw new CryptoError('entry_refused');
  }
}

/** Version, date, signature and text. */
async function openSealed(
  key: CryptoKey,
  userId: string,
  { id, encryptedData, iv }: Omit<OpenableEntry, 'salt'>,
  kind: Kind = 'entry',
): Promise<Bytes> {
  const sealed = { iv: decode(iv), data: decode(encryptedData) };
  const plaintext = await open(key, additionalData(kind, userId, id), sealed, 'entry_refused');
  if (plaintext.length < HEAD_BYTES) throw new CryptoError('entry_refused');
  return plaintext;
}

function decode(text: string): Bytes {
  try {
    return fromBase64(text);
  } catch {
    throw new CryptoError('entry_refused');
  }
}
