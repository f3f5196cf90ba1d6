/** Ways to reach an owner: adding, verifying, testing and removing them. */
import { expect, test } from '@jest/globals';
import { LIMITS } from '../../../api/http/limits.ts';
import { loadConfig } from '../../../config.ts';
import { Activity } from '../../../db/entities/activity.ts';
import { Channel } from '../../../db/entities/channel.ts';
import { Mail } from '../../../db/entities/mail.ts';
import { Session } from '../../../db/entities/session.ts';
import { User } from '../../../db/entities/user.ts';
import { type BuiltOwner, buildOwner, uniqueEmail } from '../../support/builders/owner.ts';
import { BODIES } from '../../support/builders/route-samples.ts';
import { client } from '../../support/clients/client.ts';
import { expectProblem } from '../../support/clients/refused.ts';
import { startApi } from '../../support/servers/api.ts';
import { useApi } from '../../support/servers/use-api.ts';

const api = await useApi();
const DAY = 86_400_000;

const addMailbox = (owner: BuiltOwner, email = uniqueEmail('second')) =>
  owner.browser.post('/channels/mailboxes', { name: 'Work', email });
const codeOf = (id: string, round = 1) => api.deps.channelSecrets.code(id, round);

test('a mailbox is used only once its code has been entered', async () => {
  const owner = await buildOwner(api);
  const { body, status } = await addMailbox(owner);
  expect(status).toBe(201);
  const { id } = body.channel;
  expect(body.channel).toMatchObject({ kind: 'mailbox', verifiedAt: null, works: false });
  const verify = (code: string) => owner.browser.post(`/channels/${id}/verify`, { code });
  const wrong = codeOf(id) === '00000000' ? '00000001' : '00000000';
  await expectProblem(verify(wrong), '403 wrong_code');
  await expectProblem(owner.browser.post(`/channels/${id}/test`), '409 channel_not_verified');
  // A new code replaces the first, and is valid for a day.
  expect((await owner.browser.post(`/channels/${id}/code`)).status).toBe(200);
  await expectProblem(verify(codeOf(id)), '403 wrong_code');
  await api.em().nativeUpdate(Channel, { id }, { codeSentAt: new Date(api.clock.now - DAY) });
  await expectProblem(verify(codeOf(id, 2)), '403 wrong_code');
  expect((await owner.browser.post(`/channels/${id}/code`)).status).toBe(200);
  expect((await verify(codeOf(id, 3))).body.channel).toMatchObject({ works: true });
  await expectProblem(verify(codeOf(id, 3)), '409 already_verified');
  const { body: listed } = await owner.browser.get('/channels');
  expect(listed.channels.map((each) => each.id)).toEqual([id]);
  const log = await api
    .em()
    .find(Activity, { userId: owner.id, type: ['channel_added', 'channel_verified'] });
  expect(log.map(({ type, detail }) => [type, detail])).toEqual([
    ['channel_added', { channelId: id, way: 'mailbox', name: 'Work' }],
    ['channel_verified', { channelId: id, way: 'mailbox', name: 'Work' }],
  ]);
});

test('a mailbox can be added however often a stranger has registered the owner’s address', async () => {
  await using strict = await startApi({ RATE_LIMIT_SCALE: '1' });
  const owner = await buildOwner(strict);
  const { email } = await strict.em().findOneOrFail(User, { id: owner.id });
  const registration = { ...BODIES['POST /auth/register']?.(), email };
  const stranger = () => client(strict).raw.post('/auth/register', registration);
  for (let n = 0; n < LIMITS.mail_address.points; n += 1) expect((await stranger()).status).toBe(201);
  await expectProblem(stranger(), '429 rate_limited');
  expect((await addMailbox(owner)).status).toBe(201);
});

test('adding, changing and removing a way needs a confirmed session, and the owner is told at once', async () => {
  const owner = await buildOwner(api);
  const hook = await owner.browser.post('/channels/webhooks', {
    name: 'Flat',
    url: 'https://hooks.example.com/1',
  });
  const { id } = hook.body.channel;
  await api.em().nativeUpdate(Session, { userId: owner.id }, { confirmedAt: null });
  for (const refused of [
    addMailbox(owner),
    owner.browser.post('/channels/webhooks', { name: 'Flat', url: 'https://hooks.example.com/2' }),
    owner.browser.post(`/channels/${id}/secret`),
    owner.browser.delete(`/channels/${id}`),
  ]) {
    await expectProblem(refused, '403 confirmation_required');
  }
  await api.em().nativeUpdate(Session, { userId: owner.id }, { confirmedAt: new Date(api.clock.now) });
  expect((await owner.browser.post(`/channels/${id}/secret`)).body.secret).not.toBe(hook.body.secret);
  expect((await owner.browser.put(`/channels/${id}`, { name: 'House' })).body.channel.name).toBe('House');
  expect((await owner.browser.delete(`/channels/${id}`)).status).toBe(200);
  const mailsSent = await api
    .em()
    .find(Mail, { userId: owner.id, kind: 'security_change' }, { orderBy: { id: 'asc' } });
  expect(mailsSent.map(({ data }) => data.account)).toEqual([
    'channel_added',
    'channel_changed',
    'channel_removed',
  ]);
});

test('nobody adds their own address, an address twice, an address that is not public, or an eleventh way', async () => {
  const owner = await buildOwner(api);
  await expectProblem(addMailbox(owner, owner.email), '400 validation_failed');
  const email = uniqueEmail('second');
  expect((await addMailbox(owner, email)).status).toBe(201);
  await expectProblem(addMailbox(owner, email), '409 already_exists');
  for (const url of ['http://hooks.example.com/', 'https://127.0.0.1/', 'https://printer.local/']) {
    const refused = owner.browser.post('/channels/webhooks', { name: 'Flat', url });
    await expectProblem(refused, '400 validation_failed');
  }
  for (let n = 2; n <= 10; n += 1) expect((await addMailbox(owner)).status).toBe(201);
  await expectProblem(addMailbox(owner), '409 channel_limit');
});

test('another owner can neither see nor change a way', async () => {
  const [owner, stranger] = [await buildOwner(api), await buildOwner(api)];
  const { id } = (await addMailbox(owner)).body.channel;
  expect((await stranger.browser.get('/channels')).body.channels).toEqual([]);
  for (const refused of [
    stranger.browser.post(`/channels/${id}/verify`, { code: codeOf(id) }),
    stranger.browser.post(`/channels/${id}/test`),
    stranger.browser.delete(`/channels/${id}`),
  ]) {
    await expectProblem(refused, '404 not_found');
  }
});

test('ways to this machine are refused in production, whatever the environment says', () => {
  const env = {
    NODE_ENV: 'production',
    ALLOW_LOOPBACK_WAYS_IN_TESTS: 'true',
    FRONTEND_URL: 'https://vault.test',
    JWT_SECRET: api.config.JWT_SECRET,
    ACTIVITY_HMAC_SECRET: api.config.ACTIVITY_HMAC_SECRET,
  };
  expect(() => loadConfig(env)).toThrow('ALLOW_LOOPBACK_WAYS_IN_TESTS');
});

test('without a key of its own, a service offers no pushes', async () => {
  const without = await startApi({ VAPID_PRIVATE_KEY: '' });
  try {
    const owner = await buildOwner(without);
    expect((await owner.browser.get('/channels')).body.pushKey).toBeNull();
    const body = BODIES['POST /channels/pushes']!();
    await expectProblem(owner.browser.post('/channels/pushes', body as never), '503 push_disabled');
  } finally {
    await without.close();
  }
});

test('a device is added only with an address that is public and a key that something can be encrypted to', async () => {
  const owner = await buildOwner(api);
  const { subscription, name } = BODIES['POST /channels/pushes']!() as {
    name: string;
    subscription: { endpoint: string; keys: { p256dh: string; auth: string } };
  };
  for (const wrong of [
    { ...subscription, endpoint: 'https://169.254.169.254/push' },
    // Too long once it is encoded.
    { ...subscription, endpoint: `https://push.example.com/${'é'.repeat(1_000)}` },
    { ...subscription, keys: { ...subscription.keys, p256dh: 'A'.repeat(87) } },
    { ...subscription, keys: { ...subscription.keys, auth: 'short' } },
  ]) {
    const refused = owner.browser.post('/channels/pushes', { name, subscription: wrong });
    await expectProblem(refused, '400 validation_failed');
  }
  expect((await owner.browser.post('/channels/pushes', { name, subscription })).status).toBe(201);
  const odd = { ...subscription, endpoint: 'https://push.example.com/\u0000s' };
  const added = await owner.browser.post('/channels/pushes', { name, subscription: odd });
  expect(added.status).toBe(201);
  const { address } = await api.em().findOneOrFail(Channel, { id: added.body.channel.id });
  expect(address).toBe('https://push.example.com/%00s');
});
