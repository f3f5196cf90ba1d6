/** Everything that the web app can ask its worker for. */
import * as entries from '../../../client/entries.ts';
import type { ImportChoice } from '../../../client/import/choice.ts';
import type { ImportWords } from '../../../client/import/reading.ts';
import type { NamedFile } from '../../../client/import/with-files.ts';
import { type ListState, renewLists } from '../../../client/lists.ts';
import type { Owner, Progress } from '../../../client/owner.ts';
import * as sealing from '../../../client/sealing.ts';
import * as succession from '../../../client/succession.ts';
import { codeOf } from '../../../client/totp.ts';
import * as trash from '../../../client/trash.ts';
import { lastImport, undoImport } from '../../../client/undo-import.ts';
import type { NewFile } from '../../../client/upload.ts';
import { readLists, whoGets } from '../../../client/who-gets.ts';
import type { AttachedFile } from '../../../crypto/index.ts';
import { owner } from '../owner.ts';
import { pastImports } from '../seen.ts';
import type { TaskContext } from '../tab.ts';
import * as account from './account.ts';
import * as exporting from './export.ts';
import type { FileToOpen } from './files.ts';
import * as passkeys from './passkeys.ts';
import type { KeptRecording } from './recordings.ts';
import * as recovery from './recovery.ts';
import { prepareRecoveryCode, storeRecoveryCode } from './recovery-code.ts';
import * as registration from './registration.ts';
import * as successor from './successor.ts';

/** A step of client/ as a task: its owner is the one whose vault is open here. */
const ofOwner =
  <Input, Result>(step: (owner: Owner, input: Input, progress: Progress) => Result) =>
  (input: Input, { progress }: TaskContext): Result =>
    step(owner, input, progress);

export const tasks = {
  ...account,
  ...passkeys,
  ...recovery,
  prepareRecoveryCode,
  storeRecoveryCode,
  ...registration,
  ...successor,
  ...exporting,
  readImport: async (chosen: { files: readonly NamedFile[]; words: ImportWords }, asked: TaskContext) =>
    (await import('./import.ts')).readImport(chosen, asked),
  /** How many entries it added or replaced, and when. */
  lastImport: async () => {
    const past = await lastImport(pastImports, owner.unlocked().vault.userId);
    return past && { at: new Date(past.at).toISOString(), entries: past.added.length + past.updated };
  },
  undoImport: (_: undefined, { progress }: TaskContext) => undoImport(owner, pastImports, progress),
  runImport: async (choice: ImportChoice, asked: TaskContext) =>
    (await import('./import.ts')).runImport(choice, asked),
  uploadImportedFiles: async (_: undefined, asked: TaskContext) =>
    (await import('./import.ts')).uploadImportedFiles(undefined, asked),
  addFiles: async (added: { id: string; files: readonly NewFile[] }, asked: TaskContext) =>
    (await import('./files.ts')).addFiles(added, asked),
  removeFile: async (which: { id: string; fileId: string }) => (await import('./files.ts')).removeFile(which),
  openFile: async (file: FileToOpen, asked: TaskContext) =>
    (await import('./files.ts')).openFile(file, asked),
  openTail: async (file: Pick<FileToOpen, 'file' | 'token'> & { at: number }, asked: TaskContext) =>
    (await import('./files.ts')).openTail(file, asked),
  uploadAgain: async (stopped: { entryId: string; files: readonly AttachedFile[] }) =>
    (await import('./files.ts')).uploadAgain(stopped),
  goOnUploading: async (named: { entryId: string; files: readonly AttachedFile[] }[]) =>
    (await import('./files.ts')).goOnUploading(named),
  beginRecording: async (recording: KeptRecording) =>
    (await import('./recordings.ts')).beginRecording(recording),
  keepPart: async (part: { id: string; at: number; part: Blob }) =>
    (await import('./recordings.ts')).keepPart(part),
  findRecordings: async () => (await import('./recordings.ts')).findRecordings(),
  openRecording: async (recording: KeptRecording) =>
    (await import('./recordings.ts')).openRecording(recording),
  dropRecording: async (recording: { id: string }) =>
    (await import('./recordings.ts')).dropRecording(recording),
  openEntries: (_: undefined, { progress }: TaskContext) => entries.openEntries(owner, progress),
  readEntry: ofOwner(entries.readEntry),
  /** The same, as a list shows it. */
  readListed: async (entry: { id: string }) => entries.withoutData(await entries.readEntry(owner, entry)),
  addEntry: ofOwner(entries.addEntry),
  changeEntry: ofOwner(entries.changeEntry),
  removeEntry: ofOwner(entries.removeEntry),
  codeOf,
  openTrash: ofOwner(trash.openTrash),
  restoreTrashed: ofOwner(trash.restoreTrashed),
  deleteTrashed: ofOwner(trash.deleteTrashed),
  readSuccession: ofOwner(succession.readSuccession),
  inviteSuccessor: ofOwner(succession.inviteSuccessor),
  compareKey: ofOwner(succession.compareKey),
  agree: ofOwner(succession.agree),
  renameSuccessor: ofOwner(succession.renameSuccessor),
  removeSuccessor: ofOwner(succession.removeSuccessor),
  moveSuccessor: ofOwner(succession.moveSuccessor),
  askForNewKit: ofOwner(succession.askForNewKit),
  rehearse: ofOwner(succession.rehearse),
  /** Compares the lists with the whole vault. */
  renewLists: (renewal: { accept?: ListState[] }) => renewLists(owner, { whole: true, ...renewal }),
  whyNewKeys: ofOwner(sealing.whyNewKeys),
  saveSuccession: ofOwner(sealing.saveSuccession),
  renewKeys: ofOwner(sealing.renewKeys),
  readLists: ofOwner(readLists),
  whoGets: ofOwner(whoGets),
};

export type Tasks = typeof tasks;
