/** Derives the key that logs in and the key that opens the vault from a password. */
import { argon2id } from 'hash-wasm';
import { toBase64 } from './base64.ts';
import { sha256, utf8, wipe } from './bytes.ts';
import { CryptoError } from './errors.ts';
import type { Kdf } from './formats.ts';
import { baseKey, deriveBytes } from './hkdf.ts';
import { isCount } from './parse.ts';
import { normalAddress } from './typed.ts';
import type { Bytes, CryptoKey } from './web-crypto.ts';

export const KDF_V1: Kdf = { version: 1, name: 'argon2id', memoryKiB: 65_536, passes: 3, parallelism: 4 };

/** The service names the parameters. It must not be able to weaken or hang a client with them. */
const MOST: Omit<Kdf, 'version' | 'name'> = { memoryKiB: 1_048_576, passes: 20, parallelism: 16 };
const SALT_BYTES = 16;
const STRETCHED_BYTES = 32;

/** The typed password and address, and the parameters from `POST /auth/kdf`. */
export interface Credentials {
  email: string;
  password: string;
  kdf: Kdf;
}

export interface LogIn {
  /** Sent to the service as `password`, base64. It opens the account, but nothing in the vault. */
  password: string;
  kdf: Kdf;
  /** As the service stores it. */
  email: string;
  /** An HKDF key that cannot be read out. The password's key comes from it. */
  master: CryptoKey;
}

/** @throws CryptoError `kdf_too_weak`, `kdf_too_costly`, or `format_unknown` when it is not Argon2id */
function checkKdf({ version, name, memoryKiB, passes, parallelism }: Kdf): void {
  if (name !== 'argon2id' || ![version, memoryKiB, passes, parallelism].every(isCount)) {
    throw new CryptoError('format_unknown');
  }
  if (memoryKiB < KDF_V1.memoryKiB || passes < KDF_V1.passes || parallelism < 1) {
    throw new CryptoError('kdf_too_weak');
  }
  if (memoryKiB > MOST.memoryKiB || passes > MOST.passes || parallelism > MOST.parallelism) {
    throw new CryptoError('kdf_too_costly');
  }
}

/** Argon2id, 32 bytes. @param hash its first 16 bytes are the salt */
export async function stretch(secret: Uint8Array, hash: Uint8Array, kdf: Kdf): Promise<Bytes> {
  const stretched = await argon2id({
    password: secret,
    salt: hash.subarray(0, SALT_BYTES),
    memorySize: kdf.memoryKiB,
    iterations: kdf.passes,
    parallelism: kdf.parallelism,
    hashLength: STRETCHED_BYTES,
    outputType: 'binary',
  });
  const bytes = new Uint8Array(stretched);
  wipe(stretched);
  return bytes;
}

async function masterKey(password: string, email: string, kdf: Kdf): Promise<Bytes> {
  // Keyboards compose accents differently.
  const typed = utf8(password.normalize('NFC'));
  const master = await stretch(typed, await sha256(utf8(`vault-v1${email}`)), kdf);
  wipe(typed);
  return master;
}

/**
 * Stretches a password, which takes some tenths of a second.
 *
 * @throws CryptoError `kdf_too_weak`, `kdf_too_costly`, `format_unknown`
 */
export async function prepareLogIn({ password, kdf, ...who }: Credentials): Promise<LogIn> {
  checkKdf(kdf);
  const email = normalAddress(who.email);
  const secret = await masterKey(password, email, kdf);
  const master = await baseKey(secret);
  wipe(secret);
  return { password: toBase64(await deriveBytes(master, 'auth')), kdf, email, master };
}
