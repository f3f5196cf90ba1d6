/** Exporting the whole vault. */
import { basename, join } from 'node:path';
import {
  copyFile,
  type ExportedVault,
  exportDecrypted,
  exportEncrypted,
  type Owner,
  openEntries,
  ownFiles,
} from '../client/index.ts';
import type { AttachedFile, Content } from '../crypto/index.ts';
import { adviceOn } from './advice.ts';
import { resumeSession } from './connection.ts';
import { HalfDone, sentence } from './failure.ts';
import { makeSecretFolder, writeSecretFile } from './files.ts';
import { command, type Invocation } from './invocation.ts';
import { ownerSession } from './owner.ts';
import { counted, oneLine } from './printing.ts';
import { type OutputPaths, outputPathsIn, saveEntries } from './saving.ts';
import { requireYes } from './terminal.ts';
import { progressBar } from './uploads.ts';

const fileName = (kind: string, suffix: string): string =>
  `vault-${kind}-${new Date().toISOString().slice(0, 10)}.${suffix}`;

/** @param out a path, or `-` for standard output */
async function deliver({ printJson, note }: Invocation, { text }: ExportedVault, out: string): Promise<void> {
  if (out === '-') for await (const piece of text) printJson(piece.replace(/\n$/, ''));
  else {
    await writeSecretFile(out, text);
    note(`Saved as ${out}.`);
  }
}

async function confirmDecryption({ terminal, note }: Invocation): Promise<void> {
  note('This writes your whole vault to a file that anyone who has it can read.');
  if (terminal.interactive)
    await requireYes(terminal, 'Keep it on an encrypted disk, and delete it when you are done.');
}

/**
 * Saves every file as it is stored, as `<id>.age`. A readable export has the identities that open them.
 *
 * @returns how many were saved, of how many
 */
async function copyFiles(
  invocation: Invocation,
  owner: Owner,
  contents: readonly Content[],
  folder: string,
): Promise<{ saved: number; of: number }> {
  await makeSecretFolder(folder);
  const from = ownFiles(owner.api);
  const files = contents.flatMap((content) => content.files ?? []);
  let saved = 0;
  for (const file of files) {
    const progress = progressBar(invocation, `Saving ${file.name}`);
    try {
      await writeSecretFile(join(folder, `${file.id}.age`), copyFile(from, file, { progress }));
      saved += 1;
    } catch (error) {
      const advice = adviceOn(error);
      if (!advice) throw error;
      invocation.note(`${oneLine(file.name)}: ${sentence(advice)}`);
    }
  }
  return { saved, of: files.length };
}

/**
 * Saves the files of all entries that open: encrypted, or as the owner added them.
 *
 * @returns how many entries do not open, and whether every file of the others is saved
 */
async function exportFiles(
  invocation: Invocation,
  owner: Owner,
  folder: string,
  paths: OutputPaths | null,
): Promise<{ closed: number; isWhole: boolean }> {
  const entries = await openEntries(owner);
  const contents = entries.flatMap(({ content }) => (content?.files ? content : []));
  const { saved, of } = paths
    ? await saveEntries(
        invocation,
        ownFiles(owner.api),
        contents.map((content) => ({ content })),
        paths,
      )
    : await copyFiles(invocation, owner, contents, folder);
  invocation.note(`${counted(saved, 'file')} saved in ${folder}.`);
  return { closed: entries.filter(({ content }) => !content).length, isWhole: saved === of };
}

/**
 * @param out the export that lacks the `missing` entries, because they do not open
 * @throws HalfDone unless everything was saved
 */
function requireAllSaved(
  out: string,
  missing: number,
  files: Awaited<ReturnType<typeof exportFiles>> | null,
): void {
  const left: string[] = [];
  const closed = missing || files?.closed || 0;
  const [are, their] = closed === 1 ? ['is', 'its'] : ['are', 'their'];
  const doNotOpen = `${counted(closed, 'entry does', 'entries do')} not open`;
  const there = `${out === '-' ? 'the output' : out}${files ? `, as are ${their} files` : ''}`;
  if (missing > 0) left.push(`${doNotOpen} and ${are} missing in ${there}: keep an encrypted export too`);
  else if (closed > 0) left.push(`${doNotOpen}, so ${their} files could not be saved`);
  if (files && !files.isWhole)
    left.push(
      `Not every file was saved: run this again with another folder${out === '-' ? '' : ' and --out'}`,
    );
  if (left.length > 0) throw new HalfDone(left.join('. '));
}

export const exportCommand = command({
  usage: '[--decrypt] [--out <file>, or - for standard output] [--files <folder>]',
  what: 'saves the vault: encrypted, or readable with --decrypt; --files saves its files too',
  options: { decrypt: { type: 'boolean' }, out: { type: 'string' }, files: { type: 'string' } },
  takes: [0, 0],
  async run(invocation, { values: { decrypt = false, out, files } }) {
    if (decrypt) await confirmDecryption(invocation);
    const owner = decrypt || files !== undefined ? await (await ownerSession(invocation)).open() : null;
    const paths = decrypt && files !== undefined ? await outputPathsIn(files) : null;
    const options = paths ? { nameOf: (file: AttachedFile) => basename(paths.of(file)) } : {};
    const exported =
      decrypt && owner
        ? await exportDecrypted(owner, options)
        : await exportEncrypted((owner ?? (await resumeSession(invocation))).api);
    const path = out ?? (decrypt ? fileName('decrypted', 'json') : fileName('export', 'ndjson'));
    await deliver(invocation, exported, path);
    const saved = owner && files !== undefined ? await exportFiles(invocation, owner, files, paths) : null;
    requireAllSaved(path, exported.missing(), saved);
  },
});
