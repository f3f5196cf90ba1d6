/** What an attacker, a full plan and a lost store cannot do to files. */
import { execFile } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import { MOST_FILES } from '../../../api/billing/plans.ts';
import { File } from '../../../db/entities/file.ts';
import { Session } from '../../../db/entities/session.ts';
import { VaultSize } from '../../../db/entities/vault-size.ts';
import { takeLease } from '../../../db/files.ts';
import {
  announce,
  asBrowser,
  newFile,
  OFFSET_STREAM,
  readBytes,
  sendBytes,
  storeFile,
} from '../../support/builders/files.ts';
import { buildOwner } from '../../support/builders/owner.ts';
import { storeEntry } from '../../support/builders/vault-entries.ts';
import { head, openRaw } from '../../support/clients/raw-request.ts';
import { expectProblem, expectRefused } from '../../support/clients/refused.ts';
import { startApi } from '../../support/servers/api.ts';
import { startApiProcess } from '../../support/servers/api-process.ts';
import { useFilesApi } from '../../support/servers/use-files-api.ts';
import { until } from '../../support/until.ts';

const MIB = 1024 * 1024;
const MB = 1e6;

const { folder, api, rowOf, ownerWithEntry, announced, arrived, read, patchHead, settled } =
  await useFilesApi();

describe('an attacker', () => {
  test('can’t send to, ask about, read, delete or restore another owner’s upload', async () => {
    const { who, entryId } = await ownerWithEntry();
    const file = newFile(1_000);
    const id = await announced(who, entryId, file);
    const thief = (await buildOwner(api)).browser;
    await expectRefused(api, () => sendBytes(thief, id, 0, file.bytes), 'not_found');
    expect((await readBytes(asBrowser(api, thief, id), {}, 'HEAD')).status).toBe(404);
    await sendBytes(who, id, 0, file.bytes);
    for (const attempt of [
      () => thief.raw.get(`/files/${id}`),
      () => thief.raw.delete(`/files/${id}`),
      () => thief.raw.delete(`/files/${id}?permanently=true`),
      () => thief.raw.post(`/files/${id}/restore`),
    ]) {
      await expectRefused(api, attempt, 'not_found');
    }
    expect((await thief.raw.get('/files')).body.files).toEqual([]);
  });

  test.each(['', '-1', '1e3', '0x10', '9007199254740993000', ' ', '500, 500'])(
    'who forges the offset %p changes nothing',
    async (offset) => {
      const { owner, who, entryId } = await ownerWithEntry();
      const file = newFile(1_000);
      const id = await announced(who, entryId, file);
      await sendBytes(who, id, 0, file.bytes.subarray(0, 500));
      const forged = sendBytes(who, id, 0, file.bytes.subarray(500), { 'Upload-Offset': offset });
      await expectProblem(forged, '400 validation_failed');
      expect(await settled(owner, id)).toBe(500);
    },
  );

  test.each([0, 499, 501, 1_000, 1_001])(
    'who goes on at %d of 500 bytes is told where to go on',
    async (offset) => {
      const { owner, who, entryId } = await ownerWithEntry();
      const file = newFile(1_000);
      const id = await announced(who, entryId, file);
      await sendBytes(who, id, 0, file.bytes.subarray(0, 500));
      const { body } = await expectProblem(
        sendBytes(who, id, offset, randomBytes(10)),
        '409 offset_mismatch',
      );
      expect(body.detail).toBe('500 bytes have arrived.');
      expect(await settled(owner, id)).toBe(500);
    },
  );

  test('whose session ended can’t finish what they began', async () => {
    const { owner, who, entryId } = await ownerWithEntry();
    const file = newFile(200_000);
    const id = await announced(who, entryId, file);
    const upload = await openRaw(api.url);
    upload.send(patchHead(who, id, file.bytes.length));
    upload.send(file.bytes.subarray(0, 150_000));
    await until('it is being written', async () => (await rowOf(owner, id)).writer !== null);
    await api.em().nativeUpdate(Session, { userId: owner.id }, { revokedAt: new Date(api.clock.now) });
    upload.send(file.bytes.subarray(150_000));
    expect((await upload.answer()).status).toBe(401);
    expect((await rowOf(owner, id)).state).toBe('uploading');
  });

  test('can’t send anything compressed, of another type, or to a file that another request writes', async () => {
    const { owner, who, entryId } = await ownerWithEntry();
    const file = newFile(1_000);
    const id = await announced(who, entryId, file);
    const packed = { 'Content-Encoding': 'gzip' };
    await expectProblem(sendBytes(who, id, 0, file.bytes, packed), '415 unsupported_media_type');
    const typed = { 'Content-Type': 'application/octet-stream' };
    await expectProblem(sendBytes(who, id, 0, file.bytes, typed), '415 unsupported_media_type');
    await takeLease(api.em(), { userId: owner.id, id, writer: randomUUID() }, new Date(api.clock.now));
    const { headers } = await expectProblem(sendBytes(who, id, 0, file.bytes), '423 file_locked');
    expect(headers.get('retry-after')).toBe('5');
    expect(await arrived(who, id)).toBe(0);
  });

  test('sends three files at a time, and the rest in turn', async () => {
    const { owner, who, entryId } = await ownerWithEntry();
    const begun = await Promise.all(
      Array.from({ length: 3 }, async () => {
        const file = newFile(200_000);
        const id = await announced(who, entryId, file);
        const upload = await openRaw(api.url);
        upload.send(
          head(`PATCH /api/v1/files/${id}`, {
            ...asBrowser(api, who, id).headers,
            'Tus-Resumable': '1.0.0',
            'Content-Type': OFFSET_STREAM,
            'Upload-Offset': 0,
            'Content-Length': file.bytes.length,
          }),
        );
        upload.send(file.bytes.subarray(0, 100_000));
        await until('it is being written', async () => (await rowOf(owner, id)).writer !== null);
        return { asked: upload, file };
      }),
    );
    const fourth = newFile(200_000);
    const id = await announced(who, entryId, fourth);
    await expectProblem(sendBytes(who, id, 0, fourth.bytes), '429 rate_limited');
    // Other large bodies don't wait for a film.
    const large = randomBytes(200_000).toString('base64');
    await storeEntry(owner, { encryptedData: large });
    for (const { asked: upload, file } of begun) {
      upload.send(file.bytes.subarray(100_000));
      expect((await upload.answer()).status).toBe(204);
    }
    expect((await sendBytes(who, id, 0, fourth.bytes)).status).toBe(204);
  });
});

describe('the room of a plan', () => {
  test('is never exceeded by 20 announcements at once, and is reserved before a byte is sent', async () => {
    const { owner, who, entryId } = await ownerWithEntry();
    const replies = await Promise.all(
      Array.from({ length: 20 }, () =>
        announce(who, entryId, { bytes: { length: 3 * MB }, sha256: newFile(8).sha256 }),
      ),
    );
    const taken = replies.filter(({ status }) => status === 201);
    const refused = replies.filter(({ status, body }) => status === 403 && body.code === 'plan_limit');
    expect([taken.length, refused.length]).toEqual([6, 14]);
    expect(refused[0]?.body.detail).toBe(
      'Your plan, free, allows 20 MB of files, and this would make 21 MB. Deleting files permanently makes room: those ' +
        'in the trash are included. The pro plan allows 20 GB; the operator of this service can set it.',
    );
    const { body } = await who.raw.get('/billing/status');
    expect([body.limits.fileBytes, body.usage.fileBytes]).toEqual([20 * MB, 18 * MB]);
    expect((await who.raw.get('/billing/plans')).body.plans.free.fileBytes).toBe(20 * MB);
    // An upload that ends gives it back.
    await who.raw.delete(`/files/${taken[0]?.body.file.id}`);
    expect(
      (await announce(who, entryId, { bytes: { length: 5 * MB }, sha256: newFile(8).sha256 })).status,
    ).toBe(201);
    expect(await api.em().findOneOrFail(VaultSize, { userId: owner.id })).toMatchObject({
      files: 6,
      fileBytes: 20 * MB,
    });
  });

  test('has no place for more tiny files than an account may have', async () => {
    const { owner, who, entryId } = await ownerWithEntry();
    await api.em().execute(
      `insert into file (user_id, id, entry_id, size, sha256, state, store, key, created_at, touched_at)
       select ?, gen_random_uuid(), ?, 1, encode(sha256(n::text::bytea), 'hex'), 'stored', 'folder', gen_random_uuid(), ?, ?
       from generate_series(1, ?) n`,
      [owner.id, entryId, new Date(api.clock.now), new Date(api.clock.now), MOST_FILES],
    );
    await expectRefused(api, () => announce(who, entryId, newFile(8)), 'plan_limit');
  });

  test('cannot be regained by deleting and sending repeatedly', async () => {
    const { owner, who, entryId } = await ownerWithEntry();
    const large = { bytes: { length: 15 * MIB } };
    for (let round = 0; round < 3; round += 1) {
      const { body } = await announce(who, entryId, { ...large, sha256: newFile(8).sha256 });
      const { id } = body.file;
      await api.em().nativeUpdate(File, { userId: owner.id, id }, { state: 'stored' });
      expect((await who.raw.delete(`/files/${id}`)).status).toBe(204);
      expect((await who.raw.delete(`/files/${id}?permanently=true`)).status).toBe(204);
    }
    const reply = await announce(who, entryId, { bytes: { length: 16 * MIB }, sha256: newFile(8).sha256 });
    await expectProblem(reply, '403 plan_limit');
    expect(reply.body.detail).toMatch(/permanently deleted recently/);
  });
});

describe('a store', () => {
  test('that is not configured takes no files', async () => {
    await using without = await startApi();
    const owner = await buildOwner(without);
    const entryId = await storeEntry(owner);
    await expectRefused(without, () => announce(owner.browser, entryId, newFile(9)), 'files_disabled');
  });

  test('that is gone loses nothing: uploads and files go on when it is back', async () => {
    const { who, entryId } = await ownerWithEntry();
    const file = newFile(2_000);
    const stored = await storeFile(who, entryId, file);
    const other = newFile(2_000);
    const id = await announced(who, entryId, other);
    await sendBytes(who, id, 0, other.bytes.subarray(0, 1_000));
    await rename(folder, `${folder}-gone`);
    await expectProblem(sendBytes(who, id, 1_000, other.bytes.subarray(1_000)), '503 dependency_unavailable');
    await expectProblem(who.raw.get(`/files/${stored}`), '503 dependency_unavailable');
    await rename(`${folder}-gone`, folder);
    expect((await sendBytes(who, id, 1_000, other.bytes.subarray(1_000))).status).toBe(204);
    expect((await read(who, id)).equals(other.bytes)).toBe(true);
    expect((await read(who, stored)).equals(file.bytes)).toBe(true);
  });

  test('that hangs takes no place from other requests', async () => {
    const { owner, who, entryId } = await ownerWithEntry();
    const id = await storeFile(who, entryId, newFile(1_000));
    const { key } = await rowOf(owner, id);
    // As on a disk that doesn't answer, nobody can open a pipe for reading before someone writes to it.
    await rm(join(folder, key));
    await promisify(execFile)('mkfifo', [join(folder, key)]);
    const reads = Array.from({ length: 4 }, () =>
      expectProblem(who.raw.get(`/files/${id}`), '503 dependency_unavailable'),
    );
    await until('all of them wait', () => api.deps.quotas.downloads.used === reads.length);
    expect((await who.post('/activity/check-in')).status).toBe(200);
    await Promise.all(reads);
    await (await open(join(folder, key), 'r+')).close();
  });

  test('that is no longer configured is like one that is gone, and uploads to it can be ended', async () => {
    const { owner, who, entryId } = await ownerWithEntry();
    const stored = await storeFile(who, entryId, newFile(9));
    const id = await announced(who, entryId, newFile(99));
    await api.em().nativeUpdate(File, { userId: owner.id }, { store: 's3' });
    await expectProblem(who.raw.get(`/files/${stored}`), '503 dependency_unavailable');
    expect((await who.raw.delete(`/files/${id}`)).status).toBe(204);
    expect(await api.em().count(File, { userId: owner.id })).toBe(1);
  });

  test('that is full says so, keeps what has arrived, and goes on where there is room', async () => {
    const { owner, who, entryId } = await ownerWithEntry();
    const file = newFile(3 * MIB);
    const stored = await storeFile(who, entryId, newFile(1_000));
    const id = await announced(who, entryId, file);
    const full = await startApiProcess(api, { FILES_DIR: folder, DEFAULT_PLAN: 'free' }, MIB / 512 + 1);
    const upload = await openRaw(full.url);
    upload.send(patchHead(who, id, file.bytes.length, full));
    upload.send(file.bytes);
    expect((await upload.answer()).status).toBe(507);
    const offset = await settled(owner, id);
    expect(offset).toBe(MIB + 512);
    const { key } = await rowOf(owner, stored);
    expect(await api.deps.files?.current.bytes(key)).toBe(1_000);
    expect((await sendBytes(who, id, offset, file.bytes.subarray(offset))).status).toBe(204);
    expect((await read(who, id)).equals(file.bytes)).toBe(true);
  });

  test('names its files by nothing that reveals their owners', async () => {
    const { owner, who, entryId } = await ownerWithEntry();
    const id = await storeFile(who, entryId, newFile(9));
    const names = (await readdir(folder)).join();
    for (const each of [owner.id, entryId, id]) expect(names).not.toContain(each);
  });
});
