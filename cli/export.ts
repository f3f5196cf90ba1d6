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
import { type Places, placesIn, saveEntries } from './saving.ts';
import { demandYes } from './terminal.ts';
import { progressBar } from './uploads.ts';

const fileName = (kind: string, suffix: string): string =>
  `vault-${kind}-${new Date().toISOString().slice(0, 10)}.${suffix}`;

/** @param out a path, or `-` for standard output */
async function deliver(
  { printJson, note }: Invocation,
  { text, missing }: ExportedVault,
  out: string,
): Promise<void> {
  if (out === '-') for await (const piece of text) printJson(piece.replace(/\n$/, ''));
  else {
    await writeSecretFile(out, text);
    note(`Saved as ${out}.`);
  }
  const closed = missing();
  if (closed > 0) {
    throw new HalfDone(
      `${counted(closed, 'entry does', 'entries do')} not open and ${closed === 1 ? 'is' : 'are'} missing there: keep an encrypted export too`,
    );
  }
}

async function demandCare({ terminal, note }: Invocation): Promise<void> {
  note('This writes your whole vault to a file that anyone who has it can read.');
  if (terminal.interactive)
    await demandYes(terminal, 'Keep it on an encrypted disk, and delete it when you are done.');
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

/** Saves the files of all entries: encrypted, or as the owner added them. */
async function exportFiles(
  invocation: Invocation,
  owner: Owner,
  folder: string,
  places: Places | null,
): Promise<void> {
  const contents = (await openEntries(owner)).flatMap(({ content }) => (content?.files ? content : []));
  const { saved, of } = places
    ? await saveEntries(
        invocation,
        ownFiles(owner.api),
        contents.map((content) => ({ content })),
        places,
      )
    : await copyFiles(invocation, owner, contents, folder);
  invocation.note(`${counted(saved, 'file')} saved in ${folder}.`);
  if (saved < of) throw new HalfDone('Not every file was saved: run this again with another folder');
}

export const exportCommand = command({
  usage: '[--decrypt] [--out <file>, or - for standard output] [--files <folder>]',
  what: 'saves the vault: encrypted, or readable with --decrypt; --files saves its files too',
  options: { decrypt: { type: 'boolean' }, out: { type: 'string' }, files: { type: 'string' } },
  takes: [0, 0],
  async run(invocation, { values: { decrypt = false, out, files } }) {
    if (decrypt) await demandCare(invocation);
    const owner = decrypt || files !== undefined ? await (await ownerSession(invocation)).open() : null;
    const places = decrypt && files !== undefined ? await placesIn(files) : null;
    if (decrypt && owner) {
      const options = places ? { nameOf: (file: AttachedFile) => basename(places.of(file)) } : {};
      await deliver(invocation, await exportDecrypted(owner, options), out ?? fileName('decrypted', 'json'));
    } else {
      const { api } = owner ?? (await resumeSession(invocation));
      await deliver(invocation, await exportEncrypted(api), out ?? fileName('export', 'ndjson'));
    }
    if (owner && files !== undefined) await exportFiles(invocation, owner, files, places);
  },
});
