/** Envelopes: the key of one entry, for a successor to whom only some entries are left. */
import { aeadKey, IV_BYTES, open, seal } from './aead.ts';
import { toBase64 } from './base64.ts';
import { concat, joined, wipe } from './bytes.ts';
import { CryptoError } from './errors.ts';
import { readSealed } from './parse.ts';
import type { Bytes, CryptoKey } from './web-crypto.ts';

const KEY_BYTES = 32;

/** Whose entry is left to whom. */
export interface EnvelopeBinding {
  userId: string;
  successorId: string;
  entryId: string;
}

const additionalData = ({ userId, successorId, entryId }: EnvelopeBinding): Bytes =>
  joined('envelope-v1', userId, successorId, entryId);

/** @returns base64 of the IV, then the ciphertext */
export async function sealEnvelope(
  packageKey: CryptoKey,
  bequest: EnvelopeBinding,
  entryKey: Bytes,
): Promise<string> {
  const { iv, data } = await seal(packageKey, additionalData(bequest), entryKey);
  return toBase64(concat(iv, data));
}

/** @throws CryptoError `envelope_refused`, `format_unknown` */
export async function openEnvelope(
  packageKey: CryptoKey,
  bequest: EnvelopeBinding,
  envelope: string,
): Promise<CryptoKey> {
  const bytes = readSealed(envelope, 'envelope_refused');
  const sealed = { iv: bytes.slice(0, IV_BYTES), data: bytes.slice(IV_BYTES) };
  const entryKey = await open(packageKey, additionalData(bequest), sealed, 'envelope_refused');
  try {
    if (entryKey.length !== KEY_BYTES) throw new CryptoError('envelope_refused');
    return await aeadKey(entryKey);
  } finally {
    wipe(entryKey);
  }
}
