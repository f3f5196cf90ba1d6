/** The random bytes that a sealing draws, written down and drawn again. */
import { bytes, hex } from './plain.ts';

const replaced = async <T>(draw: (into: Uint8Array) => void, work: () => Promise<T>): Promise<T> => {
  const before = crypto.getRandomValues;
  crypto.getRandomValues = (<A extends ArrayBufferView>(array: A): A => {
    draw(new Uint8Array(array.buffer, array.byteOffset, array.byteLength));
    return array;
  }) as typeof before;
  try {
    return await work();
  } finally {
    crypto.getRandomValues = before;
  }
};

/** @returns what `work` returns, and each of its draws in hexadecimal */
export async function recorded<T>(work: () => Promise<T>): Promise<{ made: T; random: string[] }> {
  const source = crypto.getRandomValues.bind(crypto);
  const random: string[] = [];
  const made = await replaced((into) => {
    random.push(hex(source(into as Uint8Array<ArrayBuffer>)));
  }, work);
  return { made, random };
}

/** Lets `work` draw these. @throws Error if it draws others, or not all of them */
export async function replayed<T>(random: readonly string[], work: () => Promise<T>): Promise<T> {
  const left = [...random];
  const made = await replaced((into) => {
    const next = bytes(left.shift() ?? '', 'hex');
    if (next.length !== into.length)
      throw new Error(`A draw of ${into.length} bytes, and not ${next.length}`);
    into.set(next);
  }, work);
  if (left.length > 0) throw new Error(`${left.length} draws are left over`);
  return made;
}
