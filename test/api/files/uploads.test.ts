import { randomBytes, randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { Upload } from 'tus-js-client';
import { MOST_FILES } from '../../../api/billing/plans.ts';
import { VaultSize } from '../../../db/entities/vault-size.ts';
import { LEASE_MS, UNFINISHED_MS } from '../../../db/files.ts';
import {
  announce,
  asBrowser,
  breakOff,
  metadata,
  newFile,
  newFileId,
  OFFSET_STREAM,
  readBytes,
  sendBytes,
  storeFile,
} from '../../support/builders/files.ts';
import { switchOf } from '../../support/builders/handover.ts';
import { storeEntry } from '../../support/builders/vault-entries.ts';
import { head, openRaw } from '../../support/clients/raw-request.ts';
import { expectProblem, expectRefused } from '../../support/clients/refused.ts';
import { startApiProcess } from '../../support/servers/api-process.ts';
import { useFilesApi } from '../../support/servers/use-files-api.ts';
import { until } from '../../support/until.ts';

const MIB = 1024 * 1024;

const { folder, api, rowOf, ownerWithEntry, announced, arrived, read, patchHead, settled } =
  await useFilesApi();

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

  test('that is stored is never sent twice, and comes back from the trash when it is announced again', async () => {
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

  test('is announced and sent without a sign of life, because a page that its owner left open goes on with it', async () => {
    const { owner, who, entryId } = await ownerWithEntry();
    const before = (await switchOf(api, owner)).state.lastSeenAt;
    const file = newFile(9);
    api.clock.now += 1_000;
    const id = await announced(who, entryId, file);
    expect((await announce(who, entryId, file)).status).toBe(200);
    expect((await sendBytes(who, id, 0, file.bytes)).status).toBe(204);
    expect((await switchOf(api, owner)).state.lastSeenAt).toBe(before);
  });

  test('is deleted with a sign of life, and a missing one without', async () => {
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

  test('is named by an export that can be imported, even if all files of an account are in one entry', async () => {
    const { owner, who, entryId } = await ownerWithEntry();
    await api.em().execute(
      `insert into file (user_id, id, entry_id, size, sha256, state, store, key, created_at, touched_at)
       select ?, gen_random_uuid(), ?, 1, encode(sha256(n::text::bytea), 'hex'), 'stored', 'folder',
         gen_random_uuid(), now(), now() from generate_series(1, ?) n`,
      [owner.id, entryId, MOST_FILES],
    );
    const { body } = await who.raw.get('/vault/export');
    expect(body.entries[0].files).toHaveLength(MOST_FILES);
    const { entries, ...about } = body;
    const lines = [about, ...entries].map((each) => JSON.stringify(each)).join('\n');
    for (const imported of [
      await who.raw.post('/vault/import', body),
      await who.raw.post('/vault/import', lines, { 'Content-Type': 'application/x-ndjson' }),
    ])
      expect(imported.body).toMatchObject({ created: 0, updated: 0, total: 1 });
  });

  test('is sent by tus-js-client, which is interrupted and goes on', async () => {
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
    const upload = await openRaw(dying.url);
    upload.send(patchHead(who, id, file.bytes.length, dying));
    upload.send(file.bytes.subarray(0, 3 * MIB));
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

describe('an announcement', () => {
  test('is compared with the bytes that arrive: others are discarded, and their room is freed', async () => {
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
    const upload = await openRaw(api.url);
    upload.send(
      head(`PATCH /api/v1/files/${id}`, {
        ...asBrowser(api, who, id).headers,
        'Tus-Resumable': '1.0.0',
        'Content-Type': OFFSET_STREAM,
        'Upload-Offset': 0,
        'Transfer-Encoding': 'chunked',
      }),
    );
    for (let at = 0; at < 120_000; at += 40_000) {
      upload.send(`${(40_000).toString(16)}\r\n`);
      upload.send(randomBytes(40_000));
      upload.send('\r\n');
    }
    expect((await upload.answer()).status).toBe(413);
    expect(await settled(owner, id)).toBeLessThanOrEqual(file.bytes.length);
  });

  test.each<[string, Record<string, string>, string]>([
    ['no length', { 'Upload-Length': '' }, 'headers.upload-length'],
    ['a forged length', { 'Upload-Length': '-1' }, 'headers.upload-length'],
    ['nothing', { 'Upload-Length': '0' }, 'headers.upload-length'],
    ['no entry', { 'Upload-Metadata': metadata({ sha256: '0'.repeat(64) }) }, 'metadata.entryId'],
    ['an invalid hash', { 'Upload-Metadata': metadata({ sha256: 'x' }) }, 'metadata.sha256'],
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
    const headers = {
      'Upload-Length': '9',
      'Upload-Metadata': metadata({ entryId, sha256: '0'.repeat(64) }),
    };
    await expectRefused(api, () => who.raw.post('/files', undefined, headers), 'tus_version');
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
