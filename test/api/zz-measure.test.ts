import { randomBytes, randomUUID } from 'node:crypto';
import { test } from '@jest/globals';
import { startApi } from '../support/api.ts';
import { buildOwner } from '../support/builders.ts';
import { newEntry } from '../support/vault.ts';

test('measure', async () => {
  const api = await startApi({ DEFAULT_PLAN: 'family' });
  const owner = await buildOwner(api);
  const mk = (bytes: number) =>
    Array.from({ length: 5_000 }, () =>
      newEntry({ id: randomUUID(), encryptedData: randomBytes(bytes).toString('base64') }),
    );
  for (const bytes of [300, 4_500]) {
    const body = JSON.stringify({ entries: mk(bytes), mode: 'replace' });
    const t = performance.now();
    const r = await owner.program.post('/vault/import', body);
    console.log(
      bytes,
      'import',
      (body.length / 1e6).toFixed(1),
      'MB',
      r.status,
      Math.round(performance.now() - t),
      'ms',
    );
  }
  await api.close();
}, 120_000);
