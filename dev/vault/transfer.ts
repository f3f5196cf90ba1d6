/** Taking the whole vault out, and putting it back. */

import { DECRYPTED_END, decryptedLine, decryptedStart } from '../../client/decrypted-export.ts';
import { CryptoError, openEntry, readContent, sealEntry, type Vault } from '../../crypto/index.ts';
import { Failure } from '../cli/failure.ts';
import { type ExportFile, readExport } from './export-file.ts';
import { writeSecretFile } from './files.ts';
import { HalfDone } from './half-done.ts';
import { command, type Invocation } from './invocation.ts';
import { entriesIn, exportVault, sendLines } from './ndjson.ts';
import { type Owner, openOwner } from './owner.ts';
import { counted } from './printing.ts';
import { demandYes } from './terminal.ts';
import { openOne, storedEntries, textOf } from './vault-entries.ts';

const fileName = (kind: string, suffix: string): string =>
  `vault-${kind}-${new Date().toISOString().slice(0, 10)}.${suffix}`;

/** Writes where the person wants it; `-` is standard output. */
async function deliver(
  { printJson, note }: Invocation,
  out: string,
  contents: AsyncIterable<string>,
): Promise<void> {
  if (out !== '-') {
    await writeSecretFile(out, contents);
    note(`Saved as ${out}.`);
    return;
  }
  for await (const piece of contents) printJson(piece.replace(/\n$/, ''));
}

async function exportDecrypted(invocation: Invocation, out: string): Promise<void> {
  const { terminal, note } = invocation;
  note('This writes everything in your vault so that anybody who has the file can read it.');
  if (terminal.interactive)
    await demandYes(terminal, 'Keep it on an encrypted disk, and delete it when you are done.');
  const owner = await openOwner(invocation);
  const vault = await owner.unlock();
  let closed = 0;
  async function* document() {
    yield decryptedStart(new Date());
    let separator = '';
    for await (const stored of entriesIn(await exportVault(owner))) {
      const { content } = await openOne(vault, stored);
      const { id, createdAt, updatedAt } = stored;
      if (content) {
        yield `${separator}${decryptedLine({ id, createdAt, updatedAt, content })}`;
        separator = ',';
      } else closed += 1;
    }
    yield DECRYPTED_END;
  }
  await deliver(invocation, out, document());
  if (closed > 0) {
    throw new HalfDone(
      `${counted(closed, 'entry does', 'entries do')} not open and ${closed === 1 ? 'is' : 'are'} missing there: keep an encrypted export too`,
    );
  }
}

export const exportCommand = command({
  usage: '[--decrypt] [--out <file>]',
  what: 'saves the whole vault: encrypted, or readable with --decrypt; --out - is standard output',
  options: { decrypt: { type: 'boolean' }, out: { type: 'string' } },
  takes: [0, 0],
  async run(invocation, { values: { decrypt, out } }) {
    if (decrypt) {
      await exportDecrypted(invocation, out ?? fileName('decrypted', 'json'));
      return;
    }
    const { head, lines } = await exportVault(await openOwner(invocation));
    async function* document() {
      yield `${JSON.stringify(head)}\n`;
      let count = 0;
      for await (const line of lines) {
        count += 1;
        yield `${line}\n`;
      }
      if (count !== head.entryCount)
        throw new Failure('The export was cut off, so it was not kept: run this again');
    }
    await deliver(invocation, out ?? fileName('export', 'ndjson'), document());
  },
});

/** How often an import is sent because another device changed the keys meanwhile. */
const TRIES = 3;

/** One entry of an export: its text, and what else it brings. */
interface Brought {
  id: string;
  text: string;
  more: object;
}

async function* broughtBy(file: ExportFile, vault: Vault): AsyncGenerator<Brought, void> {
  if (file.kind === 'decrypted') {
    for (const { id, createdAt, updatedAt, content } of file.entries) {
      const text = textOf(readContent(JSON.stringify(content)));
      yield { id, text, more: { category: '', tags: [], createdAt, updatedAt } };
    }
    return;
  }
  for await (const entry of file.entries()) {
    const { id, category, tags, version, createdAt, updatedAt } = entry;
    const text = await openEntry(vault, entry).catch((error) => {
      if (!(error instanceof CryptoError)) throw error;
      throw new Failure(
        `The entry ${id} of that export belongs to another vault: import a decrypted export instead`,
      );
    });
    yield { id, text, more: { category, tags, version, createdAt, updatedAt } };
  }
}

/**
 * Everything is sealed anew, because an export may be older than the keys. An entry that exists keeps its salt, because
 * the envelopes of successors depend on it.
 */
async function* importLines(owner: Owner, vault: Vault, file: ExportFile): AsyncGenerator<string, void> {
  let entryCount = 0;
  for await (const _each of broughtBy(file, vault)) entryCount += 1;
  const salts = new Map<string, string>();
  for await (const { id, salt } of storedEntries(owner)) salts.set(id, salt);
  yield `${JSON.stringify({ version: 1, entryCount })}\n`;
  for await (const { id, text, more } of broughtBy(file, vault)) {
    const salt = salts.get(id);
    const sealed = await sealEntry(vault, { id, text, ...(salt === undefined ? {} : { salt }) });
    yield `${JSON.stringify({ ...more, ...sealed })}\n`;
  }
}

export const importCommand = command({
  usage: '<file>',
  what: 'puts an export back, encrypted or decrypted; entries of the same ID are replaced',
  options: {},
  takes: [1, 1],
  async run(invocation, { words: [path = ''] }) {
    const file = await readExport(path);
    const owner = await openOwner(invocation);
    let keys = await owner.open();
    const send = async () => {
      const lines = importLines(owner, keys.vault, file);
      await owner.refreshIfOld();
      const params = { query: { mode: 'merge' as const } };
      return owner.answer(
        sendLines((init) => owner.callOnce.POST('/vault/import', { ...init, params }), lines),
      );
    };
    const { created, updated } = await send();
    for (let tries = 1; ; tries += 1) {
      const present = await owner.open();
      if (present.version === keys.version) break;
      if (tries === TRIES)
        throw new Failure(
          'All of it is in the vault, but the keys changed meanwhile: run `npm run vault -- rotate`',
        );
      // As after `add`: what another device rotated away from opens for nobody who should, and for somebody who should not.
      keys = present;
      await send();
    }
    invocation.print(`${counted(created, 'entry', 'entries')} added, ${updated} replaced.`);
  },
});
