import { describe, expect, test } from '@jest/globals';
import { Mail } from '../../../db/entities/mail.ts';
import {
  type BuiltOwner,
  buildOwner,
  buildOwnerWithSuccessor,
  buildSuccessor,
  uniqueEmail,
} from '../../support/builders/owner.ts';
import { BODIES } from '../../support/builders/route-samples.ts';
import { client } from '../../support/clients/client.ts';
import { expectProblem, expectRefused } from '../../support/clients/refused.ts';
import { startApi } from '../../support/servers/api.ts';
import { useApi } from '../../support/servers/use-api.ts';

// Many owners, whose mails do not count against each other.
const api = await useApi({ RATE_LIMIT_SCALE: '1', DEFAULT_PLAN: 'family' });

const name = (owner: BuiltOwner, email = uniqueEmail()) =>
  owner.browser.post('/successors', { email, name: 'Sam' });
const mailsTo = (recipient: string) => api.em().count(Mail, { recipient });

describe('one mailbox gets 5 mails an hour and 10 a day, no matter who causes them', () => {
  test('from however many owners', async () => {
    const email = uniqueEmail();
    for (let i = 0; i < 5; i += 1) expect((await name(await buildOwner(api), email)).status).toBe(201);
    const sixth = await buildOwner(api);
    await expectRefused(api, () => name(sixth, email), 'rate_limited');
    expect(await mailsTo(email)).toBe(5);
    // Another mailbox is not affected.
    expect((await name(sixth)).status).toBe(201);
  });

  test('by naming, writing again, moving there and rehearsing alike', async () => {
    const owner = await buildOwner(api);
    const { id, email } = await buildSuccessor(api, owner);
    const other = await buildSuccessor(api, owner, { verified: false });
    const rehearse = () =>
      owner.browser.raw.post('/handover/rehearsal', {
        ...BODIES['POST /handover/rehearsal']?.(),
        successorId: id,
      });
    expect((await rehearse()).status).toBe(201);
    for (let i = 0; i < 3; i += 1) expect((await name(await buildOwner(api), email)).status).toBe(201);
    const { successor: moving, ...third } = await buildOwnerWithSuccessor(api);
    const move = (to: string) => third.browser.put(`/successors/${moving.id}`, { email: to });
    expect((await move(email)).status).toBe(200);
    await expectRefused(api, rehearse, 'rate_limited');
    await expectRefused(
      api,
      () => third.browser.post(`/successors/${moving.id}/resend-verification`),
      'rate_limited',
    );
    for (let i = 0; i < 5; i += 1) {
      const again = await owner.browser.post(`/successors/${other.id}/resend-verification`);
      expect(again.status).toBe(200);
    }
    await expectRefused(api, () => move(other.email), 'rate_limited');
  });

  test('and no more than 10 a day, even after the hour', async () => {
    const email = uniqueEmail();
    // Redis forgets the hour, as it would once the hour is over.
    const forgetHour = async () => {
      const prefix = api.deps.redis.options.keyPrefix ?? '';
      const keys = await api.deps.redis.keys(`${prefix}limit:successor_mail:*`);
      await Promise.all(keys.map((key) => api.deps.redis.del(key.slice(prefix.length))));
    };
    for (let i = 0; i < 10; i += 1) {
      if (i === 5) await forgetHour();
      expect((await name(await buildOwner(api), email)).status).toBe(201);
    }
    await forgetHour();
    const eleventh = await buildOwner(api);
    const { status, headers } = await name(eleventh, email);
    expect([status, Number(headers.get('Retry-After')) > 80_000]).toEqual([429, true]);
  });
});

test('an owner’s mails are counted per account, not per session', async () => {
  const owner = await buildOwner(api);
  const { id } = await buildSuccessor(api, owner);
  for (let i = 0; i < 19; i += 1) {
    const from = i % 2 === 0 ? owner.browser : owner.program;
    const reply = await from.put(`/successors/${id}`, { email: uniqueEmail() });
    expect(reply.status).toBe(200);
  }
  expect((await name(owner)).status).toBe(201);
  await expectRefused(api, () => name(owner), 'rate_limited');
  await expectRefused(
    api,
    () => owner.program.put(`/successors/${id}`, { email: uniqueEmail() }),
    'rate_limited',
  );
  // A change that sends no mail still works.
  expect((await owner.program.put(`/successors/${id}`, { name: 'Samira' })).status).toBe(200);
});

test('Redis keeps no address of a mailbox', async () => {
  const email = uniqueEmail('telling');
  expect((await name(await buildOwner(api), email)).status).toBe(201);
  const keys = await api.deps.redis.keys('*limit:successor_mail*');
  expect(keys.length).toBeGreaterThan(0);
  expect(keys.filter((key) => key.includes('telling') || key.includes('@'))).toEqual([]);
});

test('guesses at links are limited', async () => {
  await using own = await startApi({ RATE_LIMIT_SCALE: '0.1' });
  const guess = () => client(own).post('/successors/opt-out', { token: 'guess' });
  for (let i = 0; i < 6; i += 1) await expectProblem(guess(), '401 token_invalid');
  await expectRefused(own, guess, 'rate_limited');
  await expectRefused(own, () => client(own).get('/successors/verify?token=guess'), 'rate_limited');
});
