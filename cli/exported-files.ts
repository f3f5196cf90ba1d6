/** Sends the files of an export to the entries that name them. */
import { basename, join } from 'node:path';
import {
  type ExportedFilesResult,
  type FileOrigin,
  type Owner,
  type SkippedFile,
  uploadExportedFiles,
} from '../client/index.ts';
import { HalfDone } from './failure.ts';
import { openInput } from './files.ts';
import type { Invocation } from './invocation.ts';
import { counted, oneLine } from './printing.ts';
import { keptFiles, progressBar } from './uploads.ts';

/** A file of a folder, even if a Mac has decomposed its name (`ü`). A name that leads out of it finds nothing. */
export async function findInFolder(folder: string, name: string): Promise<Blob | null> {
  if (name === '' || basename(name) !== name) return null;
  const open = (form: string) => openInput(join(folder, form)).catch(() => null);
  return (await open(name)) ?? open(name.normalize('NFD'));
}

const WHY: Record<SkippedFile['why'], string> = {
  missing: 'it is not in this export',
  plan_limit: 'the plan has no room for it',
  payload_too_large: 'it is larger than 2 GB',
  file_too_large: 'it is larger than 2 GB',
  checksum_mismatch: 'it is damaged in this export',
  already_exists: 'another entry has it',
};

/** Sends the files that entries name and the service does not have, and says which of them stay out. */
export async function sendExportedFiles(
  invocation: Invocation,
  owner: Owner,
  origin: FileOrigin,
  entryIds: ReadonlySet<string> | null,
): Promise<ExportedFilesResult> {
  const bars = new Map<string, ReturnType<typeof progressBar>>();
  const progress: NonNullable<Parameters<typeof uploadExportedFiles>[2]['progress']> = ({
    name,
    ...state
  }) => {
    const bar = bars.get(name) ?? progressBar(invocation, `Sending ${name}`);
    bars.set(name, bar);
    bar(state);
  };
  const result = await uploadExportedFiles(owner, origin, {
    staging: keptFiles(invocation, owner),
    entryIds,
    progress,
  });
  for (const { name, title, why } of result.leftOut)
    invocation.note(`Not sent: ${oneLine(name)} of "${oneLine(title)}", because ${WHY[why]}.`);
  invocation.print(`${counted(result.sent, 'file')} sent.`);
  return result;
}

/** @throws HalfDone unless every file is there */
export function requireAllSent({ leftOut }: ExportedFilesResult): void {
  if (leftOut.length === 0) return;
  throw new HalfDone('Not every file is stored: once that is solved, run this again');
}
