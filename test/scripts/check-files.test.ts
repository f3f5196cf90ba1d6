import { randomUUID } from 'node:crypto';
import { rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { File } from '../../db/entities/file.ts';
import { OperatorLog } from '../../db/entities/operator-log.ts';
import { newFile, storeFile } from '../support/builders/files.ts';
import { buildOwner } from '../support/builders/owner.ts';
import { storeEntry } from '../support/builders/vault-entries.ts';
import { adminCommand } from '../support/clients/admin-command.ts';
import { useApi } from '../support/servers/use-api.ts';
import { serviceVariables } from '../support/service-variables.ts';
import { useFolder } from '../support/use.ts';

const folder = useFolder('vault-files-');
const api = await useApi({ FILES_DIR: folder }, { clock: Date.now });
const variables = serviceVariables(api.config);

const check = (more: Record<string, string> = { FILES_DIR: folder }, ...flags: string[]) =>
  adminCommand(['check-files', ...flags, '--data', join(folder, 'nothing')], { ...variables, ...more });

test('check-files says what is missing, has another size, is damaged or not referenced, and changes nothing', async () => {
  const owner = await buildOwner(api);
  const entryId = await storeEntry(owner);
  const em = api.em();
  const stored = async () => {
    const id = await storeFile(owner.program, entryId, newFile(100));
    return em.findOneOrFail(File, { userId: owner.id, id });
  };
  const [good, lost, cut, removed] = [await stored(), await stored(), await stored(), await stored()];
  expect(await check()).toEqual({ code: 0, stdout: '4 files: all there.\n', stderr: '' });
  await em.nativeDelete(File, { userId: owner.id, id: removed.id });
  await rm(join(folder, lost.key));
  await truncate(join(folder, cut.key), 99);
  const stray = randomUUID();
  await writeFile(join(folder, stray), 'x');
  const { code, stdout } = await check();
  expect(code).toBe(3);
  expect(stdout.trim().split('\n').toSorted()).toEqual(
    [
      `Missing: folder/${lost.key}, file ${lost.id} of owner ${owner.id}.`,
      `Wrong size (99 instead of 100 bytes): folder/${cut.key}, file ${cut.id} of owner ${owner.id}.`,
      `Not referenced: folder/${stray}.`,
      '3 files: 2 missing, of another size or damaged. 1 object is not referenced. The worker removes what is ours in 30 days.',
    ].toSorted(),
  );
  expect(stdout).not.toContain(good.key);
  // A file whose content a disk lost in a crash may have the right size.
  await writeFile(join(folder, good.key), Buffer.alloc(100));
  expect((await check({ FILES_DIR: folder }, '--read')).stdout).toContain(`Damaged: folder/${good.key}`);
  expect(await em.count(OperatorLog, { action: 'files_checked' })).toBe(3);
  expect((await check({})).stderr).toMatch(/^No store of files is configured/);
  for (const [wrong, sentence] of [
    [{ FILES_DIR: join(folder, good.key, 'x') }, 'The store of files cannot be used (ENOTDIR'],
    [
      { FILES_DIR: folder, REDIS_TLS: 'true', REDIS_TLS_CA: '/none' },
      'The configuration cannot be used: REDIS_TLS_CA names',
    ],
  ] as const) {
    const { stderr } = await check(wrong);
    expect(stderr).toContain(sentence);
    expect(stderr.trim()).not.toContain('\n');
  }
});
