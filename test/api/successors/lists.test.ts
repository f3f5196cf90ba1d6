/** The signed list of what was left to a successor, as the service keeps it. */
import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { base64 } from '../../support/builders/base64.ts';
import { invite } from '../../support/builders/handover.ts';
import { type BuiltOwner, buildOwner, buildSuccessor } from '../../support/builders/owner.ts';
import { client, type TestClient } from '../../support/clients/client.ts';
import { expectProblem, type ProblemName } from '../../support/clients/refused.ts';
import { useApi } from '../../support/servers/use-api.ts';

const api = await useApi();

async function sealedOwner() {
  const owner = await buildOwner(api);
  const { id } = await buildSuccessor(api, owner, { pinned: true });
  await shareAgain(owner, id);
  return { owner, id };
}

const shareAgain = (owner: BuiltOwner, id: string) =>
  owner.program.put('/successors/shares', { threshold: 1, shares: [{ id, encryptedShare: base64(90) }] });

async function store(device: TestClient, id: string, listVersion: number, change: object = {}) {
  const { keyBundleVersion } = (await device.get('/auth/profile')).body.user;
  const list = base64(4_000);
  const body = { list, listVersion, keyBundleVersion, ...change };
  return { list, reply: await device.raw.put(`/successors/${id}/list`, body) };
}

const expectRefusal = async (storing: ReturnType<typeof store>, problem: ProblemName) =>
  expectProblem((await storing).reply, problem);

const read = async (owner: BuiltOwner, id: string) =>
  (await owner.program.get(`/successors/${id}/list`)).body;

test('a list is kept byte for byte, and replaced only by someone who knows the last one', async () => {
  const { owner, id } = await sealedOwner();
  expect(await read(owner, id)).toEqual({ list: null, listVersion: 0 });
  const first = await store(owner.program, id, 0);
  expect(first.reply.body).toMatchObject({ listVersion: 1 });
  expect(await read(owner, id)).toEqual({ list: first.list, listVersion: 1 });
  await expectRefusal(store(owner.program, id, 0), '409 version_conflict');
  await expectRefusal(store(owner.program, id, 1, { keyBundleVersion: 99 }), '409 version_conflict');
  expect(await read(owner, id)).toEqual({ list: first.list, listVersion: 1 });
  expect((await store(owner.program, id, 1)).reply.status).toBe(200);
});

test('a list that was made for an earlier share is not delivered, and can be replaced', async () => {
  const { owner, id } = await sealedOwner();
  await store(owner.program, id, 0);
  await shareAgain(owner, id);
  expect(await read(owner, id)).toEqual({ list: null, listVersion: 1 });
  const second = await store(owner.program, id, 1);
  expect(await read(owner, id)).toEqual({ list: second.list, listVersion: 2 });
});

test('storing a list isn’t a sign of life, because clients do it automatically', async () => {
  const { owner, id } = await sealedOwner();
  const lastSeen = async () => (await owner.program.get('/auth/profile')).body.user.lastSeenAt;
  const before = await lastSeen();
  api.clock.now += 3_600_000;
  expect((await store(owner.browser, id, 0)).reply.status).toBe(200);
  expect(await lastSeen()).toBe(before);
});

test('nobody else reads or stores it, and one that is too large is refused', async () => {
  const { owner, id } = await sealedOwner();
  const stranger = await buildOwner(api);
  await expectProblem(stranger.program.raw.get(`/successors/${id}/list`), '404 not_found');
  await expectRefusal(store(stranger.program, id, 0), '404 not_found');
  await expectRefusal(store(owner.program, randomUUID(), 0), '404 not_found');
  const large = { list: base64(1.2 * 1024 * 1024) };
  expect((await store(owner.program, id, 0, large)).reply.status).toBe(413);
});

test('the successor gets it with the entries, and not before the release', async () => {
  const { owner, id } = await sealedOwner();
  const { list } = await store(owner.program, id, 0);
  const token = (await invite(api, owner)).get(id);
  const answer = await client(api).post('/handover/respond', { token, response: 'accept' });
  expect(JSON.stringify(answer.body)).not.toContain(list);
  const access = await client(api).get(`/vault/successor-access?token=${answer.body.accessToken}`);
  expect(access.body).toMatchObject({ list });
});
