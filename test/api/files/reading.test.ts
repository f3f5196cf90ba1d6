import { createHash } from 'node:crypto';
import { type ClientRequest, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { Activity } from '../../../db/entities/activity.ts';
import { Mail } from '../../../db/entities/mail.ts';
import { Successor } from '../../../db/entities/successor.ts';
import { asBrowser, newFile, readBytes, storeFile } from '../../support/builders/files.ts';
import { invite } from '../../support/builders/handover.ts';
import { buildOwner, buildOwnerWithSuccessor } from '../../support/builders/owner.ts';
import { storeEntry } from '../../support/builders/vault-entries.ts';
import { client } from '../../support/clients/client.ts';
import { expectProblem, expectRefused } from '../../support/clients/refused.ts';
import { useApi } from '../../support/servers/use-api.ts';
import { until } from '../../support/until.ts';
import { useFolder } from '../../support/use.ts';

const MIB = 1024 * 1024;
const HOUR_MS = 3_600_000;

const api = await useApi({ FILES_DIR: useFolder('vault-files-') });

describe('an owner', () => {
  const file = newFile(1_000);
  let address: ReturnType<typeof asBrowser>;
  beforeAll(async () => {
    const owner = await buildOwner(api);
    const id = await storeFile(owner.browser, await storeEntry(owner), file);
    address = asBrowser(api, owner.browser, id);
  });

  test('gets a file that no browser shows as a page', async () => {
    const { status, headers, bytes } = await readBytes(address);
    expect([status, bytes.equals(file.bytes)]).toEqual([200, true]);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': 'attachment',
      'content-length': '1000',
      'accept-ranges': 'bytes',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      etag: `"${file.sha256}"`,
    });
    const head = await readBytes(address, {}, 'HEAD');
    expect(Object.fromEntries(head.headers)).toMatchObject({
      'content-length': '1000',
      'upload-offset': '1000',
      'upload-length': '1000',
      etag: `"${file.sha256}"`,
    });
  });

  test.each([
    ['bytes=0-0', 0, 0],
    ['bytes=0-999', 0, 999],
    ['bytes=500-', 500, 999],
    ['bytes=999-', 999, 999],
    ['bytes=990-5000', 990, 999],
    ['bytes=-1', 999, 999],
    ['bytes=-5000', 0, 999],
    [' bytes=1-2 ', 1, 2],
  ])('gets the range %p', async (range, from, to) => {
    const { status, headers, bytes } = await readBytes(address, { Range: range });
    expect([status, headers.get('content-range'), headers.get('content-length')]).toEqual([
      206,
      `bytes ${from}-${to}/1000`,
      String(to - from + 1),
    ]);
    expect(bytes.equals(file.bytes.subarray(from, to + 1))).toBe(true);
  });

  test.each(['bytes=1000-', 'bytes=1000-2000', 'bytes=-0', 'bytes=999999999999-'])(
    'gets 416 for %p, with the size',
    async (range) => {
      const { status, headers } = await readBytes(address, { Range: range });
      expect([status, headers.get('content-range')]).toEqual([416, 'bytes */1000']);
    },
  );

  test.each([
    ...['bytes=5-1', 'bytes=0-1,5-6', `bytes=${Array(2_000).fill('0-').join(',')}`, 'lines=1-2', 'bytes'],
    ...['bytes=-', 'bytes=a-b', 'bytes=1-2-3', 'bytes=99999999999999999-', 'bytes=--1'],
  ])('gets the whole file once, whatever %p asks for', async (range) => {
    const { status, bytes } = await readBytes(address, { Range: range });
    expect([status, bytes.equals(file.bytes)]).toEqual([200, true]);
  });

  test('who has part of another file gets the whole one', async () => {
    const Range = 'bytes=1-2';
    expect((await readBytes(address, { Range, 'If-Range': `"${file.sha256}"` })).status).toBe(206);
    expect((await readBytes(address, { Range, 'If-Range': '"other"' })).status).toBe(200);
  });
});

test('readers get every byte, however often they stop', async () => {
  const owner = await buildOwner(api);
  const file = newFile(24 * MIB);
  const { url, headers } = asBrowser(
    api,
    owner.browser,
    await storeFile(owner.browser, await storeEntry(owner), file),
  );
  async function hashRead(stopsEvery: number): Promise<string> {
    const { body } = await fetch(url, { headers });
    const hash = createHash('sha256');
    let n = 0;
    for await (const chunk of body!) {
      hash.update(chunk);
      n += 1;
      if (n % stopsEvery === 0) await sleep(n % 7);
    }
    return hash.digest('hex');
  }
  expect(await Promise.all([1, 3, 10, Number.POSITIVE_INFINITY].map(hashRead))).toEqual(
    Array(4).fill(file.sha256),
  );
});

test('eight readers of one account are served at a time, and one that doesn’t read is cut off', async () => {
  const owner = await buildOwner(api);
  const id = await storeFile(owner.browser, await storeEntry(owner), newFile(32 * MIB));
  const { url, headers } = asBrowser(api, owner.browser, id);
  const idle = await Promise.all(
    Array.from(
      { length: 8 },
      () =>
        new Promise<ClientRequest>((resolve, reject) => {
          const req = request(url, { headers }, (answer) => {
            answer.pause();
            resolve(req);
          });
          req.on('error', reject);
          req.end();
        }),
    ),
  );
  await expectProblem(owner.browser.raw.get(`/files/${id}`), '429 rate_limited');
  const { downloads } = api.deps.quotas;
  await until('all of them are cut off', () => downloads.used === 0);
  for (const each of idle) each.destroy();
  expect((await readBytes({ url, headers })).status).toBe(200);
});

describe('a successor', () => {
  async function released(restrictToAssignedEntries = false) {
    const { successor, ...owner } = await buildOwnerWithSuccessor(api, { restrictToAssignedEntries });
    const left = await storeEntry(owner);
    const other = await storeEntry(owner);
    const file = newFile(5_000);
    const id = await storeFile(owner.browser, left, file);
    const otherId = await storeFile(owner.browser, other, newFile(5_000));
    await owner.browser.raw.put(`/successors/${successor.id}/assigned-entries`, {
      entryIds: [left],
      restrictToAssignedEntries,
    });
    const token = (await invite(api, owner)).get(successor.id);
    const { body } = await client(api).post('/handover/respond', { token, response: 'accept' });
    const address = (fileId: string, link: string = body.accessToken ?? '') => ({
      url: `${api.url}/vault/successor-access/files/${fileId}?token=${link}`,
      headers: {},
    });
    return { owner, successor, file, id, otherId, left, address };
  }
  const codeOf = async (address: { url: string; headers: Record<string, string> }) => {
    const { status, bytes } = await readBytes(address, { Range: 'bytes=0-9' });
    return status < 300 ? status : `${status} ${JSON.parse(bytes.toString()).code}`;
  };

  test('reads a file after the release, by range, and the owner is told once', async () => {
    const { owner, file, id, otherId, address } = await released();
    const whole = await readBytes(address(id));
    expect([whole.status, whole.bytes.equals(file.bytes)]).toEqual([200, true]);
    for (let from = 0; from < 5_000; from += 1_000) {
      const part = await readBytes(address(id), { Range: `bytes=${from}-${from + 999}` });
      expect(part.bytes.equals(file.bytes.subarray(from, from + 1_000))).toBe(true);
    }
    const head = await readBytes(address(id), {}, 'HEAD');
    expect([head.status, head.headers.get('content-length')]).toEqual([200, '5000']);
    expect(await codeOf(address(otherId))).toBe(206);
    const em = api.em();
    expect(await em.count(Activity, { userId: owner.id, type: 'vault_accessed' })).toBe(1);
    expect(await em.count(Mail, { userId: owner.id, kind: 'access_notice' })).toBe(1);
    api.clock.now += 2 * HOUR_MS;
    await readBytes(address(id));
    expect(await em.count(Activity, { userId: owner.id, type: 'vault_accessed' })).toBe(2);
  });

  test('reads only files of the entries left to them, and none from the trash', async () => {
    const { owner, id, otherId, left, address } = await released(true);
    expect(await codeOf(address(id))).toBe(206);
    expect(await codeOf(address(otherId))).toBe('404 not_found');
    await owner.program.raw.delete(`/files/${id}`);
    expect(await codeOf(address(id))).toBe('404 not_found');
    await owner.program.raw.post(`/files/${id}/restore`);
    expect(await codeOf(address(id))).toBe(206);
    await owner.program.raw.delete(`/vault/entries/${left}`);
    expect(await codeOf(address(id))).toBe('404 not_found');
    await owner.program.raw.post(`/vault/entries/${left}/restore`);
    expect(await codeOf(address(id))).toBe(206);
  });

  test('reads nothing with a link of another owner’s vault, or of nobody', async () => {
    const { address } = await released();
    const other = await released();
    expect(await codeOf(address(other.id))).toBe('404 not_found');
    expect(await codeOf(address(other.id, 'x'.repeat(43)))).toBe('401 token_invalid');
  });

  test('who was removed, or whose owner is back, reads nothing more from the next range on', async () => {
    const { owner, successor, id, address } = await released();
    expect(await codeOf(address(id))).toBe(206);
    await api.em().nativeDelete(Successor, { id: successor.id });
    expect(await codeOf(address(id))).toBe('401 token_invalid');
    const other = await released();
    expect(await codeOf(other.address(other.id))).toBe(206);
    await other.owner.program.post('/activity/check-in');
    expect(await codeOf(other.address(other.id))).toBe('410 handover_ended');
    await expectRefused(api, () => client(api).raw.get(`/files/${id}`), 'unauthenticated');
    expect((await owner.browser.raw.get('/files')).body.files.length).toBe(2);
  });
});
