/** An export of ours with the files of its entries: an archive, or a folder that holds the same. */

/** What lies beside the entries of an export, under a name without folders. Null if there is nothing. */
export type FindFile = (name: string) => Promise<Blob | null>;

/** Without files. */
export const findsNothing: FindFile = async () => null;

/** What somebody chose to import. */
export interface Chosen {
  /** The entries. */
  document: Blob;
  find: FindFile;
}

export interface NamedFile {
  /** May have folders in front. */
  name: string;
  bytes: Blob;
}

/** As our clients call an export, and browsers a second one. */
const OUR_NAME = /^vault-(?:export|decrypted)-.+\.(?:ndjson|json)$/;

interface NamedPart {
  /** May have folders in front. */
  name: string;
  blob(): Promise<Blob>;
}

const withoutFolders = (name: string): string => name.slice(name.lastIndexOf('/') + 1);

const STORED = 0;

/**
 * The parts of an archive, which stay where they lie. Compressed ones would need memory, and no client of ours writes
 * them.
 */
async function partsOf(archive: Blob): Promise<NamedPart[]> {
  const { unzipRaw } = await import('unzipit');
  const { entries } = await unzipRaw(archive);
  return entries.filter(
    ({ compressionMethod, encrypted, isDirectory }) =>
      compressionMethod === STORED && !encrypted && !isDirectory,
  );
}

/** Null unless an export of ours is in it. */
async function openArchive(archive: Blob): Promise<Chosen | null> {
  // The library fails on whatever is no archive.
  const parts = await partsOf(archive).catch(() => []);
  const byName = new Map(parts.map((part) => [withoutFolders(part.name), part]));
  const read: FindFile = async (name) =>
    (await byName
      .get(name)
      ?.blob()
      .catch(() => null)) ?? null;
  const name = [...byName.keys()].find((each) => OUR_NAME.test(each));
  const document = name === undefined ? null : await read(name);
  return document && { document, find: read };
}

/** @returns null if no export is among several files. A single one may be of any program */
export async function openChosen(files: readonly NamedFile[]): Promise<Chosen | null> {
  const [only, ...more] = files;
  if (!only) return null;
  if (more.length === 0)
    return (await openArchive(only.bytes)) ?? { document: only.bytes, find: findsNothing };
  const byName = new Map(files.map(({ name, bytes }) => [withoutFolders(name), bytes]));
  const documents = [...byName].filter(([name]) => /\.(?:nd)?json$/.test(name));
  const document = documents.find(([name]) => OUR_NAME.test(name)) ?? documents[0];
  return document ? { document: document[1], find: async (name) => byName.get(name) ?? null } : null;
}
