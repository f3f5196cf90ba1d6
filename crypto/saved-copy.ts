/** A successor's copy of what they have read: a text that the code of their kit opens, without any service. */
import { open, seal } from './aead.ts';
import { fromBase64, toBase64 } from './base64.ts';
import { fromUtf8, random, utf8, wipe } from './bytes.ts';
import { readCode } from './codes.ts';
import { CryptoError } from './errors.ts';
import { baseKey, deriveKey } from './hkdf.ts';
import { requireVersion } from './parse.ts';
import type { Bytes, CryptoKey } from './web-crypto.ts';

const COPY = 'saved-copy-v1';
const SALT_BYTES = 16;

/** All in base64. */
export interface SealedCopy {
  version: 1;
  salt: string;
  iv: string;
  data: string;
}

async function keyFrom(code: string, salt: Bytes): Promise<CryptoKey> {
  const bytes = await readCode('kit-code-v1', code);
  try {
    return await deriveKey(await baseKey(bytes), COPY, salt);
  } finally {
    wipe(bytes);
  }
}

/** @throws CryptoError `code_mistyped`, `code_of_other_kind` */
export async function sealCopy(code: string, text: string): Promise<SealedCopy> {
  const salt = random(SALT_BYTES);
  const plaintext = utf8(text);
  try {
    const { iv, data } = await seal(await keyFrom(code, salt), utf8(COPY), plaintext);
    return { version: 1, salt: toBase64(salt), iv: toBase64(iv), data: toBase64(data) };
  } finally {
    wipe(plaintext);
  }
}

/** @throws CryptoError `format_unknown`, `code_mistyped`, `code_of_other_kind`, or `wrong_kit` if the code does not open it */
export async function openCopy(code: string, copy: SealedCopy): Promise<string> {
  requireVersion({ ...copy }, 1, 'wrong_kit');
  const [salt, iv, data] = [copy.salt, copy.iv, copy.data].map(decode) as [Bytes, Bytes, Bytes];
  const plaintext = await open(await keyFrom(code, salt), utf8(COPY), { iv, data }, 'wrong_kit');
  try {
    return fromUtf8(plaintext);
  } catch {
    throw new CryptoError('wrong_kit');
  } finally {
    wipe(plaintext);
  }
}

function decode(text: string): Bytes {
  try {
    return fromBase64(text);
  } catch {
    throw new CryptoError('wrong_kit');
  }
}
