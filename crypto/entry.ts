/** Entries: each under a key of its own, bound to its owner and its ID, and signed inside. */
import { open, seal } from './aead.ts';
import { fromBase64, toBase64 } from './base64.ts';
import { concat, fromUtf8, random, utf8, wipe } from './bytes.ts';
import { CryptoError } from './errors.ts';
import type { SealedEntry } from './formats.ts';
import { deriveBytes, deriveKey } from './hkdf.ts';
import { isId } from './parse.ts';
import { SIGNATURE_BYTES, sign, verifyWith } from './signing.ts';
import { keysOf, type Vault } from './vault.ts';
import type { Bytes, CryptoKey } from './web-crypto.ts';

const ENTRY = 'entry-v1';
const SALT_BYTES = 16;

/**
 * What a sealed text is: an entry, or the sample of a rehearsal. Under one label for both, a sample that the owner signed
 * could be passed off as an entry.
 */
export type Kind = 'entry' | 'rehearsal-entry';

/** The part of an entry that opening it needs. */
export type OpenableEntry = Pick<SealedEntry, 'id' | 'encryptedData' | 'iv' | 'salt'>;

/** The inputs of an entry's key, besides the vault key. */
type KeyedEntry = Pick<SealedEntry, 'id' | 'salt'>;

/**
 * IDs have one length, so the text behind them starts where it was signed to start.
 *
 * @throws CryptoError `entry_refused` unless both are IDs
 */
function ids(userId: string, id: string): string {
  if (!isId(userId) || !isId(id)) throw new CryptoError('entry_refused');
  return `${userId}${id}`;
}

/** With the IDs in it, the service gets no key to one entry by naming its salt for another. */
const info = (userId: string, id: string): string => `${ENTRY}${ids(userId, id)}`;

const additionalData = (kind: Kind, userId: string, id: string): Bytes =>
  utf8(`${kind}-v1${ids(userId, id)}`);

const signed = (kind: Kind, userId: string, id: string, text: Bytes): Bytes =>
  concat(utf8(`${kind}-signature-v1${ids(userId, id)}`), text);

/**
 * Seals an entry under the ID that the client chose.
 *
 * @param entry with the `salt` of the entry that it replaces: the envelopes that are out hold the key that it gives
 * @throws CryptoError `locked`, or `entry_refused` when ID or salt is none
 */
export async function sealEntry(
  vault: Vault,
  entry: { id: string; text: string; salt?: string },
): Promise<SealedEntry> {
  const salt = entry.salt === undefined ? random(SALT_BYTES) : decode(entry.salt);
  const key = await deriveKey(keysOf(vault).vault, info(vault.userId, entry.id), salt);
  return sealUnder(key, vault, { ...entry, salt });
}

/** Signs an entry and seals it under a key that its salt need not give. */
export async function sealUnder(
  key: CryptoKey,
  vault: Vault,
  entry: { id: string; text: string; salt: Bytes },
  kind: Kind = 'entry',
): Promise<SealedEntry> {
  const text = utf8(entry.text);
  const message = signed(kind, vault.userId, entry.id, text);
  const signedText = concat(await sign(keysOf(vault).signing, message), text);
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
    algorithm: 'AES-GCM',
  };
}

/**
 * Opens an entry of one's own, also one from before a rotation. After a release successors have its key too, so only the
 * signature says that the owner wrote it.
 *
 * @throws CryptoError `locked`, `entry_refused`, `entry_forged`
 */
export async function openEntry(vault: Vault, entry: OpenableEntry): Promise<string> {
  return genuine(keysOf(vault).verifying, vault.userId, entry.id, await openOwn(vault, entry));
}

/**
 * Seals an entry again under the key of `to`. It keeps its signature: signing here would vouch for an unchecked text.
 *
 * @param keptSalt of the entry that it replaces; a new one by default
 * @throws CryptoError `locked`, `entry_refused`
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
    const key = await deriveKey(keysOf(to).vault, info(to.userId, entry.id), salt);
    return await sealSigned(key, to.userId, { id: entry.id, salt }, signedText);
  } finally {
    wipe(signedText);
  }
}

/** Signature and text. */
async function openOwn(vault: Vault, entry: OpenableEntry): Promise<Bytes> {
  const { vault: present, previous } = keysOf(vault);
  for (const base of [present, ...previous]) {
    const signedText = await openUnder(base, vault.userId, entry);
    if (signedText) return signedText;
  }
  throw new CryptoError('entry_refused');
}

/** @param base a vault key @returns signature and text, or null if they are not under this key */
async function openUnder(base: CryptoKey, userId: string, entry: OpenableEntry): Promise<Bytes | null> {
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
 * @throws CryptoError `locked`
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
): Promise<string> {
  const plaintext = await openSealed(key, userId, entry, kind);
  return genuine(ownerKey, userId, entry.id, plaintext, kind);
}

/** The text behind a signature, which is wiped with it. @throws CryptoError `entry_forged` */
async function genuine(
  ownerKey: CryptoKey,
  userId: string,
  id: string,
  plaintext: Bytes,
  kind: Kind = 'entry',
): Promise<string> {
  const signature = plaintext.subarray(0, SIGNATURE_BYTES);
  const text = plaintext.subarray(SIGNATURE_BYTES);
  const message = signed(kind, userId, id, text);
  try {
    if (!(await verifyWith(ownerKey, signature, message))) throw new CryptoError('entry_forged');
    return fromUtf8(text);
  } finally {
    wipe(message, plaintext);
  }
}

/** Signature and text. */
async function openSealed(
  key: CryptoKey,
  userId: string,
  { id, encryptedData, iv }: Omit<OpenableEntry, 'salt'>,
  kind: Kind = 'entry',
): Promise<Bytes> {
  const sealed = { iv: decode(iv), data: decode(encryptedData) };
  const plaintext = await open(key, additionalData(kind, userId, id), sealed, 'entry_refused');
  if (plaintext.length < SIGNATURE_BYTES) throw new CryptoError('entry_refused');
  return plaintext;
}

function decode(text: string): Bytes {
  try {
    return fromBase64(text);
  } catch {
    throw new CryptoError('entry_refused');
  }
}
