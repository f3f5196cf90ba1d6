/** A bucket behind the API, and the move to it from a folder. */
import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from '@jest/globals';
import { File } from '../../db/entities/file.ts';
import { RemovedFile } from '../../db/entities/removed-file.ts';
import {
  announce,
  asBrowser,
  breakOff,
  newFile,
  readBytes,
  sendBytes,
  storeFile,
} from '../support/builders/files.ts';
import { buildOwner } from '../support/builders/owner.ts';
import { storeEntry } from '../support/builders/vault-entries.ts';
import { adminCommand } from '../support/clients/admin-command.ts';
import { client } from '../support/clients/client.ts';
import { killApiProcesses, startApiProcess } from '../support/servers/api-process.ts';
import { gateway, startBucket } from '../support/servers/s3.ts';
import { useApi } from '../support/servers/use-api.ts';
import { serviceVariables } from '../support/service-variables.ts';
import { until } from '../support/until.ts';
import { useFolder } from '../support/use.ts';

const MIB = 1024 * 1024;

const folder = useFolder('vault-move-');
const api = await useApi({ FILES_DIR: join(folder, 'files') }, { clock: Date.now });
afterEach(() => killApiProcesses());

const [play, why] = gateway ? [test, ''] : [test.skip, ' [not tested: there is no versitygw]'];

play(
  `files move to a bucket while it takes new ones, and every backup still finds its own${why}`,
  async () => {
    const owner = await buildOwner(api);
    const entryId = await storeEntry(owner);
    const em = api.em();
    const who = owner.browser;
    const [old, damaged] = [newFile(9 * MIB), newFile(1_000)];
    const [oldId, damagedId] = [await storeFile(who, entryId, old), await storeFile(who, entryId, damaged)];
    const begun = newFile(1_000);
    expect((await announce(who, entryId, begun)).status).toBe(201);

    await using bucket = await startBucket(join(folder, 'gateway'));
    const variables = {
      ...serviceVariables(api.config),
      FILES_DIR: join(folder, 'files'),
      FILES_S3_ENDPOINT: bucket.endpoint,
      FILES_S3_BUCKET: bucket.bucket,
      FILES_S3_ACCESS_KEY_ID: bucket.accessKeyId,
      FILES_S3_SECRET_ACCESS_KEY: bucket.secretAccessKey,
    };
    const process = await startApiProcess(api, { ...variables, DEFAULT_PLAN: 'family' });
    const there = client(process, { cookies: Object.fromEntries(who.cookies) });
    const read = async (id: string, more = {}) =>
      (await readBytes(asBrowser(process, there, id), more)).bytes;
    expect((await read(oldId)).equals(old.bytes)).toBe(true);

    // A new file goes to the bucket, is cut off and continued, and is read by range.
    const film = newFile(20 * MIB);
    const { id } = (await announce(there, entryId, film)).body.file;
    await breakOff(asBrowser(process, there, id), 0, film, 11 * MIB);
    const row = () => em.fork().findOneOrFail(File, { userId: owner.id, id });
    await until('the request has ended', async () => (await row()).writer === null);
    const head = await readBytes(asBrowser(process, there, id), {}, 'HEAD');
    const offset = Number(head.headers.get('upload-offset'));
    expect(offset).toBeGreaterThan(0);
    expect((await sendBytes(there, id, offset, film.bytes.subarray(offset))).status).toBe(204);
    expect([(await row()).store, (await read(id)).equals(film.bytes)]).toEqual(['s3', true]);
    expect(await read(id, { Range: 'bytes=8388607-8388608' })).toEqual(
      film.bytes.subarray(8_388_607, 8_388_609),
    );

    const { key } = await em.findOneOrFail(File, { userId: owner.id, id: oldId });
    const { key: damagedKey } = await em.findOneOrFail(File, { userId: owner.id, id: damagedId });
    await writeFile(join(folder, 'files', damagedKey), Buffer.alloc(1_000));
    const move = () => adminCommand(['move-files', '--data', join(folder, 'nothing')], variables);
    expect(await move()).toEqual({
      code: 3,
      stdout: `Not moved: folder/${damagedKey}, file ${damagedId} of owner ${owner.id}: it is damaged.
1 file moved. The original files are kept for 30 days. 1 file was not moved. 1 upload isn’t finished: run this again when it is, in 3 days at the latest.
`,
      stderr: '',
    });
    expect((await read(oldId)).equals(old.bytes)).toBe(true);
    // Yesterday's backup names the original bytes, which no longer take up anybody's room.
    expect((await stat(join(folder, 'files', key))).size).toBe(old.bytes.length);
    expect(await em.findOneOrFail(RemovedFile, { key })).toMatchObject({ store: 'folder', userId: null });
    await writeFile(join(folder, 'files', damagedKey), damaged.bytes);
    expect(await move()).toMatchObject({ code: 0, stdout: expect.stringMatching(/^1 file moved/) });
    const check = await adminCommand(['check-files', '--read', '--data', join(folder, 'nothing')], variables);
    expect(check).toEqual({ code: 0, stdout: '3 files: all there.\n', stderr: '' });
  },
);
