/** Fixed randomness and a fixed clock, so that vectors are the same each time. Only for making vectors. */
import nodeCrypto, { createHash } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

const MOMENT = '2026-11-23T12:00:00.000Z';
/** The same in milliseconds. */
export const FIXED_MOMENT = Date.parse(MOMENT);

type Subtle = Record<string, (...args: never[]) => Promise<unknown>>;

const OPERATIONS = [
  ...['decrypt', 'deriveBits', 'deriveKey', 'digest', 'encrypt', 'exportKey'],
  ...['generateKey', 'importKey', 'sign', 'unwrapKey', 'verify', 'wrapKey'],
] as const;

/**
 * Replaces this process's random source and clock while `work` runs. WebCrypto works in threads, so what runs side by
 * side would draw in any order. Here its operations wait for one another.
 */
export async function withFixedChance<T>(seed: string, work: () => Promise<T>): Promise<T> {
  let drawn = 0;
  const draw = (length: number): Buffer => {
    const blocks = Array.from({ length: Math.ceil(length / 32) }, () =>
      createHash('sha256').update(`${seed} ${drawn++}`).digest(),
    );
    return Buffer.concat(blocks).subarray(0, length);
  };
  const subtle = crypto.subtle as unknown as Subtle;
  const original = Object.fromEntries(OPERATIONS.map((name) => [name, subtle[name]!.bind(subtle)])) as Subtle;

  let last: Promise<unknown> = Promise.resolve();
  const queued =
    (operation: (...args: never[]) => Promise<unknown>) =>
    (...args: never[]) => {
      const done = last.then(() => operation(...args));
      last = done.catch(() => {});
      return done;
    };
  const getRandomValues = crypto.getRandomValues;
  crypto.getRandomValues = (<A extends NodeJS.TypedArray>(array: A): A => {
    new Uint8Array(array.buffer, array.byteOffset, array.byteLength).set(draw(array.byteLength));
    return array;
  }) as typeof crypto.getRandomValues;
  const { randomUUID } = crypto;
  crypto.randomUUID = () => {
    const groups = /^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/;
    return draw(16).toString('hex').replace(groups, '$1-$2-4$3-8$4-$5') as ReturnType<typeof randomUUID>;
  };
  // In Node, shamir-secret-sharing draws from here.
  const { randomBytes } = nodeCrypto;
  nodeCrypto.randomBytes = ((length: number) =>
    Buffer.from(new Uint8Array(draw(length)).buffer)) as typeof randomBytes;
  syncBuiltinESMExports();
  const RealDate = globalThis.Date;
  globalThis.Date = class extends RealDate {
    constructor() {
      super(MOMENT);
    }

    static override now(): number {
      return FIXED_MOMENT;
    }
  } as DateConstructor;
  for (const name of OPERATIONS) {
    subtle[name] = queued(original[name]!);
  }
  try {
    return await work();
  } finally {
    crypto.getRandomValues = getRandomValues;
    crypto.randomUUID = randomUUID;
    nodeCrypto.randomBytes = randomBytes;
    syncBuiltinESMExports();
    globalThis.Date = RealDate;
    for (const name of OPERATIONS) delete subtle[name];
  }
}
