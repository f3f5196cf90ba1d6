/**
 * The document as used by a Python developer who has nothing else of ours. Needs Python 3.11 or later. If that or its
 * packages are missing, these tests say so and are skipped.
 */
import { once } from 'node:events';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { expect, test } from '@jest/globals';
import { checkout } from '../../../dev/instance/checkout.ts';
import { userOf, verificationToken } from '../../support/builders/account.ts';
import { findPython, type Python } from '../../support/clients/python.ts';
import { useApi } from '../../support/servers/use-api.ts';
import { useFolder } from '../../support/use.ts';

const found = await findPython('test/python');
const why = 'missing' in found ? ` [not played: ${found.missing}]` : '';
const python = found as Python;
const play = 'missing' in found ? test.skip : test;

const api = await useApi();
const folder = useFolder('python-client-');

play(`openapi-spec-validator accepts the document${why}`, async () => {
  expect(await python.run('-m', 'openapi_spec_validator', join(checkout, 'docs', 'openapi.json'))).toMatch(
    /OK$/m,
  );
});

play(
  `a client made by openapi-python-client registers, exports, imports that again, and pauses${why}`,
  async () => {
    const config = join(folder, 'config.json');
    // The generator must be told about newline-delimited JSON and parts of files, as about any other unknown type.
    const known = {
      'application/x-ndjson': 'application/octet-stream',
      'application/offset+octet-stream': 'application/octet-stream',
    };
    await writeFile(config, JSON.stringify({ post_hooks: [], content_type_overrides: known }));
    const made = join(folder, 'vault_client');
    const said = await python.run(
      ...['-m', 'openapi_python_client', 'generate', '--url', `${api.url}/openapi.json`],
      ...['--output-path', made, '--meta', 'none', '--config', config],
    );
    expect(said).not.toContain('WARNING');
    expect((await readdir(join(made, 'models'))).length).toBeLessThan(400);

    const script = join(checkout, 'test', 'python', 'play.py');
    const owner = python.start([script], { API_URL: api.url, PYTHONPATH: folder });
    const ended = once(owner, 'close');
    let complaint = '';
    owner.stderr?.on('data', (bytes) => {
      complaint += bytes;
    });
    const lines: string[] = [];
    for await (const line of createInterface({ input: owner.stdout! })) {
      lines.push(line);
      if (lines.length > 1) continue;
      const { id } = await userOf(api, line);
      owner.stdin?.end(`${await verificationToken(api, id)}\n`);
    }
    expect(complaint).toBe('');
    expect(await ended).toEqual([0, null]);
    expect(lines.at(-1)).toBe('played');
  },
);
