/** The client's cryptography, for browsers and Node alike. docs/crypto.md says what each part promises and why. */

export {
  beginReset,
  changePassword,
  createAccount,
  keepRecoveryCode,
  renewRecoveryCode,
  startOver,
} from './account.ts';
export { type ByteSource, byteSourceOf, pipeStream, streamOf } from './byte-source.ts';
export { type CodeKind, readCode } from './codes.ts';
export {
  type AttachedFile,
  type Content,
  type ContentKind,
  isFileName,
  MOST_FILES,
  MOST_NAME_CHARACTERS,
  MOST_TEXT_BYTES,
  readContent,
  writeContent,
} from './content.ts';
export {
  areLeft,
  type Decision,
  decide,
  departed,
  hashLeft,
  isUndecided,
  keptName,
  requireLeaving,
} from './decisions.ts';
export {
  isUnderFormerKey,
  type OpenableEntry,
  openEntry,
  resealEntry,
  type Signed,
  sealEntry,
} from './entry.ts';
export { CryptoError, type CryptoErrorCode, type DecisionField, type SharesFound } from './errors.ts';
export {
  checkFile,
  decryptFile,
  decryptTail,
  type EncryptedFile,
  encryptedSize,
  encryptFile,
  FILE_HEAD_BYTES,
  type FileKey,
  tailStart,
} from './files.ts';
export type {
  AwaitingBundle,
  Box,
  FullBundle,
  Kdf,
  KeyBundle,
  PasskeyBox,
  Pin,
  SealedEntry,
  SuccessorKeys,
} from './formats.ts';
export type { Recipient } from './generation.ts';
export {
  type Inheritance,
  openAsSuccessor,
  type ReceivedShares,
  type SealedLeftEntry,
} from './inheritance.ts';
export { type Credentials, KDF_V1, type LogIn, prepareLogIn } from './kdf.ts';
export { namedKeysOf } from './key-bundle.ts';
export {
  type Comparison,
  comparedWords,
  createKit,
  differingWords,
  fingerprint,
  type Kit,
  type KitCode,
} from './kit.ts';
export {
  type EntryRecord,
  type LeftList,
  openOwnList,
  type SealedList,
  sealLists,
} from './list.ts';
export {
  addPasskey,
  hasPasskey,
  MAX_PASSKEYS,
  type PasskeySecret,
  removePasskey,
  unlockWithPasskey,
} from './passkeys.ts';
export { isPinned, pin, unpin } from './pins.ts';
export { type SealedRehearsal, sealRehearsal } from './rehearsal.ts';
export { reshare } from './reshare.ts';
export { type Rotation, rotate, type VersionedEntry } from './rotate.ts';
export { openCopy, type SealedCopy, sealCopy } from './saved-copy.ts';
export { type Envelope, type SealedToSuccessors, sealEnvelopes, sealToSuccessors } from './seal.ts';
export { proveRecoveryCode, type RecoverableKey } from './second-factor-removal.ts';
export type { Reshare } from './shares.ts';
export { readSuccessorKeys } from './successor-keys.ts';
export { normalAddress, typedWords } from './typed.ts';
export { reopen, type StoredAccount, unlock, unlockArchived, unlockWithRecoveryCode } from './unlock.ts';
export { lock, type Vault, type VaultKeys } from './vault.ts';
export {
  areSixWords,
  inWords,
  readWords,
  WORD_LANGUAGES,
  WORDS,
  type WordLanguage,
  wordsLike,
} from './words.ts';
