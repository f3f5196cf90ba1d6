/** Export of the whole vault. */
import { openEntries } from '../../../client/entries.ts';
import {
  exportEncrypted as copyVault,
  exportDecrypted as decryptVault,
  type ExportedVault,
} from '../../../client/export.ts';
import { bodyOf } from '../../../client/ndjson.ts';
import { api } from '../../api/client.ts';
import { owner } from '../owner.ts';
import type { TaskContext } from '../tab.ts';

export interface ExportRequest {
  /** Everything as it is stored, which only this vault opens; or readable by anyone who has the file. */
  kind: 'encrypted' | 'decrypted';
  /** For an archive with the files: the name of their folder, and of the document. */
  archive: { folder: string; name: string } | null;
  /** Where to write it. */
  to?: WritableStream<Uint8Array>;
}

export interface ExportedFile {
  /** Null if there is `to`. */
  file: Blob | null;
  entries: number;
  /** How many can't be opened, and are missing. */
  missing: number;
  /** The names of files that are missing: those that could not be fetched, and those that were added since. */
  missingFiles: string[];
}

const TYPES = { encrypted: 'application/x-ndjson', decrypted: 'application/json' };

async function documentOf(kind: ExportRequest['kind'], { text, entryCount, missing }: ExportedVault) {
  const file = new Blob([await bodyOf(text)], { type: TYPES[kind] });
  return { file, entries: entryCount - missing(), missing: missing() };
}

export async function exportVault(
  { kind, archive, to }: ExportRequest,
  { progress, signal }: TaskContext,
): Promise<ExportedFile> {
  const isSealed = kind === 'encrypted';
  if (!archive) {
    const vault = isSealed ? await copyVault(api) : await decryptVault(owner, { progress });
    return { ...(await documentOf(kind, vault)), missingFiles: [] };
  }
  const { exportArchive } = await import('./archive.ts');
  const filesOf = async () => (await openEntries(owner)).flatMap(({ content }) => content?.files ?? []);
  const files = await filesOf();
  const known = new Set(files.map(({ id }) => id));
  let counts = { entries: 0, missing: 0 };
  const made = exportArchive(
    {
      ...{ ...archive, files, isSealed },
      async documentOf(savedAs) {
        const nameOf = ({ id }: { id: string }) => savedAs.get(id);
        const vault = isSealed ? await copyVault(api) : await decryptVault(owner, { nameOf });
        const { file, ...rest } = await documentOf(kind, vault);
        counts = rest;
        // Another device may have added some while the others were fetched.
        const added = (await filesOf()).filter(({ id }) => !known.has(id));
        made.missing.push(...added.map(({ name }) => name));
        return file;
      },
    },
    { progress, signal },
  );
  const bytes = made.bytes as ReadableStream<Uint8Array<ArrayBuffer>>;
  if (to) await bytes.pipeTo(to, { signal });
  const file = to
    ? null
    : await new Response(bytes, { headers: { 'Content-Type': 'application/zip' } }).blob();
  return { file, ...counts, missingFiles: made.missing };
}
