import { execFile } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, describe, expect, test } from '@jest/globals';
import { Upload } from 'tus-js-client';
import { MOST_FILES } from '../../../api/billing/plans.ts';
import { File } from '../../../db/entities/file.ts';
import { Session } from '../../../db/entities/session.ts';
import { VaultSize } from '../../../db/entities/vault-size.ts';
import { LEASE_MS, takeLease, UNFINISHED_MS } from '../../../db/files.ts';
import {
  announce,
  asBrowser,
  breakOff,
  metadata,
  newFile,
  newFileId,
  OFFSET_STREAM,
  readBytes,
  type SentFile,
  sendBytes,
  storeFile,
} from '../../support/builders/files.ts';
import { switchOf } from '../../support/builders/handover.ts';
import { type BuiltOwner, buildOwner } from '../../support/builders/owner.ts';
import { storeEntry } from '../../support/builders/vault-entries.ts';
import type { TestClient } from '../../support/clients/client.ts';
import { closeRawRequests, head, openRaw } from '../../support/clients/raw-request.ts';
import { expectProblem, expectRefused } from '../../support/clients/refused.ts';
import { startApi, type TestApi } from '../../support/servers/api.ts';
import { killApiProcesses, startApiProcess } from '../../support/servers/api-process.ts';
import { useApi } from '../../support/servers/use-api.ts';
import { until } from '../../support/until.ts';
import { useFolder } from '../../support/use.ts';

const MIB = 1024 * 1024;

const folder = useFolder('vault-files-');
const api = await useApi({ DEFAULT_PLAN: 'free', FILES_DIR: folder, FILES_QUOTA_FREE: '20MB' });
afterEach(() => {
  closeRawRequests();
  killApiProcesses();
});

const rowOf = (owner: BuiltOwner, id: string) => api.em().findOneOrFail(File, { userId: owner.id, id });

async function ownerWithEntry(): Promise<{ owner: BuiltOwner; who: TestClient; entryId: string }> {
  const owner = await buildOwner(api);
  return { owner, who: owner.browser, entryId: await storeEntry(owner) };
}

async function announced(who: TestClient, entryId: string, file: SentFile): Promise<string> {
  const { status, body, headers } = await announce(who, entryId, file);
  expect([status, headers.get('location')]).toEqual([201, `/api/v1/files/${body.file.id}`]);
  return body.file.id;
}

async function arrived(who: TestClient, id: string, at: Pick<TestApi, 'url' | 'origin'> = api) {
  const { status, headers } = await readBytes(asBrowser(at, who, id), {}, 'HEAD');
  expect(status).toBe(200);
  return Number(headers.get('upload-offset'));
}

const read = async (who: TestClient, id: string) => (await readBytes(asBrowser(api, who, id))).bytes;

/** The head of a request that sends a file from its beginning. */
const patchHead = (who: TestClient, id: string, bytes: number, at: Pick<TestApi, 'url' | 'origin'> = api) =>
  head(`PATCH /api/v1/files/${id}`, {
    ...asBrowser(at, who, id).headers,
    'Tus-Resumable': '1.0.0',
    'Content-Type': OFFSET_STREAM,
    'Upload-Offset': 0,
    'Content-Length': bytes,
  });

/** How much has arrived once nothing writes the file any more. */
async function settled(owner: BuiltOwner, id: string): Promise<number> {
  await until('the request has ended', async () => (await rowOf(owner, id)).writer === null);
  return arrived(owner.browser, id);
}

describe('a file', () => {
  test('is stored and read byte for byte, and listed with its entry', async () => {
    const { owner, who, entryId } = await ownerWithEntry();
    const file = newFile(3 * MIB + 7);
    const id = await announced(who, entryId, file);
    expect(await arrived(who, id)).toBe(0);
    const { status, headers, body } = await sendBytes(who, id, 0, file.bytes);
    expect([status, headers.get('upload-offset'), body]).toEqual([204, String(file.bytes.length), null]);
    expect((await read(who, id)).equals(file.bytes)).toBe(true);
    const listed = (await who.raw.get(`/files?entryId=${entryId}`)).body;
    expect(listed).toEqual({
      files: [
        {
          id,
          entryId,
          size: file.bytes.length,
          sha256: file.sha256,
          state: 'stored',
          createdAt: new Date(api.clock.now).toISOString(),
          deletedAt: null,
          expiresAt: null,
        },
      ],
      nextCursor: null,
    });
    expect((await owner.program.raw.get('/files')).body).toEqual(listed);
    expect((await who.raw.get(`/files?entryId=${randomUUID()}`)).body.files).toEqual([]);
  });

  test('has the id that its client chose, and the next pages of a list go on after it', async () => {
    const { who, entryId } = await ownerWithEntry();
    const ids = [newFileId(), newFileId(), newFileId()].sort();
    for (const id of ids) expect((await announce(who, entryId, newFile(9), { id })).body.file.id).toBe(id);
    const first = (await who.raw.get('/files?limit=2')).body;
    const second = (await who.raw.get(`/files?limit=2&cursor=${first.nextCursor}`)).body;
    expect([...first.files, ...second.files].map(({ id }) => id)).toEqual(ids);
    expect(second.nextCursor).toBeNull();
    const [taken = ''] = ids;
    await expectRefused(api, () => announce(who, entryId, newFile(9), { id: taken }), 'already_exists');
  });

  test('that is there is never sent twice, and comes back from the trash when it is announced again', async () => {
    const { who, entryId } = await ownerWithEntry();
    const file = newFile(1_000);
    const id = await storeFile(who, entryId, file);
    const again = await announce(who, entryId, file);
    expect([again.status, again.body.file]).toEqual([200, expect.objectContaining({ id, state: 'stored' })]);
    expect(await arrived(who, id)).toBe(1_000);
    await who.raw.delete(`/files/${id}`);
    expect((await announce(who, entryId, file)).body.file).toMatchObject({ id, state: 'stored' });
    const other = { ...file, bytes: { length: 999 } };
    await expectRefused(api, () => announce(who, entryId, other), 'already_exists');
    await expectRefused(api, () => announce(who, entryId, file, { id: newFileId() }), 'already_exists');
  });

  test('is deleted with a sign of life, and one that isn’t there without', async () => {
    const { owner, who, entryId } = await ownerWithEntry();
    const id = await storeFile(who, entryId, newFile(9));
    const seen = async () => (await switchOf(api, owner)).state.lastSeenAt;
    const before = await seen();
    api.clock.now += 1_000;
    await expectRefused(api, () => who.raw.delete(`/files/${newFileId()}`), 'not_found');
    expect((await owner.program.raw.delete(`/files/${id}`)).status).toBe(204);
    expect(await seen()).toBe(before);
    expect((await who.raw.delete(`/files/${id}`)).status).toBe(204);
    expect(await seen()).toBe(api.clock.now);
  });

  test('is named by an export, which can be imported as it is', async () => {
    const { owner, who, entryId } = await ownerWithEntry();
    const plain = await storeEntry(owner);
    const file = newFile(1_000);
    const id = await storeFile(who, entryId, file);
    await announce(who, entryId, newFile(9));
    const { body } = await who.raw.get('/vault/export');
    const files = [{ id, size: 1_000, sha256: file.sha256 }];
    const named = (entries: { id: string }[], wanted: string) => entries.find((each) => each.id === wanted);
    expect(named(body.entries, entryId)).toMatchObject({ files });
    expect(named(body.entries, plain)).not.toHaveProperty('files');
    const imported = await who.raw.post('/vault/import', { mode: 'replace', ...body });
    expect(imported.body).toMatchObject({ created: 0, updated: 0, total: 2 });
    expect((await read(who, id)).equals(file.bytes)).toBe(true);
  });

  test('is sent by tus-js-client, which breaks off and goes on', async () => {
    const { who, entryId } = await ownerWithEntry();
    const file = newFile(2 * MIB);
    const { headers } = asBrowser(api, who, '');
    const upload = (stopAt?: number) =>
      new Promise<string>((resolve, reject) => {
        const own = new Upload(file.bytes, {
          endpoint: `${api.url}/files`,
          headers,
          chunkSize: 512 * 1024,
          metadata: { entryId, sha256: file.sha256 },
          onError: reject,
          onSuccess: () => resolve(own.url ?? ''),
          onChunkComplete: (_size, accepted) => {
            if (stopAt !== undefined && accepted >= stopAt)
              void own.abort().then(() => resolve(own.url ?? ''));
          },
        });
        own.start();
      });
    const before = await upload(MIB);
    const after = await upload();
    expect(after).toBe(before);
    const id = after.split('/').at(-1) ?? '';
    expect((await read(who, id)).equals(file.bytes)).toBe(true);
  });
});

describe('an upload that is cut off', () => {
  test('three times goes on where it was, and is stored byte for byte', async () => {
    const { owner, who, entryId } = await ownerWithEntry();
    const file = newFile(6 * MIB);
    const id = await announced(who, entryId, file);
    let offset = 0;
    for (let cut = 0; cut < 3; cut += 1) {
      await breakOff(asBrowser(api, who, id), offset, file, MIB + cut);
      const before = offset;
      await until('some of it has arrived', async () => (await arrived(who, id)) > before);
      const reached = await settled(owner, id);
      expect(reached).toBeLessThan(file.bytes.length);
      offset = reached;
    }
    expect((await sendBytes(who, id, offset, file.bytes.subarray(offset))).status).toBe(204);
    expect((await read(who, id)).equals(file.bytes)).toBe(true);
  });

  test('by the death of its process goes on in another one, which reads and compares all of it', async () => {
    const { owner, who, entryId } = await ownerWithEntry();
    const file = newFile(4 * MIB);
    const id = await announced(who, entryId, file);
    const dying = await startApiProcess(api, { FILES_DIR: folder, DEFAULT_PLAN: 'free' });
    const asked = await openRaw(dying.url);
    asked.send(patchHead(who, id, file.bytes.length, dying));
    asked.send(file.bytes.subarray(0, 3 * MIB));
    const { key } = await rowOf(owner, id);
    const { files } = api.deps;
    await until('most of it has arrived', async () => (await files?.current.bytes(key)) === 3 * MIB);
    dying.child.kill('SIGKILL');
    const offset = await arrived(who, id);
    expect(offset).toBe(3 * MIB);
    // Its lease ends by itself.
    const rest = file.bytes.subarray(offset);
    await expectProblem(sendBytes(who, id, offset, rest), '423 file_locked');
    api.clock.now = Date.now() + LEASE_MS;
    expect((await sendBytes(who, id, offset, rest)).status).toBe(204);
    expect((await read(who, id)).equals(file.bytes)).toBe(true);
  });

  test('after its last byte, before it was compared, is compared when someone asks how much has arrived', async () => {
    const { owner, who, entryId } = await ownerWithEntry();
    const good = newFile(5_000);
    const id = await announced(who, entryId, good);
    const bad = newFile(5_000);
    const damaged = await announced(who, entryId, { ...bad, bytes: good.bytes });
    for (const each of [id, damaged]) {
      const { key } = await rowOf(owner, each);
      await api.deps.files?.current.create(key, 5_000);
      await api.deps.files?.current.write(
        key,
        0,
        (async function* () {
          yield Buffer.from(good.bytes);
        })(),
      );
    }
    expect(await arrived(who, id)).toBe(5_000);
    expect((await rowOf(owner, id)).state).toBe('stored');
    expect((await readBytes(asBrowser(api, who, damaged), {}, 'HEAD')).status).toBe(400);
    expect((await readBytes(asBrowser(api, who, damaged), {}, 'HEAD')).status).toBe(404);
  });

  test('between its row and its first byte begins from nothing', async () => {
    const { owner, who, entryId } = await ownerWithEntry();
    const file = newFile(900);
    const id = await announced(who, entryId, file);
    await sendBytes(who, id, 0, file.bytes.subarray(0, 500));
    await api.deps.files?.current.remove((await rowOf(owner, id)).key);
    expect(await arrived(who, id)).toBe(0);
    expect((await sendBytes(who, id, 0, file.bytes)).status).toBe(204);
    expect((await read(who, id)).equals(file.bytes)).toBe(true);
  });

  test('says when it ends, which is three days after it was last continued', async () => {
    const { who, entryId } = await ownerWithEntry();
    const { body, headers } = await announce(who, entryId, newFile(9));
    const end = api.clock.now + UNFINISHED_MS;
    expect(body.file.expiresAt).toBe(new Date(end).toISOString());
    expect(headers.get('upload-expires')).toBe(new Date(end).toUTCString());
  });
});

describe('what was announced', () => {
  test('is compared: other bytes are discarded, with their room', async () => {
    const { owner, who, entryId } = await ownerWithEntry();
    const file = newFile(5_000);
    const id = await announced(who, entryId, file);
    const key = (await rowOf(owner, id)).key;
    await expectProblem(sendBytes(who, id, 0, randomBytes(5_000)), '400 checksum_mismatch');
    expect((await who.raw.get('/files')).body.files).toEqual([]);
    expect(await api.deps.files?.current.bytes(key)).toBeNull();
    expect(await api.em().findOne(VaultSize, { userId: owner.id })).toMatchObject({ files: 0, fileBytes: 0 });
  });

  test('is the most that is taken, with a length and without one', async () => {
    const { owner, who, entryId } = await ownerWithEntry();
    const file = newFile(100_000);
    const id = await announced(who, entryId, file);
    const longer = Buffer.concat([file.bytes, randomBytes(1)]);
    await expectProblem(sendBytes(who, id, 0, longer), '413 payload_too_large');
    expect(await arrived(who, id)).toBe(0);
    // In chunks, the end is only known when it comes. Nothing beyond the announced length is written.
    const asked = await openRaw(api.url);
    asked.send(
      head(`PATCH /api/v1/files/${id}`, {
        ...asBrowser(api, who, id).headers,
        'Tus-Resumable': '1.0.0',
        'Content-Type': OFFSET_STREAM,
        'Upload-Offset': 0,
        'Transfer-Encoding': 'chunked',
      }),
    );
    for (let at = 0; at < 120_000; at += 40_000) {
      asked.send(`${(40_000).toString(16)}\r\n`);
      asked.send(randomBytes(40_000));
      asked.send('\r\n');
    }
    expect((await asked.answer()).status).toBe(413);
    expect(await settled(owner, id)).toBeLessThanOrEqual(file.bytes.length);
  });

  test.each<[string, Record<string, string>, string]>([
    ['no length', { 'Upload-Length': '' }, 'headers.upload-length'],
    ['a forged length', { 'Upload-Length': '-1' }, 'headers.upload-length'],
    ['nothing', { 'Upload-Length': '0' }, 'headers.upload-length'],
    ['no entry', { 'Upload-Metadata': metadata({ sha256: '0'.repeat(64) }) }, 'metadata.entryId'],
    ['a hash that is none', { 'Upload-Metadata': metadata({ sha256: 'x' }) }, 'metadata.sha256'],
    ['a name', { 'Upload-Metadata': metadata({ filename: 'will.pdf' }) }, 'metadata'],
  ])('is refused with %s', async (_, headers, path) => {
    const { who, entryId } = await ownerWithEntry();
    const sent = {
      'Tus-Resumable': '1.0.0',
      'Upload-Length': '9',
      'Upload-Metadata': metadata({ entryId, sha256: '0'.repeat(64) }),
      ...headers,
    };
    await expectRefused(api, () => who.raw.post('/files', undefined, sent), 'validation_failed', path);
  });

  test('is at most 2 GiB, of an entry of one’s own that is in the vault', async () => {
    const { owner, who, entryId } = await ownerWithEntry();
    const other = await ownerWithEntry();
    const sized = (length: number) => ({ bytes: { length }, sha256: '0'.repeat(64) });
    await expectRefused(api, () => announce(who, entryId, sized(2 ** 31 + 1)), 'payload_too_large');
    await expectRefused(api, () => announce(who, other.entryId, sized(9)), 'not_found');
    await owner.program.delete(`/vault/entries/${entryId}`);
    await expectRefused(api, () => announce(who, entryId, sized(9)), 'not_found');
    const asked = { 'Upload-Length': '9', 'Upload-Metadata': metadata({ entryId, sha256: '0'.repeat(64) }) };
    await expectRefused(api, () => who.raw.post('/files', undefined, asked), 'tus_version');
  });
});

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
    'who goes on at %d of 500 bytes is told where to',
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
    const asked = await openRaw(api.url);
    asked.send(patchHead(who, id, file.bytes.length));
    asked.send(file.bytes.subarray(0, 150_000));
    await until('it is being written', async () => (await rowOf(owner, id)).writer !== null);
    await api.em().nativeUpdate(Session, { userId: owner.id }, { revokedAt: new Date(api.clock.now) });
    asked.send(file.bytes.subarray(150_000));
    expect((await asked.answer()).status).toBe(401);
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
        const asked = await openRaw(api.url);
        asked.send(
          head(`PATCH /api/v1/files/${id}`, {
            ...asBrowser(api, who, id).headers,
            'Tus-Resumable': '1.0.0',
            'Content-Type': OFFSET_STREAM,
            'Upload-Offset': 0,
            'Content-Length': file.bytes.length,
          }),
        );
        asked.send(file.bytes.subarray(0, 100_000));
        await until('it is being written', async () => (await rowOf(owner, id)).writer !== null);
        return { asked, file };
      }),
    );
    const fourth = newFile(200_000);
    const id = await announced(who, entryId, fourth);
    await expectProblem(sendBytes(who, id, 0, fourth.bytes), '429 rate_limited');
    // Other large bodies don't wait for a film.
    const large = randomBytes(200_000).toString('base64');
    await storeEntry(owner, { encryptedData: large });
    for (const { asked, file } of begun) {
      asked.send(file.bytes.subarray(100_000));
      expect((await asked.answer()).status).toBe(204);
    }
    expect((await sendBytes(who, id, 0, fourth.bytes)).status).toBe(204);
  });
});

describe('the room of a plan', () => {
  test('is never exceeded by 20 announcements at once, and is reserved before a byte is sent', async () => {
    const { owner, who, entryId } = await ownerWithEntry();
    const replies = await Promise.all(
      Array.from({ length: 20 }, () =>
        announce(who, entryId, { bytes: { length: 3 * MIB }, sha256: newFile(8).sha256 }),
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
    expect([body.limits.files, body.usage.files]).toEqual([20 * MIB, 18 * MIB]);
    expect((await who.raw.get('/billing/plans')).body.plans.free.files).toBe(20 * MIB);
    // An upload that ends gives it back.
    await who.raw.delete(`/files/${taken[0]?.body.file.id}`);
    expect(
      (await announce(who, entryId, { bytes: { length: 5 * MIB }, sha256: newFile(8).sha256 })).status,
    ).toBe(201);
    expect(await api.em().findOneOrFail(VaultSize, { userId: owner.id })).toMatchObject({
      files: 6,
      fileBytes: 20 * MIB,
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
    const asked = await openRaw(full.url);
    asked.send(patchHead(who, id, file.bytes.length, full));
    asked.send(file.bytes);
    expect((await asked.answer()).status).toBe(507);
    const offset = await settled(owner, id);
    expect(offset).toBe(MIB + 512);
    const { key } = await rowOf(owner, stored);
    expect(await api.deps.files?.current.bytes(key)).toBe(1_000);
    expect((await sendBytes(who, id, offset, file.bytes.subarray(offset))).status).toBe(204);
    expect((await read(who, id)).equals(file.bytes)).toBe(true);
  });

  test('names its files by nothing that says whose they are', async () => {
    const { owner, who, entryId } = await ownerWithEntry();
    const id = await storeFile(who, entryId, newFile(9));
    const names = (await readdir(folder)).join();
    for (const each of [owner.id, entryId, id]) expect(names).not.toContain(each);
  });
});

test('OPTIONS says which parts of tus are spoken', async () => {
  const { status, headers } = await fetch(`${api.url}/files`, { method: 'OPTIONS' });
  expect(status).toBe(204);
  expect(Object.fromEntries(headers)).toMatchObject({
    'tus-version': '1.0.0',
    'tus-extension': 'creation,expiration,termination',
    'tus-max-size': String(2 ** 31),
  });
});
