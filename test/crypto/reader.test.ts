/**
 * docs/crypto.md from an outsider's view: a reader in Python, written from that page alone, opens every vector. If Python
 * or its packages are missing, this says what to install and is skipped.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { checkout } from '../../dev/instance/checkout.ts';
import { findPython, type Python } from '../support/clients/python.ts';

const found = await findPython('test/crypto');
const why = 'missing' in found ? ` [not read: ${found.missing}]` : '';
const python = found as Python;
const play = 'missing' in found ? test.skip : test;

const reader = join(checkout, 'test', 'crypto', 'reader.py');
const vectors = join(checkout, 'docs', 'crypto-vectors.json');

play(`the Python reader opens every vector, and refuses every forgery${why}`, async () => {
  const { vectors: written } = JSON.parse(await readFile(vectors, 'utf8')) as {
    vectors: { name: string; opens?: object; refused?: string }[];
  };
  const read = JSON.parse(await python.run(reader, vectors)) as Record<string, object>;
  expect(Object.keys(read)).toEqual(written.map(({ name }) => name));
  for (const { name, opens, refused } of written) {
    const expected = opens && !('refused' in read[name]!) ? opens : { refused };
    expect([name, read[name]]).toEqual([name, expect.objectContaining(expected)]);
  }
});

play(`the Python reader fails if a vector does not say what it holds${why}`, async () => {
  const file = JSON.parse(await readFile(vectors, 'utf8')) as { vectors: Record<string, unknown>[] };
  const forged = file.vectors.find(({ refused }) => refused === 'entry_forged');
  const opening = file.vectors.find(({ kind }) => kind === 'comparison');
  const folder = await mkdtemp(join(tmpdir(), 'crypto-reader-'));
  const says = async (wrong: Record<string, unknown>) => {
    const path = join(folder, 'vectors.json');
    await writeFile(path, JSON.stringify({ vectors: [wrong] }));
    return python.run(reader, path);
  };
  try {
    await expect(says({ ...opening, opens: { en: 'zoo' } })).rejects.toThrow(/en differs/);
    await expect(says({ ...opening, opens: undefined, refused: 'wrong_kit' })).rejects.toThrow(
      /should be refused/,
    );
    await expect(says({ ...forged, refused: 'wrong_kit' })).rejects.toThrow(
      /entry_forged instead of wrong_kit/,
    );
  } finally {
    await rm(folder, { recursive: true });
  }
});
