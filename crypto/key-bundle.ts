/** The key bundle: everything that an owner's client needs to remember, opened by the password or the recovery code. */
import { aeadKey, openBox, sealBox } from './aead.ts';
import { fromBase64, toBase64 } from './base64.ts';
import { bindBundle, bundleMacKey, nextCounter, requireBound } from './bundle-mac.ts';
import { concat, equal, random, utf8, wipe } from './bytes.ts';
import { certify, isCertificate, MAX_CERTIFICATES, ownerFingerprintOf } from './certificates.ts';
import { CryptoError } from './errors.ts';
import type { Box, Certificate, FullBundle, Kdf, KeyBundle, PasskeyBox, SuccessorKeys } from './formats.ts';
import { baseKey, deriveBytes, deriveKey } from './hkdf.ts';
import { isBox, isBytes, isCount, isId, isRecord, readBytes, requireVersion } from './parse.ts';
import { proofKey } from './recovery-proof.ts';
import {
  ED25519_KEY_BYTES,
  publicKeysOf,
  SEED_BYTES,
  type SigningKeys,
  signingKey,
  signingKeys,
  verifyingKey,
} from './signing.ts';
import { NO_SUCCESSORS, openSuccessorKeys, sealSuccessorKeys } from './successor-keys.ts';
import {
  asSecrets,
  keysOf,
  type Secrets,
  unwrapSecrets,
  VAULT_KEY_DATA,
  type Vault,
  type VaultKeys,
} from './vault.ts';
import type { Bytes, CryptoKey } from './web-crypto.ts';

const KEY_BYTES = 32;
const MAC_BYTES = 32;
/** Only writers are limited, so that a later client may keep more. */
const MAX_PREVIOUS = 20;

const RECOVERY_DATA = utf8('vault-key-recovery-v1');
const RECOVERY_KEY_DATA = utf8('recovery-key-v1');
const PREVIOUS = 'previous-keys-v1';
const SIGNING = 'signing-key-v1';
const SUCCESSORS = 'successors-v1';

/** The contents of a bundle, in the clear. Wiped after use. */
export interface Contents {
  /** The rest of the bundle is sealed under keys derived from it. */
  root: Bytes;
  vaultKey: Bytes;
  /** Newest first. */
  previous: Bytes[];
  seed: Bytes;
  /** Both public signing keys. */
  ownerKey: Bytes;
  /** The certificates of the replaced keys. */
  former: Certificate[];
  successors: SuccessorKeys;
}

/** The keys that wrap root secret and vault key. */
export interface Wrapping {
  kdf: Kdf;
  /** Derived from the password. */
  kek: CryptoKey;
  /** The passkeys that open this `kek`: none if it is new. */
  passkeys: PasskeyBox[];
  /** Derived from the recovery code. Wiped after use. */
  recoveryKey: Bytes;
}

export const wipeContents = ({ root, vaultKey, previous, seed }: Contents): void =>
  wipe(root, vaultKey, ...previous, seed);

/** The key that a password gives, for the user's `salt`. */
export const keyEncryptionKey = async (master: CryptoKey, salt: string): Promise<CryptoKey> =>
  deriveKey(master, 'kek', readBytes(salt, 'bundle_damaged'));

/** The same key as bytes, which the caller wipes. */
export const keyEncryptionKeyBytes = async (master: CryptoKey, salt: string): Promise<Bytes> =>
  deriveBytes(master, 'kek', readBytes(salt, 'bundle_damaged'));

/** The key that a recovery code gives. */
export const recoveryKeyOf = async (code: Bytes): Promise<Bytes> =>
  deriveBytes(await baseKey(code), 'recovery-v1');

export async function newContents(): Promise<Contents> {
  const seed = random(SEED_BYTES);
  const { root, vaultKey } = asSecrets(random(2 * KEY_BYTES));
  return {
    root,
    vaultKey,
    previous: [],
    seed,
    ownerKey: await publicKeysOf(seed),
    former: [],
    successors: NO_SUCCESSORS,
  };
}

/**
 * The half of the public keys that a bundle names. The seed gives the other, which would take a sixth of the bundle.
 */
const namedKey = (ownerKey: Bytes): Bytes => ownerKey.slice(0, ED25519_KEY_BYTES);

/** The public Ed25519 key that a bundle names, and those that it replaced, base64. */
export const namedKeysOf = ({ signing }: FullBundle): string[] => [
  signing.publicKey,
  ...signing.former.map(({ ownerKey }) => toBase64(namedKey(fromBase64(ownerKey)))),
];

const signingData = (named: Bytes): Bytes => concat(utf8(SIGNING), named);

/**
 * Makes a whole bundle.
 *
 * @param before the bundle that it replaces, if there is one
 */
export async function sealBundle(
  contents: Contents,
  wrapping: Wrapping,
  userId: string | null,
  before?: FullBundle,
): Promise<FullBundle> {
  const { previous, seed, former, successors } = contents;
  const named = namedKey(contents.ownerKey);
  const base = await baseKey(contents.root);
  const previousKey = await deriveKey(base, PREVIOUS);
  return bindBundle(await bundleMacKey(base), {
    version: 2,
    userId,
    counter: nextCounter(before?.counter),
    ...(await wrapSecrets(contents, wrapping)),
    previous: await Promise.all(previous.map((key) => sealBox(previousKey, utf8(PREVIOUS), key))),
    signing: {
      publicKey: toBase64(named),
      seed: await sealBox(await deriveKey(base, SIGNING), signingData(named), seed),
      former,
    },
    successors: await sealSuccessorKeys(await deriveKey(base, SUCCESSORS), named, successors),
    proofKey: toBase64(await proofKey(contents.root)),
  });
}

/** The part of a bundle that changes with the password or the recovery code. */
export async function wrapSecrets(
  { root, vaultKey }: Pick<Secrets, 'root' | 'vaultKey'>,
  { kdf, kek, passkeys, recoveryKey }: Wrapping,
): Promise<Pick<FullBundle, 'kdf' | 'vaultKey'>> {
  const both = concat(root, vaultKey);
  try {
    return {
      kdf,
      vaultKey: {
        password: await sealBox(kek, VAULT_KEY_DATA, both),
        recovery: await sealBox(await aeadKey(recoveryKey), RECOVERY_DATA, both),
        recoveryKey: await sealBox(kek, RECOVERY_KEY_DATA, recoveryKey),
        passkeys,
      },
    };
  } finally {
    wipe(both);
  }
}

/** @throws CryptoError `wrong_password`, or `refusal` where the key can't be wrong */
export const openWithPassword = async (
  bundle: FullBundle,
  kek: CryptoKey,
  refusal: 'wrong_password' | 'bundle_damaged' = 'wrong_password',
): Promise<Secrets> => asSecrets(await openBox(kek, VAULT_KEY_DATA, bundle.vaultKey.password, refusal));

/** @throws CryptoError `wrong_recovery_code` */
export async function openWithRecoveryKey(
  bundle: { vaultKey: Pick<FullBundle['vaultKey'], 'recovery'> },
  recoveryKey: Bytes,
): Promise<Secrets> {
  const key = await aeadKey(recoveryKey);
  return asSecrets(await openBox(key, RECOVERY_DATA, bundle.vaultKey.recovery, 'wrong_recovery_code'));
}

/** @throws CryptoError `bundle_damaged` */
export const openRecoveryKey = (bundle: FullBundle, kek: CryptoKey): Promise<Bytes> =>
  openBox(kek, RECOVERY_KEY_DATA, bundle.vaultKey.recoveryKey, 'bundle_damaged');

/**
 * Checked although nothing needs the recovery code now: damage is better found today than during a rotation, or when
 * the password was forgotten.
 *
 * @throws CryptoError `bundle_damaged` unless the recovery code opens the same secrets
 */
export async function requireRecovery(bundle: FullBundle, kek: CryptoKey, { both }: Secrets): Promise<void> {
  const recoveryKey = await openRecoveryKey(bundle, kek);
  const used = [recoveryKey];
  try {
    const key = await aeadKey(recoveryKey);
    const recovered = await openBox(key, RECOVERY_DATA, bundle.vaultKey.recovery, 'bundle_damaged');
    used.push(recovered);
    if (!equal(recovered, both)) throw new CryptoError('bundle_damaged');
  } finally {
    wipe(...used);
  }
}

/**
 * Opens the rest of a bundle. The root secret and the vault key of the result are those passed in.
 *
 * @throws CryptoError `bundle_damaged` also if its parts were not stored together, or not for this user;
 *   `format_unknown`; `keys_superseded` if the service has dropped its signing key
 */
export async function openContents(
  bundle: FullBundle,
  { root, vaultKey }: Pick<Secrets, 'root' | 'vaultKey'>,
  userId: string,
): Promise<Contents> {
  const base = await baseKey(root);
  await requireBound(await bundleMacKey(base), bundle, userId);
  const named = fromBase64(bundle.signing.publicKey);
  const successors = await openSuccessorKeys(await deriveKey(base, SUCCESSORS), named, bundle.successors);
  const opened: Bytes[] = [];
  const open = async (key: CryptoKey, additionalData: Bytes, box: Box, length: number): Promise<Bytes> => {
    const secret = await openBox(key, additionalData, box, 'bundle_damaged');
    opened.push(secret);
    if (secret.length !== length) throw new CryptoError('bundle_damaged');
    return secret;
  };
  try {
    const signing = await deriveKey(base, SIGNING);
    const box = bundle.signing.seed as Box | undefined;
    if (!box) throw new CryptoError('keys_superseded');
    const seed = await open(signing, signingData(named), box, SEED_BYTES);
    const ownerKey = await publicKeysOf(seed);
    if (!equal(namedKey(ownerKey), named)) throw new CryptoError('bundle_damaged');
    const key = await deriveKey(base, PREVIOUS);
    const previous: Bytes[] = [];
    for (const box of bundle.previous) previous.push(await open(key, utf8(PREVIOUS), box, KEY_BYTES));
    const { former } = bundle.signing;
    return { root, vaultKey, previous, seed, ownerKey, former, successors };
  } catch (error) {
    wipe(...opened);
    throw error;
  }
}

/**
 * The keys that sign what successors get. The caller wipes `mlDsa`.
 *
 * @throws CryptoError `bundle_damaged`
 */
export async function openSigningKeys({ signing }: FullBundle, root: Bytes): Promise<SigningKeys> {
  const key = await deriveKey(await baseKey(root), SIGNING);
  const data = signingData(fromBase64(signing.publicKey));
  const seed = await openBox(key, data, signing.seed, 'bundle_damaged');
  try {
    return await signingKeys(seed);
  } finally {
    wipe(seed);
  }
}

/** Keys to use, none of which can be read out. */
export async function usableKeys(contents: Contents, kek: CryptoKey): Promise<VaultKeys> {
  const [base, vault] = await Promise.all([contents.root, contents.vaultKey].map(baseKey));
  return {
    kek,
    vault: vault!,
    previous: await Promise.all(contents.previous.map(baseKey)),
    signing: await signingKey(contents.seed),
    verifying: await verifyingKey(contents.ownerKey),
    former: await Promise.all(contents.former.map(({ ownerKey }) => verifyingKey(fromBase64(ownerKey)))),
    successors: await deriveKey(base!, SUCCESSORS),
    bundle: await bundleMacKey(base!),
  };
}

/**
 * Gives the vault a new root secret and a new key, and keeps the old key for everything still sealed under it. The
 * bundle must be stored together with the newly sealed entries.
 *
 * @param kits the fingerprints of the owner's keys that kits name, to replace the signing keys too. They stay if a kit
 *   would then need more certificates than there is room for
 * @throws CryptoError `locked`
 */
export async function replaceVaultKey(vault: Vault, kits?: readonly string[]): Promise<Vault> {
  const { kek } = keysOf(vault);
  const secrets = await unwrapSecrets(vault);
  const renewed = asSecrets(random(2 * KEY_BYTES));
  const used: Bytes[] = [secrets.both, renewed.both];
  try {
    const { userId, keyBundle: before } = vault;
    const old = await openContents(before, secrets, userId);
    used.push(old.seed, ...old.previous);
    const recoveryKey = await openRecoveryKey(before, kek);
    used.push(recoveryKey);
    const signer = kits && (await newSigner(old, userId, kits));
    if (signer) used.push(signer.seed);
    const contents: Contents = {
      ...old,
      ...signer,
      root: renewed.root,
      vaultKey: renewed.vaultKey,
      previous: [old.vaultKey, ...old.previous].slice(0, MAX_PREVIOUS),
    };
    const { passkeys } = before.vaultKey;
    const keyBundle = await sealBundle(
      contents,
      { kdf: before.kdf, kek, passkeys, recoveryKey },
      userId,
      before,
    );
    const ownerKey = toBase64(contents.ownerKey);
    return { ...vault, ownerKey, keyBundle, keys: await usableKeys(contents, kek) };
  } finally {
    wipe(...used);
  }
}

/** New signing keys, certified by the former ones. Undefined if a kit would need more certificates than there is room for. */
async function newSigner(
  { seed: before, ownerKey, former }: Contents,
  userId: string,
  kits: readonly string[],
): Promise<Pick<Contents, 'seed' | 'ownerKey' | 'former'> | undefined> {
  const seed = random(SEED_BYTES);
  const next = await publicKeysOf(seed);
  const signing = await signingKeys(before);
  const all = await certify(signing, { userId, ownerKey, former }, next).finally(() => wipe(signing.mlDsa));
  const dropped = all.slice(0, -MAX_CERTIFICATES);
  for (const certificate of dropped) {
    if (!kits.includes(await ownerFingerprintOf(certificate.ownerKey))) continue;
    wipe(seed);
    return undefined;
  }
  return { seed, ownerKey: next, former: all.slice(-MAX_CERTIFICATES) };
}

/**
 * Reads a user's `keyBundle` as the service returned it.
 *
 * @throws CryptoError `needs_recovery_code` when there is none, `bundle_damaged`, `format_unknown`
 */
export function parseBundle(value: unknown): KeyBundle {
  if (value === null || value === undefined) throw new CryptoError('needs_recovery_code');
  if (!isRecord(value)) throw new CryptoError('bundle_damaged');
  requireVersion(value, 2, 'bundle_damaged');
  if (isKdf(value.kdf) && (value.awaiting === 'recovery' || isFull(value))) {
    return value as unknown as KeyBundle;
  }
  throw new CryptoError('bundle_damaged');
}

const isKdf = (value: unknown): boolean =>
  isRecord(value) &&
  value.name === 'argon2id' &&
  [value.version, value.memoryKiB, value.passes, value.parallelism].every(isCount);

const isPasskeyBox = (value: unknown): boolean =>
  isRecord(value) &&
  typeof value.credentialId === 'string' &&
  /^[\w-]{1,1364}$/.test(value.credentialId) &&
  isBox(value.box);

function isFull(value: Record<string, unknown>): boolean {
  const { userId, counter, vaultKey, previous, signing, successors, proofKey, mac } = value;
  return (
    (userId === null || isId(userId)) &&
    isCount(counter) &&
    isRecord(vaultKey) &&
    [vaultKey.password, vaultKey.recovery, vaultKey.recoveryKey].every(isBox) &&
    Array.isArray(vaultKey.passkeys) &&
    vaultKey.passkeys.every(isPasskeyBox) &&
    isBytes(mac, MAC_BYTES) &&
    Array.isArray(previous) &&
    previous.every(isBox) &&
    isRecord(signing) &&
    isBytes(signing.publicKey, ED25519_KEY_BYTES) &&
    (signing.seed === undefined || isBox(signing.seed)) &&
    Array.isArray(signing.former) &&
    signing.former.every(isCertificate) &&
    isBytes(proofKey, ED25519_KEY_BYTES) &&
    isBox(successors)
  );
}
