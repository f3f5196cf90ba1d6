/** The client's cryptography, for browsers and Node alike. docs/crypto.md says what each part promises and why. */

export type { Box } from './aead.ts';
export { CryptoError, type CryptoErrorCode } from './errors.ts';
export type {
  AwaitingBundle,
  FullBundle,
  Kdf,
  KeyBundle,
  Pin,
  SealedEntry,
  SuccessorKeys,
} from './formats.ts';
export { lock, type Vault, type VaultKeys } from './vault.ts';
