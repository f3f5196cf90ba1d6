/** Packages: signed by the owner, sealed to one successor with HPKE, and checked step by step when opened. */
import { openBox, sealBox } from './aead.ts';
import { toBase64 } from './base64.ts';
import { concat, equal, fromUtf8, joined, u64, utf8, wipe } from './bytes.ts';
import { areCertified, firstKeyHash } from './certificates.ts';
import { CryptoError } from './errors.ts';
import type { Box } from './formats.ts';
import { baseKey, deriveKey } from './hkdf.ts';
import { openWith, sealTo } from './hpke.ts';
import type { KitKeys } from './kit.ts';
import { type Package, type Purpose, parsePackage } from './package-format.ts';
import { readBytes, readSealed } from './parse.ts';
import { BOTH_SIGNATURES_BYTES, type SigningKeys, signWithBoth, verifyBoth } from './signing.ts';
import type { Bytes, CryptoKey } from './web-crypto.ts';

const LABEL = 'package-v2';
const VAULT_KEY_LABEL = 'package-vault-key-v1';

/** The signed text. The successor's key in it keeps a holder from passing the text on as their own. */
const signedText = (publicKey: Bytes, json: Bytes): Bytes => joined(LABEL, publicKey, json);

/** @returns the `encryptedShare` of the API, base64 */
export async function sealPackage(
  signing: SigningKeys,
  publicKey: Bytes,
  contents: Package,
): Promise<string> {
  const json = utf8(JSON.stringify(contents));
  const message = signedText(publicKey, json);
  const used = [json, message];
  try {
    const plaintext = concat(await signWithBoth(signing, message), json);
    used.push(plaintext);
    return toBase64(await sealTo(publicKey, LABEL, joined(LABEL, contents.successorId), plaintext));
  } finally {
    wipe(...used);
  }
}

/**
 * Opens a package with a kit. Nothing in it is trusted before the owner's signature is checked.
 *
 * @param purpose the purpose that the package is presented for
 * @throws CryptoError `wrong_kit`, `format_unknown`, `package_of_other_owner`, `package_misaddressed`, `package_forged`
 *   or `package_replayed`
 */
export async function openPackage(
  kit: KitKeys,
  successorId: string,
  encryptedShare: string,
  purpose: Purpose,
): Promise<Package> {
  const plaintext = await unseal(kit, successorId, encryptedShare);
  try {
    const signature = plaintext.subarray(0, BOTH_SIGNATURES_BYTES);
    const json = plaintext.subarray(BOTH_SIGNATURES_BYTES);
    const contents = parsePackage(readText(json));
    const { ownerKey, certificates } = contents;
    if (!equal(await firstKeyHash(certificates, ownerKey), kit.ownerHash))
      throw new CryptoError('package_of_other_owner');
    if (contents.successorId !== successorId) throw new CryptoError('package_misaddressed');
    const message = signedText(kit.publicKey, json);
    const isSigned =
      (await areCertified(certificates, contents)) &&
      (await verifyBoth(readBytes(ownerKey, 'package_forged'), signature, message));
    wipe(message);
    if (!isSigned) throw new CryptoError('package_forged');
    if (contents.purpose !== purpose) throw new CryptoError('package_replayed');
    return contents;
  } finally {
    wipe(plaintext);
  }
}

async function unseal(kit: KitKeys, successorId: string, encryptedShare: string): Promise<Bytes> {
  const sealed = readSealed(encryptedShare, 'wrong_kit');
  try {
    return await openWith(kit.keyPair, LABEL, joined(LABEL, successorId), sealed);
  } catch {
    throw new CryptoError('wrong_kit');
  }
}

function readText(json: Bytes): string {
  try {
    return fromUtf8(json);
  } catch {
    throw new CryptoError('package_forged');
  }
}

/**
 * The key of a package: opens the vault key in it, and the envelopes beside it.
 *
 * @param quorumSecret null where one successor is enough
 */
export async function packageKey(ownSecret: Bytes, quorumSecret: Bytes | null): Promise<CryptoKey> {
  const secrets = concat(ownSecret, quorumSecret ?? new Uint8Array());
  try {
    return await deriveKey(await baseKey(secrets), 'package-key-v1');
  } finally {
    wipe(secrets);
  }
}

type Whose = Pick<Package, 'userId' | 'successorId' | 'generation'>;

const vaultKeyData = ({ userId, successorId, generation }: Whose): Bytes =>
  joined(VAULT_KEY_LABEL, userId, successorId, u64(generation));

/** The vault key, for a successor who gets the whole vault. */
export const sealVaultKey = (key: CryptoKey, whose: Whose, vaultKey: Bytes): Promise<Box> =>
  sealBox(key, vaultKeyData(whose), vaultKey);

/** @throws CryptoError `package_forged` unless it was sealed in this package */
export async function openVaultKey(key: CryptoKey, whose: Whose, box: Box): Promise<CryptoKey> {
  const vaultKey = await openBox(key, vaultKeyData(whose), box, 'package_forged');
  try {
    return await baseKey(vaultKey);
  } finally {
    wipe(vaultKey);
  }
}
