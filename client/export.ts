/** Taking the whole vault out. */
import type { AttachedFile } from '../crypto/index.ts';
import { type Api, answered } from './api.ts';
import { type DecryptedEntry, decryptedExport } from './decrypted-export.ts';
import { type CountedLines, countedLines, line } from './ndjson.ts';
import { freshVault, type Owner, type Progress } from './owner.ts';
import { changedAt, type OpenedContent, openStored, type StoredEntry } from './stored-entries.ts';

interface ExportHead {
  entryCount: number;
}

async function exportLines(api: Api): Promise<CountedLines<ExportHead>> {
  const params = { query: { format: 'ndjson' as const } };
  return countedLines(await answered(api.GET('/vault/export', { params, parseAs: 'stream' })));
}

/** Every entry as the service stores it, as of one moment. @throws Problem `unreachable` if it is cut off, while reading */
export async function exportVault(
  api: Api,
): Promise<{ entryCount: number; entries: AsyncGenerator<StoredEntry, void> }> {
  const { head, lines } = await exportLines(api);
  async function* entries(): AsyncGenerator<StoredEntry, void> {
    for await (const each of lines) yield JSON.parse(each) as StoredEntry;
  }
  return { entryCount: head.entryCount, entries: entries() };
}

/** A file that is made while it is read. Keep nothing of it if reading it fails. */
export interface ExportedVault {
  entryCount: number;
  /** Pieces of text. */
  text: AsyncGenerator<string, void>;
  /** How many entries do not open, and are missing. Known once the text was read. */
  missing(): number;
}

/**
 * Everything as it is stored, which only this vault opens: newline-delimited JSON.
 *
 * @throws Problem `unreachable` if it is cut off, even while it is being read
 */
export async function exportEncrypted(api: Api): Promise<ExportedVault> {
  const { head, lines } = await exportLines(api);
  async function* text(): AsyncGenerator<string, void> {
    yield line(head);
    for await (const each of lines) yield `${each}\n`;
  }
  return { entryCount: head.entryCount, text: text(), missing: () => 0 };
}

type NameOf = (file: AttachedFile) => string | undefined;

function namesOf(files: readonly AttachedFile[] = [], nameOf: NameOf): Pick<DecryptedEntry, 'savedAs'> {
  const names = files.flatMap((file): [string, string][] => {
    const name = nameOf(file);
    return name === undefined ? [] : [[file.id, name]];
  });
  return names.length === 0 ? {} : { savedAs: Object.fromEntries(names) };
}

/**
 * Everything, readable by anyone who has the file: one JSON document, see decrypted-export.ts. It also lists the
 * account's passkeys, by name and date.
 *
 * @param options.nameOf the name of a file that is saved beside the document; undefined for a file that isn't
 * @throws Problem `unreachable` if it is cut off, and CryptoError `locked`, even while it is being read
 */
export async function exportDecrypted(
  owner: Owner,
  { progress, nameOf = () => undefined }: { progress?: Progress; nameOf?: NameOf } = {},
): Promise<ExportedVault> {
  const { keyBundleVersion } = owner.unlocked();
  const { entryCount, entries } = await exportVault(owner.api);
  const { passkeys } = await answered(owner.api.GET('/passkeys'));
  const head = {
    exportedAt: new Date(),
    passkeys: passkeys.map(({ name, createdAt, lastUsedAt }) => ({ name, createdAt, lastUsedAt })),
  };
  let fresh: Promise<unknown> | null = null;
  async function open(stored: StoredEntry): Promise<OpenedContent> {
    const opened = await openStored(owner, stored);
    if (opened.content) return opened;
    // Perhaps another device has changed the keys, before the service read the entries or since.
    fresh ??= freshVault(owner);
    await fresh;
    return openStored(owner, stored, { old: owner.unlocked().keyBundleVersion !== keyBundleVersion });
  }
  let missing = 0;
  async function* opened(): AsyncGenerator<DecryptedEntry, void> {
    let done = 0;
    for await (const stored of entries) {
      const opened = await open(stored);
      const { id, createdAt } = stored;
      const { content } = opened;
      if (content) {
        const savedAs = namesOf(content.files, nameOf);
        yield { id, createdAt, updatedAt: changedAt(stored, opened), content, ...savedAs };
      } else missing += 1;
      done += 1;
      progress?.(done, entryCount);
    }
  }
  return { entryCount, text: decryptedExport(opened(), head), missing: () => missing };
}
