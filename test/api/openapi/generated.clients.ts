/**
 * Clients that four generators make from the document as it is served, each compiled and used by an owner who
 * registers, logs in, stores a sealed entry, reads it, checks in and logs out. `npm run clients` runs them, because
 * they need Go, Java with Maven, and Rust, and take minutes. test/python/ tests a fifth.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { beforeAll, expect, test } from '@jest/globals';
import { userOf, verificationToken } from '../../support/builders/account.ts';
import { useApi } from '../../support/servers/use-api.ts';
import { useFolder } from '../../support/use.ts';
import { GENERATORS } from './generators.ts';

const api = await useApi();
const folder = useFolder('clients-');
const document = join(folder, 'openapi.json');
beforeAll(async () => {
  await writeFile(document, await (await fetch(`${api.url}/openapi.json`)).text());
});

const wanted = process.env.PLAY_CLIENTS?.split(',').filter(Boolean) ?? [];
const names = wanted.length > 0 ? wanted : Object.keys(GENERATORS);

test.each(names)(
  'an owner uses the client that %s generates from the document',
  async (name) => {
    const { command, args } = await GENERATORS[name]!(document, join(folder, name));
    const owner = spawn(command, args, { env: { ...process.env, API_URL: api.url } });
    const ended = once(owner, 'close');
    let complaint = '';
    owner.stderr.on('data', (bytes) => {
      complaint += bytes;
    });
    const lines: string[] = [];
    for await (const line of createInterface({ input: owner.stdout })) {
      lines.push(line);
      if (lines.length > 1) continue;
      const { id } = await userOf(api, line);
      owner.stdin.end(`${await verificationToken(api, id)}\n`);
    }
    expect(complaint).toBe('');
    expect(await ended).toEqual([0, null]);
    expect(lines.at(-1)).toBe('played');
  },
  3_600_000,
);
