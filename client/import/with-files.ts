/** An export of ours with the files of its entries: an archive, or a folder that holds the same. */

/** Finds a file beside the entries of an export, by its name without folders. Null if there is none. */
export type FindFile = (name: string) => Promise<Blob | null>;

/** For an export without files. */
export const findsNothing: FindFile = async () => null;

/** The files that someone chose to import. */
export interface ChosenExport {
  /** The entries. */
  document: Blob;
  find: FindFile;
  /** How many attachments are in Bitwarden's folder for them. Its document doesn't list them. */
  attachments: number;
}

export interface NamedFile {
  /** May have folders in front. */
  name: string;
  bytes: Blob;
}

/** The name that our clients give an export, or browsers its second copy. */
const OUR_NAME = /^vault-(?:export|decrypted)-.+\.(?:ndjson|json)$/;

interface NamedPart {
  /** May have folders in front. */
  name: string;
  blob(): Promise<Blob>;
}

/** Some Mac disks decompose letters, such as `ü` into `u` and its dots. */
const composed = (name: string): string => name.normalize('NFC');

const withoutFolders = (name: string): string => name.slice(name.lastIndexOf('/') + 1);

const depthOf = (name: string): number => name.split('/').length;

/**
 * The file with the fewest folders in front, and the last of several: our clients write the document last, and an entry
 * may have an older export as a file.
 */
const outermost = <T extends { name: string }>(files: readonly T[]): T | undefined =>
  files.toSorted((one, other) => depthOf(other.name) - depthOf(one.name)).at(-1);

/** The files beside an export, by their names without folders. */
const besides = <T extends { name: string }>(files: readonly T[], document: T | undefined): Map<string, T> =>
  new Map(
    files.filter((each) => each !== document).map((each) => [composed(withoutFolders(each.name)), each]),
  );

const STORED = 0;

/**
 * The parts of an archive, which aren't copied. Compressed parts would need memory, and none of our clients writes
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
async function openArchive(archive: Blob): Promise<ChosenExport | null> {
  // The library fails on anything but an archive.
  const parts = await partsOf(archive).catch(() => []);
  const ours = outermost(parts.filter(({ name }) => OUR_NAME.test(withoutFolders(name))));
  const read = async (part: NamedPart | undefined) => (await part?.blob().catch(() => null)) ?? null;
  const document = await read(ours);
  const byName = besides(parts, ours);
  return document && { document, find: async (name) => read(byName.get(composed(name))), attachments: 0 };
}

/** @returns null if no export is among several files. A single file may come from any program */
export async function openChosenExport(files: readonly NamedFile[]): Promise<ChosenExport | null> {
  const [only, ...more] = files;
  if (!only) return null;
  if (more.length === 0)
    return (await openArchive(only.bytes)) ?? { document: only.bytes, find: findsNothing, attachments: 0 };
  const documents = files.filter(({ name }) => /\.(?:nd)?json$/.test(name));
  const document =
    outermost(documents.filter(({ name }) => OUR_NAME.test(withoutFolders(name)))) ?? outermost(documents);
  if (!document) return null;
  const byName = besides(files, document);
  const folder = document.name.slice(0, -withoutFolders(document.name).length);
  return {
    document: document.bytes,
    find: async (name) => byName.get(composed(name))?.bytes ?? null,
    attachments: files.filter(({ name }) => name.startsWith(`${folder}attachments/`)).length,
  };
}
