/** What the pages behind a successor's links know before anybody presses a button. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Switch } from '../../db/entities/switch.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { buildOwner, buildSuccessor } from '../support/builders.ts';
import { client } from '../support/client.ts';
import { invite, take } from '../support/handover.ts';
import { rowChecksum } from '../support/row-checksum.ts';
import { linkToken } from '../support/successor-links.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const describe = (token: string) => client(api).get(`/successors/link?token=${token}`);

test('a link says who asks whom, and describing it changes nothing', async () => {
  const owner = await buildOwner(api, { name: 'Olive' });
  const { id } = await buildSuccessor(api, owner, { name: 'Sam', verified: false });
  for (const purpose of ['successor_verification', 'opt_out', 'rehearsal_response'] as const) {
    const token = await linkToken(api, owner, id, purpose);
    const before = await rowChecksum(api.orm);
    const { status, body } = await describe(token);
    expect(status).toBe(200);
    expect(body).toEqual({
      ownerName: 'Olive',
      language: 'en',
      successor: { name: 'Sam', verified: false, hasKit: false, keyPinned: false },
      handover: null,
      ...(purpose === 'rehearsal_response' ? { rehearsal: true } : {}),
    });
    expect(await rowChecksum(api.orm)).toBe(before);
  }
});

test('an invitation says since when the owner is silent, and how far the handover is, until it is over', async () => {
  const owner = await buildOwner(api);
  const [one, other] = [await buildSuccessor(api, owner, { pinned: true }), await buildSuccessor(api, owner)];
  await owner.browser.put('/inactivity/settings', { quorum: 2 });
  const tokens = await invite(api, owner);
  const { lastSeenAt } = await api.orm.em.fork().findOneOrFail(Switch, { userId: owner.id });
  const token = tokens.get(one.id) ?? '';
  const asked = {
    silentSince: lastSeenAt.toISOString(),
    quorum: 2,
    accepted: 0,
    released: false,
    response: null,
  };
  expect((await describe(token)).body).toMatchObject({
    successor: { verified: true, hasKit: true, keyPinned: true },
    handover: asked,
  });
  await take(api, owner, { kind: 'responded', successorId: one.id, response: 'accept' });
  expect((await describe(token)).body.handover).toEqual({ ...asked, accepted: 1, response: 'accept' });
  expect((await describe(tokens.get(other.id) ?? '')).body.handover).toEqual({ ...asked, accepted: 1 });
  expect((await owner.browser.post('/activity/check-in')).status).toBe(200);
  expect((await describe(token)).body.code).toBe('token_expired');
});

test('a link of nobody, an old one, and one of somebody who opted out say so', async () => {
  const owner = await buildOwner(api);
  const { id } = await buildSuccessor(api, owner);
  expect((await describe('guess')).body.code).toBe('token_invalid');
  expect((await describe(await linkToken(api, owner, id, 'access', -1))).body.code).toBe('token_expired');
  const token = await linkToken(api, owner, id, 'opt_out');
  expect((await client(api).post('/successors/opt-out', { token, scope: 'owner' })).status).toBe(200);
  expect((await describe(token)).body.code).toBe('successor_opted_out');
});
