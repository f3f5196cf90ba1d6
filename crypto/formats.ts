/** The formats of stored data, and of data that only clients read. docs/crypto.md is the reference. */
import type { Box } from './aead.ts';

export type { Box } from './aead.ts';

/** How a password is stretched. Memory is in KiB. */
export interface Kdf {
  version: number;
  name: 'argon2id';
  memoryKiB: number;
  passes: number;
  parallelism: number;
}

/** A user's `keyBundle` while it holds keys. */
export interface FullBundle {
  version: 2;
  /** Null only in the bundle of a registration, from before the user has an ID. */
  userId: string | null;
  /** Rises with every change. */
  counter: number;
  kdf: Kdf;
  /**
   * Root secret and vault key, wrapped under the password and under the recovery code; and the recovery code's key,
   * wrapped under the password, so that a rotation can wrap new secrets without asking for the code. Passkeys open the
   * password's key.
   */
  vaultKey: { password: Box; recovery: Box; recoveryKey: Box; passkeys: PasskeyBox[] };
  /** Older vault keys, newest first. */
  previous: Box[];
  /**
   * The owner's public Ed25519 key, and the seed of both signing keys. Archived bundles lose the seed when the password
   * is changed, and then no longer open.
   */
  signing: {
    publicKey: string;
    seed: Box;
    /** The certificates of the replaced keys, oldest first. */
    former: Certificate[];
  };
  /** `SuccessorKeys`. */
  successors: Box;
  /** The Ed25519 key that proves the recovery code to the service, base64. */
  proofKey: string;
  /** Binds all the other members together, except for the seed, which the public key determines. */
  mac: string;
}

/** Signed when keys were replaced. */
export interface Certificate {
  /** Rises from one certificate to the next. */
  counter: number;
  /** The replaced public signing keys, base64. */
  ownerKey: string;
  /** Both signatures by these keys, of those that replaced them. Base64. */
  signatures: string;
}

/** The password's key, wrapped under the PRF output of a passkey. */
export interface PasskeyBox {
  /** As WebAuthn names the credential: base64url without padding. */
  credentialId: string;
  box: Box;
}

/** A user's `keyBundle` from a password reset until the recovery code, or a new start. */
export interface AwaitingBundle {
  version: 2;
  kdf: Kdf;
  awaiting: 'recovery';
}

export type KeyBundle = FullBundle | AwaitingBundle;

/** Comparisons and decisions of an owner, sealed in the bundle: the service's own version of them is never trusted. */
export interface SuccessorKeys {
  version: 1;
  /** Counts how often everything was sealed to the successors; 0 is never. */
  generation: number;
  /** How many successors the owner decided must accept; null until then. */
  threshold: number | null;
  /** Base64 of 32 bytes, of this generation; null while one successor is enough. */
  quorumSecret: string | null;
  pins: Record<string, Pin>;
}

export interface Pin {
  /** SHA-256 of the key that was compared, lower-case hexadecimal. */
  fingerprint: string;
  /** The fingerprint of the owner's public signing keys that their kit names. They may have been replaced since. */
  ownerFingerprint: string;
  /** ISO 8601. */
  pinnedAt: string;
  /** Base64 of 32 bytes; null until something was sealed to this key. */
  ownSecret: string | null;
  /** The generation that `ownSecret` is of; 0 while it is null. */
  generation: number;
  /** Whom the owner compared with; null if the client did not say. At most 60 characters. */
  name: string | null;
  /** Whether only some entries are left to them. */
  restricted: boolean;
  /** Base64 of a hash of the IDs of these entries. */
  left: string;
  /** Whether they are no longer a successor, as far as the owner knows. */
  leaves: boolean;
}

/** The encrypted fields of an entry, as in the API. All but `id` and `algorithm` are base64. */
export interface SealedEntry {
  id: string;
  encryptedData: string;
  iv: string;
  /** Kept through edits, because existing envelopes hold the key derived from it. */
  salt: string;
  algorithm: 'AES-GCM';
}
