/** Files in a ZIP archive that compresses nothing, such as our exports, without holding them in memory. */

const LEAST_END = 22;
const MOST_COMMENT = 0xffff;
const LOCATOR = 20;
const LOCAL_HEADER = 30;
const STORED = 0;
const IS_ENCRYPTED = 1;
/** A list of more files than vaults have. */
const MOST_LIST_BYTES = 64 * 1024 * 1024;
/** A value that is too large for its place, so that the ZIP64 field has it. */
const ELSEWHERE = 0xffff_ffff;

const viewOf = async (blob: Blob): Promise<DataView> => new DataView(await blob.arrayBuffer());

const large = (view: DataView, at: number): number => Number(view.getBigUint64(at, true));

/** Where the list of files is. Null if this is no archive. */
async function findList(archive: Blob): Promise<Blob | null> {
  const start = Math.max(0, archive.size - LEAST_END - MOST_COMMENT - LOCATOR);
  const tail = await viewOf(archive.slice(start));
  let at = tail.byteLength - LEAST_END;
  while (at >= 0 && tail.getUint32(at, true) !== 0x06054b50) at -= 1;
  if (at < 0) return null;
  let [size, offset] = [tail.getUint32(at + 12, true), tail.getUint32(at + 16, true)];
  if (at >= LOCATOR && tail.getUint32(at - LOCATOR, true) === 0x07064b50) {
    const from = large(tail, at - LOCATOR + 8);
    const end = await viewOf(archive.slice(from, from + 56));
    [size, offset] = [large(end, 40), large(end, 48)];
  }
  return size > MOST_LIST_BYTES ? null : archive.slice(offset, offset + size);
}

interface Listed {
  name: string;
  size: number;
  /** Of its own header. */
  offset: number;
  isStored: boolean;
}

/** The values that were too large for their places, in their order. @param end of the extra fields */
function zip64Values(view: DataView, start: number, end: number): number[] {
  for (let at = start; at + 4 <= end; at += 4 + view.getUint16(at + 2, true)) {
    if (view.getUint16(at, true) !== 1) continue;
    const count = Math.floor(view.getUint16(at + 2, true) / 8);
    return Array.from({ length: count }, (_, i) => large(view, at + 4 + i * 8));
  }
  return [];
}

function* filesIn(list: DataView): Generator<Listed, void> {
  for (let at = 0; at + 46 <= list.byteLength && list.getUint32(at, true) === 0x02014b50; ) {
    const [nameAt, extraAt] = [at + 46, at + 46 + list.getUint16(at + 28, true)];
    const end = extraAt + list.getUint16(at + 30, true);
    const name = new TextDecoder().decode(new Uint8Array(list.buffer, nameAt, extraAt - nameAt));
    const values = [at + 24, at + 20, at + 42].map((place) => list.getUint32(place, true));
    const others = zip64Values(list, extraAt, end);
    const [size = 0, packed, offset = 0] = values.map((value) =>
      value === ELSEWHERE ? (others.shift() ?? value) : value,
    );
    const isPlain = (list.getUint16(at + 8, true) & IS_ENCRYPTED) === 0;
    const isStored = isPlain && list.getUint16(at + 10, true) === STORED && size === packed;
    yield { name, size, offset, isStored };
    at = end + list.getUint16(at + 32, true);
  }
}

/**
 * Opens an archive. Names come from whoever wrote it, so they name nothing but its parts.
 *
 * @returns what reads a file, by its name with its folders, or null if this is no archive. Files that are compressed or
 *   encrypted are left out. What is read may still be cut short.
 */
export async function openZip(archive: Blob): Promise<Map<string, () => Promise<Blob>> | null> {
  try {
    const list = await findList(archive);
    if (!list) return null;
    const found = new Map<string, () => Promise<Blob>>();
    for (const { name, size, offset, isStored } of filesIn(await viewOf(list))) {
      if (!isStored || name.endsWith('/')) continue;
      found.set(name, async () => {
        const head = await viewOf(archive.slice(offset, offset + LOCAL_HEADER));
        if (head.byteLength < LOCAL_HEADER) return new Blob([]);
        const from = offset + LOCAL_HEADER + head.getUint16(26, true) + head.getUint16(28, true);
        return archive.slice(from, from + size);
      });
    }
    return found;
  } catch (error) {
    // Its numbers lead out of it.
    if ((error as Error).name === 'RangeError') return null;
    throw error;
  }
}
