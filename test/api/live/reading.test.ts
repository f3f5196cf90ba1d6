import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { lastRecord, ownersToUpdate, readNewRecords, snapshot } from '../../../api/live/reading.ts';
import { Mail } from '../../../db/entities/mail.ts';
import { Session } from '../../../db/entities/session.ts';
import { ensureMail } from '../../../db/mail.ts';
import { buildOwner, buildOwnerWithSuccessor } from '../../support/builders/owner.ts';
import { useApi } from '../../support/servers/use-api.ts';

const api = await useApi();

const now = () => new Date(api.clock.now);

/** A page of a new owner that has been sent everything. */
async function buildPage() {
  const owner = await buildOwner(api);
  await owner.browser.post('/activity/check-in');
  const { id: sessionId } = await api.em().findOneOrFail(Session, { userId: owner.id, kind: 'browser' });
  const page = { userId: owner.id, sessionId };
  return { owner, ...page, sentUpTo: await lastRecord(api.orm, page, now()) };
}

test('only pages that lack a record or whose session has ended are outdated', async () => {
  const upToDate = await buildPage();
  const entering = { ...(await buildPage()), sentUpTo: null };
  const behind = await buildPage();
  await behind.owner.browser.post('/activity/check-in');
  const revoked = await buildPage();
  await revoked.owner.browser.post('/auth/logout');
  const gone = { ...(await buildPage()), sessionId: randomUUID() };
  const pages = [upToDate, entering, behind, revoked, gone];
  expect((await ownersToUpdate(api.orm, pages, now())).toSorted()).toEqual(
    [behind, revoked, gone].map(({ userId }) => userId).toSorted(),
  );
  const afterAllExpired = new Date('9000-01-01');
  expect(await ownersToUpdate(api.orm, pages, afterAllExpired)).toHaveLength(pages.length);
});

test('the news consists of the records after the last one, oldest first, and the live sessions', async () => {
  const { owner, userId, sessionId, sentUpTo } = await buildPage();
  for (let n = 0; n < 12; n += 1) await owner.browser.post('/activity/check-in');
  const { records, live } = await readNewRecords(
    api.orm,
    userId,
    sentUpTo ?? 0n,
    [sessionId, randomUUID()],
    now(),
  );
  expect(live).toEqual(new Set([sessionId]));
  const ids = records.map(({ id }) => BigInt(id));
  expect(ids).toEqual(ids.toSorted((a, b) => Number(a - b)));
  expect(records).toHaveLength(12);
  expect(records[0]).toEqual({ id: expect.any(String), type: 'check_in', at: now(), detail: {} });
  expect((await readNewRecords(api.orm, userId, undefined, [sessionId], now())).records).toEqual([]);
});

test('a page whose session has ended has no last record', async () => {
  const { owner, ...page } = await buildPage();
  await owner.browser.post('/auth/logout');
  expect(await lastRecord(api.orm, page, now())).toBeNull();
});

test('the first state names everything that a switch waits for, including a warning that is refused', async () => {
  const owner = await buildOwnerWithSuccessor(api);
  const em = api.em();
  const request = { key: `refused/${owner.id}`, kind: 'reminder', recipient: owner.email, userId: owner.id };
  api.clock.now += 1_000;
  const { id } = await ensureMail(em, { ...request, epoch: 1 }, now());
  await em.nativeUpdate(Mail, { id }, { refusedSince: now() });
  expect(await snapshot(api.deps, em, owner.id, now())).toMatchObject({
    status: 'armed',
    holds: ['mail_refused'],
  });
});
