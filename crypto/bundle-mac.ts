/** The MAC over a whole key bundle, under a key that only its root secret gives. */
import { IV_BYTES } from './aead.ts';
import { fromBase64, toBase64 } from './base64.ts';
import { concat, equal, joined, u64, wipe } from './bytes.ts';
import { CryptoError } from './errors.ts';
import type { Box, FullBundle } from './formats.ts';
import { deriveBytes } from './hkdf.ts';
import { readBytes } from './parse.ts';
import { keysOf, type Vault } from './vault.ts';
import type { Bytes, CryptoKey } from './web-crypto.ts';

const LABEL = 'bundle-v2';

/** A bundle without a MAC: nothing proves yet that its parts belong together. */
export type BundleWithoutMac = Omit<FullBundle, 'mac'>;

/**
 * The key of the MAC, which cannot be read out.
 *
 * @param base of the root secret
 */
export async function bundleMacKey(base: CryptoKey): Promise<CryptoKey> {
  const bytes = await deriveBytes(base, LABEL);
  try {
    return await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  } finally {
    wipe(bytes);
  }
}

/** Greater than `before`, and than the counter of any bundle stored earlier, even of one never seen here. */
export const nextCounter = (before = 0): number => Math.max(before + 1, Date.now());

/** Binds the parts of a bundle to one another. */
export const bindBundle = async (key: CryptoKey, bundle: BundleWithoutMac): Promise<FullBundle> => ({
  ...bundle,
  mac: toBase64(await macOf(key, bundle)),
});

/** @throws CryptoError `bundle_damaged` unless its parts were stored together, for this user */
export async function requireBound(key: CryptoKey, bundle: FullBundle, userId: string): Promise<void> {
  const mac = readBytes(bundle.mac, 'bundle_damaged');
  if (bundle.userId !== null && bundle.userId !== userId) throw new CryptoError('bundle_damaged');
  if (!equal(mac, await macOf(key, bundle))) throw new CryptoError('bundle_damaged');
}

/**
 * Replaces parts of an open vault's bundle, which the caller must store.
 *
 * @throws CryptoError `locked`
 */
export async function withParts(vault: Vault, parts: Partial<BundleWithoutMac>): Promise<Vault> {
  const { mac: _, ...before } = vault.keyBundle;
  const counter = nextCounter(before.counter);
  const keyBundle = await bindBundle(keysOf(vault).bundle, {
    ...before,
    ...parts,
    userId: vault.userId,
    counter,
  });
  return { ...vault, keyBundle };
}

const macOf = async (key: CryptoKey, bundle: BundleWithoutMac): Promise<Bytes> =>
  new Uint8Array(await crypto.subtle.sign('HMAC', key, bundleText(bundle)));

/** Each part follows its own length, so no two bundles have the same bytes. */
function bundleText(bundle: BundleWithoutMac): Bytes {
  const { userId, counter, kdf, vaultKey, previous, signing, successors, proofKey } = bundle;
  const { password, recovery, recoveryKey, passkeys } = vaultKey;
  return joined(
    LABEL,
    sized(joined(userId ?? '')),
    ...[counter, kdf.version, kdf.memoryKiB, kdf.passes, kdf.parallelism].map(u64),
    ...[password, recovery, recoveryKey].map(boxText),
    u64(passkeys.length),
    ...passkeys.flatMap(({ credentialId, box }) => [sized(joined(credentialId)), boxText(box)]),
    u64(previous.length),
    ...previous.map(boxText),
    sized(fromBase64(signing.publicKey)),
    u64(signing.former.length),
    ...signing.former.flatMap(({ counter: at, ownerKey, signatures }) => [
      u64(at),
      sized(fromBase64(ownerKey)),
      sized(fromBase64(signatures)),
    ]),
    boxText(successors),
    sized(fromBase64(proofKey)),
  );
}

const sized = (bytes: Bytes): Bytes => concat(u64(bytes.length), bytes);

const boxText = ({ iv, data }: Box): Bytes =>
  sized(concat(readBytes(iv, 'bundle_damaged', IV_BYTES), readBytes(data, 'bundle_damaged')));
