/**
 * Everything that a client of an owner or a successor does, without DOM and without Node. The cryptography comes from
 * ../crypto/index.ts (docs/crypto.md). Begin with docs/examples/client.ts, a small client of both, from the registration
 * to what a successor opens.
 *
 * For a new owner, call `prepareAccount`, show the recovery code and let them prove that they wrote it down; then call
 * `register` and, with the link from the email, `verifyAddress`. A session begins with `logIn` and `openOwner`, which
 * returns the first argument of every step of an owner, such as `addEntry` and `openEntries`. It ends with
 * `owner.lock()` and `logOut`. To leave something to successors, name each with `inviteSuccessor`, call `compareKey`
 * with the six words that they read out from their kit, then `saveSuccession`, which seals to everyone whose key was
 * compared.
 *
 * A successor has neither an account nor a session. Before the handover, call `readInvitation`, `makeKit` and, once the
 * kit is on paper, `storeKit`; after the owner's silence, `respond` and `passOnShare`; and once the vault is open to them,
 * `readAccess` and `openInheritance`.
 *
 * A link in an email leads to a page of the web app, with `?token=`. The page says which steps take the token; any other
 * refuses it with `token_invalid`.
 *
 *     /verify-email          verifyAddress
 *     /reset-password        resetPassword
 *     /remove-second-factor  removeSecondFactor
 *     /successor             readInvitation, storeKit
 *     /respond               respond, passOnShare
 *     /access                readAccess
 *
 * A step fails with one of two errors: a `CryptoError`, or a `Problem` with the code of the API (docs/api.md). Two
 * codes are handled the same way for every step: after `confirmation_required` call `confirmSession(api,
 * derived.logIn)` and repeat the step (a log-in confirms its session for 15 minutes), and after `locked` ask for the
 * password. Every step may be repeated after a lost response.
 */
export { type Api, type ApiOptions, answered, createApi, type Reply, withHeaders } from './api.ts';
export { archivedBundles } from './archive.ts';
export { type Derived, derive } from './derive.ts';
export { copyFile, type FileSource, leftFiles, openFile, openTail, ownFiles } from './download.ts';
export {
  addEntry,
  changeEntry,
  type OpenedEntry,
  openEntries,
  readEntry,
  removeEntry,
} from './entries.ts';
export { fitsEntry, MOST_TEXT_BYTES, textBytes } from './entry-size.ts';
export { type ExportedVault, exportDecrypted, exportEncrypted } from './export.ts';
export { baseName, isSecret, KNOWN_FIELDS } from './fields.ts';
export { distinctNames, fileName } from './file-names.ts';
export { addedNothing, attachFiles, detachFile, readFiles, type StoredFile } from './files.ts';
export { type ComparedItem, compareWithVault, isChosen } from './import/choice.ts';
export {
  type DetectionResult,
  detect,
  type ImportRefusal,
  isOfOther,
  type RecognisedExport,
} from './import/detect.ts';
export { type ExportHead, headOf } from './import/our-exports.ts';
export type { LeftBehind, ReadFile } from './import/reading.ts';
export { type ChosenExport, type FindFile, findsNothing, openChosenExport } from './import/with-files.ts';
export {
  beginImport,
  type EntryToImport,
  type ImportResult,
  type ImportState,
  importEntries,
  importStream,
} from './import.ts';
export {
  type AccessDocument,
  checkLink,
  type Freshness,
  type InnerFile,
  type LeftEntry,
  makeKit,
  type OpenedInheritance,
  type OpenedList,
  openInheritance,
  passOnShare,
  readAccess,
  readInvitation,
  respond,
  type SealedShare,
  type SuccessorAccess,
  storeKit,
  type TypedKit,
} from './inheritance.ts';
export { readSheet } from './kit-sheet.ts';
export { differsFromList, type ListState, renewLists, renewListsAfter } from './lists.ts';
export {
  acceptOlderBundle,
  confirmSession,
  deleteAccount,
  deriveOwn,
  logIn,
  logOut,
  moveToNewest,
  type OpenedVault,
  openSession,
  openVault,
  ownLogIn,
  readOwn,
  type SecondFactor,
  type SessionRequest,
  type TypedAddresses,
  type User,
  type VaultState,
} from './log-in.ts';
export { linesIn, withStreaming } from './ndjson.ts';
export {
  changeBundle,
  freshVault,
  type Owner,
  openOwner,
  type Progress,
  retryOnConflict,
  type UnlockedVault,
} from './owner.ts';
export {
  confirmWithPasskey,
  letPasskeyOpen,
  logInWithPasskey,
  type PasskeyAssertion,
  removePasskey,
  reopenWithPasskey,
} from './passkeys.ts';
export { prepareRecoveryCode, requestAddress, storePassword, storeRecoveryCode } from './password.ts';
export { type ClientCode, changedNothing, isProblem, Problem } from './problem.ts';
export {
  findPin,
  readLeft,
  readSuccessors,
  type Successor,
  type SuccessorChoice,
  takesShare,
} from './recipients.ts';
export { type NewKeys, putOlderKeysBack, recover, startOver, storeNewKeys } from './recovery.ts';
export {
  type NewAccount,
  prepareAccount,
  type Registration,
  register,
  resetPassword,
  verifyAddress,
} from './registration.ts';
export { type Reasons, renewKeys, type SuccessionChoices, saveSuccession, whyNewKeys } from './sealing.ts';
export { disableTwoFactor, removeSecondFactor, renewCodes, setUpTwoFactor } from './second-factor.ts';
export { rememberBundle, type SeenBundles, seenInMemory } from './seen-bundles.ts';
export {
  type OpenedContent,
  openStored,
  readStored,
  type StoredEntry,
  storedPages,
} from './stored-entries.ts';
export {
  agree,
  askForNewKit,
  compareKey,
  type Departed,
  type Departure,
  type Difference,
  inviteSuccessor,
  moveSuccessor,
  readDeparted,
  readSuccession,
  rehearse,
  removeSuccessor,
  renameSuccessor,
  type Succession,
  type SuccessorState,
  type WordComparison,
} from './succession.ts';
export { codeOf, type ShownCode } from './totp.ts';
export type { TransferOptions, TransferState } from './transfer.ts';
export { deleteTrashed, openTrash, restoreTrashed, type TrashedEntry } from './trash.ts';
export {
  lastImport,
  type PastImport,
  type PastImports,
  rememberImport,
  rememberResealed,
  undoImport,
} from './undo-import.ts';
export { type NewFile, prepareFile, type Staging, uploadFile } from './upload.ts';
export {
  type ExportedFilesResult,
  type FileOrigin,
  isFileRefusal,
  type SkippedFile,
  uploadExportedFiles,
} from './upload-exported-files.ts';
export { type EntryAccess, type ListedSuccessor, readLists, whoGets } from './who-gets.ts';
