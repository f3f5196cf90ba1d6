/** Export of the whole vault. */
import {
  exportEncrypted as copyVault,
  exportDecrypted as decryptVault,
  type ExportedVault,
} from '../../../client/export.ts';
import { bodyOf } from '../../../client/ndjson.ts';
import { api } from '../../api/client.ts';
import { owner } from '../owner.ts';
import type { Asked } from '../tab.ts';

export interface ExportedFile {
  file: Blob;
  entries: number;
  /** How many can't be opened, and are missing. */
  missing: number;
}

async function asFile({ text, entryCount, missing }: ExportedVault, type: string): Promise<ExportedFile> {
  const file = new Blob([await bodyOf(text)], { type });
  return { file, entries: entryCount - missing(), missing: missing() };
}

/** Everything, readable by anyone who has the file. */
export const exportDecrypted = async (_: undefined, { progress }: Asked): Promise<ExportedFile> =>
  asFile(await decryptVault(owner, progress), 'application/json');

/** Everything as it is stored, which only this vault opens. */
export const exportEncrypted = async (): Promise<ExportedFile> =>
  asFile(await copyVault(api), 'application/x-ndjson');
