/** Files from an outsider's view: Debian's `age` opens them. If it is missing, this says so and is skipped. */
import { createReadStream, createWriteStream } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { expect, test } from '@jest/globals';
import { encryptFile } from '../../crypto/index.ts';
import { type AgeCommand, findAge } from '../support/clients/age.ts';
import { useFolder } from '../support/use.ts';

const found = await findAge();
const why = 'missing' in found ? ` [not opened: ${found.missing}]` : '';
const age = found as AgeCommand;
const play = 'missing' in found ? test.skip : test;

const folder = useFolder('age-');

play.each([1, 65_536, 3_000_001])(`the age command opens a file of %d bytes${why}`, async (size) => {
  const [plain, sealed, identity, out] = ['plain', 'sealed', 'identity', 'out'].map((name) =>
    join(folder, `${name}-${size}`),
  ) as [string, string, string, string];
  await writeFile(
    plain,
    Uint8Array.from({ length: size }, (_, i) => i % 251),
  );
  const { ciphertext, key } = await encryptFile(
    Readable.toWeb(createReadStream(plain)) as ReadableStream<Uint8Array>,
  );
  await pipeline(ciphertext, createWriteStream(sealed));
  await writeFile(identity, `${key().identity}\n`);
  await age.decrypt(sealed, identity, out);
  expect((await readFile(out)).equals(await readFile(plain))).toBe(true);
});
