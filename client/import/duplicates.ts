/** Entries of an import that the vault already has, or that the file contains twice. */
import type { Content, ContentKind } from '../../crypto/index.ts';
import type { ReadFile } from './reading.ts';

export interface VaultEntry {
  id: string;
  content: Content;
}

export interface Duplicate {
  /**
   * `identical`: everything is equal. `same_id`: it is the entry that the import would replace. `similar`: kind, title,
   * files and the fields in `DISTINGUISHING_FIELDS` are equal; files in the vault don't matter if the item has none.
   */
  how: 'identical' | 'same_id' | 'similar';
  /** An entry of the vault, or an earlier place in the file. */
  of: { id: string } | { at: number };
}

interface Candidate {
  of: Duplicate['of'];
  content: Content;
  /** Made when first needed, because a file is large. */
  flat?: string;
}

/** One result for each item of a file, null where nothing is similar. */
export function duplicates(
  { items, savedAs }: Pick<ReadFile, 'items' | 'savedAs'>,
  vault: readonly VaultEntry[],
): (Duplicate | null)[] {
  const byId = new Map<string, Candidate>();
  const byKey = new Map<string, Candidate[]>();
  const see = (seen: Candidate, key = keyOf(seen.content)) => {
    const alike = byKey.get(key);
    if (alike) alike.push(seen);
    else byKey.set(key, [seen]);
  };
  for (const { id, content } of vault) {
    const seen: Candidate = { of: { id }, content };
    byId.set(id, seen);
    see(seen);
    // The files may have been added here after an earlier import, and importing an item without files loses none.
    if (content.files) see(seen, keyOf({ ...content, files: [] }));
  }
  return items.map(({ at, id, content }) => {
    const item: Candidate = { of: { at }, content };
    const duplicate = duplicateOf(
      item,
      id === null ? undefined : byId.get(id),
      byKey.get(keyOf(content)) ?? [],
      savedAs,
    );
    see(item);
    return duplicate;
  });
}

function duplicateOf(
  item: Candidate,
  replaced: Candidate | undefined,
  alike: readonly Candidate[],
  savedAs: ReadFile['savedAs'],
): Duplicate | null {
  if (replaced) {
    const isSame = flat(replaced) === flat(item) && haveSameFiles(replaced.content, item.content, savedAs);
    return { how: isSame ? 'identical' : 'same_id', of: replaced.of };
  }
  const equal = alike.find((each) => flat(each) === flat(item));
  const [similar] = alike;
  if (equal) return { how: 'identical', of: equal.of };
  return similar ? { how: 'similar', of: similar.of } : null;
}

const folded = (text = ''): string => text.trim().normalize('NFC').toLowerCase();

function addressOf(url = ''): string {
  try {
    const { host, pathname, search } = new URL(url.trim());
    return `${host}${pathname.replace(/\/$/, '')}${search}`;
  } catch {
    return folded(url);
  }
}

/** The fields that tell two entries of one kind and title apart. */
const DISTINGUISHING_FIELDS: Record<ContentKind, readonly string[]> = {
  login: ['username', 'url'],
  card: ['number'],
  identity: ['firstName', 'lastName'],
  note: [],
  letter: [],
  file: ['name'],
};

function comparableValue(name: string, value: string | undefined): string {
  if (name === 'url') return addressOf(value);
  return name === 'number' ? folded(value).replaceAll(/[\s-]/g, '') : folded(value);
}

/**
 * The files beside an entry, in one order. Their IDs and keys say nothing about what is in them.
 *
 * @param unhashed names of files whose hash says nothing
 */
const filesIn = ({ files = [] }: Content, unhashed: ReadonlySet<string> = new Set()) =>
  files.map(({ name, size, sha256 }) => [name, size, unhashed.has(name) ? '' : sha256]).sort();

/** The hash is of the ciphertext, and an import encrypts files again that were saved readable. */
function haveSameFiles(stored: Content, item: Content, savedAs: ReadFile['savedAs']): boolean {
  const readable = new Set((item.files ?? []).filter(({ id }) => savedAs.has(id)).map(({ name }) => name));
  return JSON.stringify(filesIn(stored, readable)) === JSON.stringify(filesIn(item, readable));
}

/**
 * Entries whose files differ are never alike, or an import would leave a file out. `see` also adds entries of the vault
 * under a key without files.
 */
function keyOf(content: Content): string {
  const { kind, title, fields } = content;
  const values = DISTINGUISHING_FIELDS[kind].map((name) => comparableValue(name, fields[name]));
  return JSON.stringify([kind, folded(title), ...values, filesIn(content)]);
}

function flat(seen: Candidate): string {
  const { kind, title, category, tags, fields, hidden = [] } = seen.content;
  const inOrder = [[...tags].sort(), Object.entries(fields).sort(), [...hidden].sort()];
  seen.flat ??= JSON.stringify([kind, title, category, ...inOrder]);
  return seen.flat;
}
