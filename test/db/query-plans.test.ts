/**
 * How PostgreSQL runs every statement of the service, including our functions, with thousands of owners. None may scan a
 * whole table that grows. auto_explain logs the plans that were really used and the rows that were really read.
 */
import { generateKeyPairSync, randomBytes, randomUUID, sign } from 'node:crypto';
import { beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { type Activities, createActivities } from '../../activities/index.ts';
import type { RouteDeclaration } from '../../api/http/route.ts';
import { lastRecord, ownersToUpdate, readNewRecords } from '../../api/live/reading.ts';
import { routes } from '../../api/routes/index.ts';
import { countAgain } from '../../db/counts.ts';
import { Handover } from '../../db/entities/handover.ts';
import { Mail } from '../../db/entities/mail.ts';
import { Session } from '../../db/entities/session.ts';
import { createHeartbeatRecorder } from '../../db/heartbeat.ts';
import { checkMoreLogs } from '../../db/log-check.ts';
import { addChange, ensureMail, mailRefused } from '../../db/mail.ts';
import { takeMessages } from '../../db/outbox.ts';
import { mintToken, stopToken } from '../../db/tokens.ts';
import { logInProgram, openLoggedIn, verificationToken } from '../support/builders/account.ts';
import { base64 } from '../support/builders/base64.ts';
import { confirmSessions } from '../support/builders/confirmed.ts';
import { announce, asBrowser, newFile, readBytes, storeFile } from '../support/builders/files.ts';
import { bringTo, invite, switchOf, take } from '../support/builders/handover.ts';
import {
  type BuiltOwner,
  buildOwner,
  buildOwnerWithSuccessor,
  buildSuccessor,
  uniqueEmail,
} from '../support/builders/owner.ts';
import { BODIES } from '../support/builders/route-samples.ts';
import { stepInput } from '../support/builders/step-input.ts';
import { linkToken, storeKey } from '../support/builders/successor-links.ts';
import { softwareAuthenticator } from '../support/clients/authenticator.ts';
import { client } from '../support/clients/client.ts';
import { codeOf, withTwoFactor } from '../support/clients/totp.ts';
import { servers } from '../support/servers/shared-servers.ts';
import { unreliableMailer } from '../support/servers/unreliable-mailer.ts';
import { useActivities } from '../support/servers/use-activities.ts';
import { useFolder } from '../support/use.ts';
import { CROWD, fillTables, MOST } from './many-rows.ts';
import { type Explained, explainStatements, largeScans } from './statement-plans.ts';

const DAY = 86_400_000;
const WEBHOOK_SECRET = 'the-secret-of-the-webhook-of-returned-mail';

/** The exceptions, and why. */
const ALLOWED: [what: string, pattern: RegExp][] = [
  [
    'one worker counts in the background, every half minute at most',
    /^\s*(update counted|\/\* in the background \*\/)/,
  ],
  ['reconcile keeps the latest removals elsewhere, 15,000 at most', /from removal where day >= /],
  ['a restored backup, which is rare, looks for the newest sign of life once', /^\s*insert into restoration/],
  ['and gives every queued mail a new workflow', /^insert into outbox .*where status = 'queued' and true$/s],
  ['the outages of all owners are read at once, and shared', /from liveness where beat_at >= '1970-01-01/],
  [
    'files are counted once an hour, when a whole store is listed',
    /^select count\(\*\) .* "file" .*'stored'/,
  ],
  ['a search looks through the newest thousand accounts first', /from "user" where .* limit 1000\) u/],
];

const called = new Set<string>();

/** Activities that are noted when they are called. */
function watched(activities: Activities): Activities {
  return new Proxy(activities, {
    get(target, name: keyof Activities) {
      called.add(name);
      return target[name];
    },
  });
}

const {
  api,
  deps,
  activities: unwatched,
} = await useActivities({
  ADMIN_EMAILS: 'admin@example.test',
  BOUNCE_WEBHOOK_SECRET: WEBHOOK_SECRET,
  FILES_DIR: useFolder('vault-files-'),
});
const activities = watched(unwatched);
let growing: ReadonlySet<string>;
let explained: Explained[];
let owner: BuiltOwner;
let successor: string;
beforeAll(async () => {
  growing = await fillTables(api.em(), new Date(api.clock.now));
  explained = await explainStatements(api.config.DB_NAME);
  // The API's connections from before don't have auto_explain.
  await api.orm.reconnect();
  owner = await buildOwner(api, { email: 'admin@example.test' });
  successor = (await buildSuccessor(api, owner)).id;
});

const largeScansOf = (each: Explained) => largeScans(each, growing, MOST);

/** Expects no statement with large scans since the last call. */
function expectNoLargeScans(): void {
  const all = explained.splice(0);
  expect(all.length).toBeGreaterThan(0);
  const found = all.flatMap((each) => {
    const scans = largeScansOf(each);
    const text = each['Query Text'];
    return scans.length === 0 || ALLOWED.some(([, pattern]) => pattern.test(text)) ? [] : [{ scans, text }];
  });
  expect(found).toEqual([]);
}

test('a statement that scans a whole table is detected, even inside a function or a prepared statement', async () => {
  explained.splice(0);
  await api.em().execute('select count(*) from "user" where salt = ?', ['x']);
  await api.em().execute(`do $$ begin perform 1 from mail where recipient like '%nobody'; end $$`);
  const { host, port, user, password } = servers.postgres;
  const own = new pg.Client({ host, port, user, password, database: api.config.DB_NAME });
  await own.connect();
  const text = 'select 1 from session where ip_address is null and kind = $1';
  await own.query({ name: 'sessions', text, values: ['app'] });
  await own.end();
  const found = explained.splice(0).flatMap(largeScansOf);
  expect(found).toEqual(['user', 'mail', 'session'].map((table) => expect.stringContaining(`of ${table}`)));
});

const nameOf = ({ method, path }: RouteDeclaration) => `${method.toUpperCase()} ${path}`;

test.each(routes.map((route) => [nameOf(route), route] as const))('%s', async (name, route) => {
  const entry = { ...BODIES['POST /vault/entries']?.(), id: randomUUID() };
  await owner.browser.raw.post('/vault/entries', entry);
  const id = route.path.includes('entries/:')
    ? entry.id
    : route.path.includes('successors')
      ? successor
      : owner.id;
  const path = route.path.replace(/:\w+/g, id);
  const body = BODIES[name]?.();
  const who = route.access === 'public' ? client(api) : owner.browser;
  const token = `?token=${randomBytes(32).toString('base64url')}`;
  const asking =
    route.method === 'get'
      ? ['', token].map((suffix) => who.raw.get(`${path}${suffix}`))
      : [who.raw[route.method](path, body)];
  // Other tests check the answers. Not all of them are JSON.
  await Promise.allSettled(asking);
  expectNoLargeScans();
  owner = await buildOwner(api);
  successor = (await buildSuccessor(api, owner)).id;
  await api.em().execute(`update "user" set email = 'admin-was-' || id where email = 'admin@example.test'`);
  await api.em().execute(`update "user" set email = 'admin@example.test' where id = ?`, [owner.id]);
});

test('a file from its announcement to its end', async () => {
  const who = owner.browser;
  const entry = { ...BODIES['POST /vault/entries']?.(), id: randomUUID() };
  await who.raw.post('/vault/entries', entry);
  const file = newFile(2_000);
  const id = await storeFile(who, entry.id, file);
  await readBytes(asBrowser(api, who, id));
  for (const path of ['/files', `/files?entryId=${entry.id}`]) await who.raw.get(path);
  const left = await announce(who, entry.id, newFile(9));
  await announce(who, entry.id, file);
  await confirmSessions(api, owner);
  await who.raw.delete(`/files/${id}`);
  await who.raw.post(`/files/${id}/restore`);
  for (const path of [`/files/${left.body.file.id}`, `/files/${id}`, `/files/${id}?permanently=true`])
    expect((await who.raw.delete(path)).status).toBe(204);
  expectNoLargeScans();
});

test('the lists of accounts that administrators ask for', async () => {
  for (const filter of ['verified', 'unverified', 'locked', 'paused', 'handover'])
    await owner.browser.raw.get(`/admin/users?filter=${filter}`);
  for (const search of [owner.email, 'olive', 'zebra', 'crowd.test'])
    await owner.browser.raw.get(`/admin/users?search=${search}`);
  const { body } = await owner.browser.raw.get('/admin/users?filter=handover&limit=5');
  expect((await owner.browser.raw.get(`/admin/users?filter=handover&cursor=${body.nextCursor}`)).status).toBe(
    200,
  );
  expect((await owner.browser.raw.get('/admin/invitations')).status).toBe(200);
  const { invitation } = (await owner.browser.raw.post('/admin/invitations')).body;
  expect((await owner.browser.raw.delete(`/admin/invitations/${invitation.id}`)).status).toBe(200);
  expectNoLargeScans();
});

test('the worker’s regular work: reconcile, heartbeats, counts, the relay', async () => {
  const mail = await ensureMail(
    api.em(),
    { key: randomUUID(), kind: 'invitation', recipient: owner.email, userId: owner.id },
    new Date(api.clock.now - DAY),
  );
  await mailRefused(api.em(), { id: mail.id, attempt: 0, takenAt: 0 }, '550', {
    reason: 'gone',
    at: new Date(api.clock.now - DAY),
  });
  const gathering = {
    kind: 'change_summary',
    recipient: owner.email,
    userId: owner.id,
    sessionId: '',
    ipAddress: '',
  };
  await addChange(api.em(), gathering, {}, new Date(api.clock.now));
  await activities.compareWithLastRun(null);
  await activities.resignal();
  for (const chore of [
    'restartMails',
    'askSuccessors',
    'forgetSamples',
    'emptyTrash',
    'forgetImports',
  ] as const)
    await activities[chore]();
  for (const chore of ['endOldFiles', 'removeFiles'] as const) await activities[chore]();
  await expect(activities.compareStores()).rejects.toThrow('files are missing');
  await activities.startOver({ restoredAt: api.clock.now - 100 * DAY });
  await activities.resignal();
  await createHeartbeatRecorder('mail', 1_000).beat(api.em(), new Date(api.clock.now));
  await countAgain(api.em(), new Date(api.clock.now), deps.rules, 0);
  await takeMessages(api.em(), 100, async (messages) => messages.map(({ id }) => id));
  expectNoLargeScans();
});

test('a turn of the check of all activity logs, from the middle, in several batches', async () => {
  await api
    .em()
    .execute(
      'update log_check set after = (select id from "user" order by id offset ? limit 1), tried_at = \'epoch\'',
      [CROWD / 2],
    );
  explained.splice(0);
  await checkMoreLogs(api.orm, [api.deps.signRecord], new Date(api.clock.now), { most: 300 });
  expect(explained.filter((each) => each['Query Text'].includes('"activity"')).length).toBeGreaterThan(1);
  expectNoLargeScans();
});

test('a whole handover: warned, invited, answered, read, completed', async () => {
  const own = await buildOwnerWithSuccessor(api, { restrictToAssignedEntries: false });
  const look = async () => {
    const input = stepInput(api, own);
    await activities.look(input);
    for (const step of [
      'remind',
      'giveFinalNotice',
      'endGracePeriod',
      'inviteSuccessors',
      'remindReaders',
      'completeHandover',
      'remindPaused',
      'endPause',
    ] as const)
      await activities[step](input);
  };
  for (let day = 0; day < 100; day += 3) {
    api.clock.now += 3 * DAY;
    await look();
  }
  const entry = { ...BODIES['POST /vault/entries']?.(), id: randomUUID() };
  await own.program.raw.post('/vault/entries', entry);
  const file = await storeFile(own.program, entry.id, newFile(9));
  const tokens = await invite(api, own);
  for (const [, token] of tokens) {
    await client(api).get(`/handover/status`);
    const { body } = await client(api).raw.post('/handover/respond', { token, response: 'accept' });
    await client(api).raw.get(`/vault/successor-access?token=${body.accessToken}`);
    const url = `${api.url}/vault/successor-access/files/${file}?token=${body.accessToken}`;
    await readBytes({ url, headers: {} });
    await client(api).raw.post('/handover/renew-access', { token: body.accessToken });
  }
  for (const mail of await api.em().find(Mail, { userId: own.id, status: 'queued' }))
    await activities.sendMail({ mailId: mail.id });
  api.clock.now += 100 * DAY;
  await look();
  expect(await api.em().count(Handover, { userId: own.id, status: 'completed' })).toBe(1);
  await owner.browser.post('/activity/check-in');
  expectNoLargeScans();
});

test('a warning refused until its address is considered dead, and the mail to operators', async () => {
  const own = await buildOwnerWithSuccessor(api);
  const faults = { mailDown: false, refused: new Set<string>(), refusedForGood: new Set([own.email]) };
  const { remind } = watched(createActivities({ ...deps, mailer: unreliableMailer(faults, []) }));
  api.clock.now += 80 * DAY;
  for (let i = 0; i < 4; i += 1) {
    await remind(stepInput(api, own));
    api.clock.now += 4 * DAY;
  }
  expect(explained.some((each) => each['Query Text'].includes('max(accepted_at)'))).toBe(true);
  expectNoLargeScans();
});

test('a warning that comes back', async () => {
  const own = await buildOwnerWithSuccessor(api);
  api.clock.now += 80 * DAY;
  await activities.remind(stepInput(api, own));
  const warning = await api
    .em()
    .findOneOrFail(Mail, { userId: own.id, kind: 'reminder', status: 'accepted' });
  const report = {
    Type: 'HardBounce',
    Details: 'smtp;550 5.1.1 user unknown',
    Metadata: { return: api.deps.returnReferences.of(warning.id, warning.attempts) },
  };
  const headers = { 'X-Webhook-Secret': WEBHOOK_SECRET };
  await client(api).raw.post('/mail/returns', JSON.stringify(report), headers);
  expect((await api.em().findOneOrFail(Mail, { id: warning.id })).status).toBe('queued');
  expectNoLargeScans();
});

test('routes that need a password, a code, or a link in a mail', async () => {
  const { browser, ...account } = await openLoggedIn(api);
  const { raw } = browser;
  const { password } = account;
  await raw.post('/auth/confirm', { password });
  await raw.post('/auth/keys', { password });
  await raw.post('/auth/refresh');

  const entry = { ...BODIES['POST /vault/entries']?.(), id: randomUUID() };
  await raw.post('/vault/entries', entry);
  await raw.delete(`/vault/entries/${entry.id}`);
  await raw.post(`/vault/entries/${entry.id}/restore`);
  await raw.delete(`/vault/entries/${entry.id}`);
  await raw.delete(`/vault/trash/${entry.id}`);

  const named = async () => (await raw.post('/successors', BODIES['POST /successors']?.())).body.successor.id;
  for (const path of ['/billing/plans', '/site', '/site/text?page=help'] as const) await raw.get(path);
  const asked: string = await named();
  await raw.post(`/successors/${asked}/resend-verification`);
  await raw.post(`/successors/${asked}/new-kit`, { ownerKey: base64(1_984) });
  const id: string = await named();
  await client(api).raw.get(`/successors/verify?token=${await linkToken(api, account, id)}`);
  await client(api).raw.get(`/successors/link?token=${await linkToken(api, account, id)}`);
  const { keyFingerprint } = await storeKey(api, account, id);
  await raw.post(`/successors/${id}/verify`, { keyFingerprint });
  await raw.put('/successors/shares', { threshold: 1, shares: [{ id, encryptedShare: base64(40) }] });
  const { keyBundleVersion } = (await raw.get('/auth/profile')).body.user;
  await raw.put(`/successors/${id}/list`, { list: base64(60), listVersion: 0, keyBundleVersion });
  await raw.get(`/successors/${id}/list`);
  await raw.post('/handover/rehearsal', { ...BODIES['POST /handover/rehearsal']?.(), successorId: id });
  const rehearsed = await linkToken(api, account, id, 'rehearsal_response');
  await client(api).raw.post('/handover/respond', { token: rehearsed, response: 'accept' });
  await raw.post(`/successors/${id}/contact-question`);
  const contact = await linkToken(api, account, id, 'contact');
  await client(api).raw.post('/successors/contact', { token: contact, answer: 'here' });
  await raw.put(`/successors/${id}`, { secondEmail: uniqueEmail('second') });
  const second = await linkToken(api, account, id, 'second_address');
  await client(api).raw.post('/successors/second-address', { token: second });
  await raw.post('/inactivity/pause', { pausedUntil: new Date(api.clock.now + 9 * DAY).toISOString() });
  await raw.post('/inactivity/resume');
  const optOut = await linkToken(api, account, id, 'opt_out');
  await client(api).raw.post('/successors/opt-out', { token: optOut, scope: 'everybody' });

  const checkIn = async () => {
    const { epoch } = (await switchOf(api, account)).state;
    const asked = { purpose: 'check_in' as const, userId: account.id, epoch };
    return mintToken(api.em(), api.deps.tokenSigner, asked, new Date(api.clock.now));
  };
  await client(api).raw.get(`/activity/check-in-link?token=${await checkIn()}`);
  await client(api).raw.post('/activity/check-in-link', { token: await checkIn() });

  const { secret } = await withTwoFactor(api, browser, account);
  await raw.post('/auth/2fa/recovery-codes', { password, token: await codeOf(api, secret, 1) });
  api.clock.now += 60_000;
  await raw.post('/auth/2fa/disable', { password, token: await codeOf(api, secret) });

  const other = await logInProgram(api, account);
  const { sessions } = (await raw.get('/sessions')).body;
  await raw.delete(`/sessions/${sessions.find(({ current }: { current: boolean }) => !current).id}`);
  expect((await other.raw.get('/auth/profile')).status).toBe(401);
  const email = `${randomUUID()}@example.test`;
  const next = { newPassword: base64(32), salt: base64(16) };
  await raw.put('/auth/profile', { email, currentPassword: password, ...next });
  await raw.put('/auth/change-password', { currentPassword: password, ...next });
  await raw.delete('/auth/delete-account', { password: next.newPassword });

  const stop = stopToken(api.deps.tokenSigner, randomBytes(32));
  await client(api).raw.post('/mail/stop', { token: stop });

  const { browser: lockedOut, ...forgetful } = await openLoggedIn(api);
  const pair = generateKeyPairSync('ed25519');
  const publicKey = Buffer.from(pair.publicKey.export({ format: 'jwk' }).x ?? '', 'base64url').toString(
    'base64',
  );
  const box = { iv: base64(12), data: base64(48) };
  const keyBundle = { vaultKey: { recovery: box }, proofKey: publicKey };
  await lockedOut.raw.put('/auth/profile', { keyBundle });
  await withTwoFactor(api, lockedOut, forgetful);
  const removal = await verificationToken(api, forgetful.id, 7 * DAY, 'second_factor_removal');
  await client(api).raw.post('/auth/2fa/removal/keys', { token: removal });
  const message = Buffer.from(`second-factor-removal-v2${removal}`);
  const signature = sign(null, message, pair.privateKey).toString('base64');
  await client(api).raw.post('/auth/2fa/removal', { token: removal, signature });
  const token = await verificationToken(api, forgetful.id, 3_600_000, 'reset_password');
  await client(api).raw.post('/auth/reset-password', { token, password: base64(32), salt: base64(16) });
  const returning = await buildOwnerWithSuccessor(api);
  await bringTo(api, returning, 'grace_period');
  await confirmSessions(api, returning);
  await returning.program.raw.post('/handover/cancel', { reason: 'I am here.' });
  expectNoLargeScans();
});

test('routes that need a passkey', async () => {
  const { raw } = (await openLoggedIn(api)).browser;
  const authenticator = softwareAuthenticator(api.origin);
  // A passkey accepts only challenges that are newer than its last one.
  const optionsOf = async (who: typeof raw, path: string) => {
    api.clock.now += 1;
    return (await who.post(path)).body.options;
  };
  const created = authenticator.create(await optionsOf(raw, '/passkeys/options'));
  const { passkey } = (await raw.post('/passkeys', { name: 'Phone', credential: created })).body;
  await raw.get('/passkeys');
  await raw.put(`/passkeys/${passkey.id}`, { name: 'Key' });
  const confirmed = authenticator.get(await optionsOf(raw, '/auth/confirm/passkey/options'));
  await raw.post('/auth/confirm/passkey', { credential: confirmed });
  const visitor = client(api).raw;
  const shown = authenticator.get(await optionsOf(visitor, '/auth/login/passkey/options'));
  await visitor.post('/auth/login/passkey', { credential: shown });
  await raw.delete(`/passkeys/${passkey.id}`);
  expectNoLargeScans();
});

test('ways to reach an owner', async () => {
  const { raw } = (await openLoggedIn(api)).browser;
  const url = 'https://hooks.example.com/vault';
  const { channel } = (await raw.post('/channels/webhooks', { name: 'Flat', url })).body;
  const mailbox = { name: 'Work', email: uniqueEmail('second') };
  expect((await raw.post('/channels/mailboxes', mailbox)).status).toBe(201);
  await raw.get('/channels');
  await raw.post(`/channels/${channel.id}/code`);
  const code = api.deps.channelSecrets.code(channel.id, 2);
  expect((await raw.post(`/channels/${channel.id}/verify`, { code })).status).toBe(200);
  await raw.post(`/channels/${channel.id}/test`);
  await raw.post(`/channels/${channel.id}/secret`);
  await raw.put(`/channels/${channel.id}`, { name: 'House' });
  expect((await raw.delete(`/channels/${channel.id}`)).status).toBe(200);
  expectNoLargeScans();
});

test('automations with their tokens', async () => {
  const { raw } = (await openLoggedIn(api)).browser;
  const made = async (scope: string) => (await raw.post('/automations', { name: 'Phone', scope })).body;
  const [key, monitor] = [await made('check-in'), await made('status')];
  expect((await client(api, { bearer: key.token }).post('/automations/check-in')).status).toBe(200);
  expect((await client(api, { bearer: monitor.token }).get('/automations/status')).status).toBe(200);
  const calendar = await made('calendar');
  const dates = await fetch(`${api.url}/automations/calendar?token=${calendar.token}`);
  expect(dates.status).toBe(200);
  await raw.get('/automations');
  expect((await raw.delete(`/automations/${key.automation.id}`)).status).toBe(200);
  expectNoLargeScans();
});

test('a rotation of a vault with an envelope and a share', async () => {
  const own = await buildOwner(api);
  const { id: successorId } = await buildSuccessor(api, own, { pinned: true });
  const entry = { ...BODIES['POST /vault/entries']?.(), id: randomUUID() };
  await own.program.raw.post('/vault/entries', entry);
  const assigned = { entryIds: [entry.id], restrictToAssignedEntries: true };
  await own.program.raw.put(`/successors/${successorId}/assigned-entries`, assigned);
  const { category: _, tags: __, ...sealed } = entry as Record<string, unknown>;
  const sealedKey = randomBytes(40).toString('base64');
  const { keyBundleVersion } = (await own.program.get('/auth/profile')).body.user;
  const lines = [
    {
      ...{ version: 1, keyBundle: {}, keyBundleVersion, entryCount: 1, envelopeCount: 1, threshold: 1 },
      shares: [{ id: successorId, encryptedShare: sealedKey }],
    },
    { ...sealed, version: 1 },
    { successorId, entryId: entry.id, envelope: sealedKey },
  ];
  const body = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  const reply = await own.program.raw.post('/vault/rotate', body, { 'Content-Type': 'application/x-ndjson' });
  expect(reply.status).toBe(200);
  expectNoLargeScans();
});

test('a pause that its owner is reminded of, and that ends', async () => {
  const own = await buildOwnerWithSuccessor(api);
  await take(api, own, { kind: 'paused', until: api.clock.now + 60 * DAY });
  const statuses = [];
  for (let day = 0; day <= 61; day += 1) {
    const input = stepInput(api, own);
    await activities.remindPaused(input);
    statuses.push((await activities.endPause(input))?.status);
    api.clock.now += DAY;
  }
  expect(statuses.at(-1)).toBe('armed');
  expect(await api.em().count(Mail, { userId: own.id, kind: 'pause_reminder' })).toBeGreaterThan(0);
  expectNoLargeScans();
});

test('every route has succeeded above, except those that need the payment provider', async () => {
  const text = `${await api.deps.metrics.text()}`;
  // The clock has moved by months, so by now everybody is overdue.
  explained.splice(0);
  const answered = text.matchAll(/_count\{method="(\w+)",route="([^"]+)",status="2\d\d"\}/g);
  const succeeded = new Set([...answered].map(([, method, path]) => `${method} ${path}`));
  const missing = routes.map(nameOf).filter((name) => !succeeded.has(name));
  expect(missing.filter((name) => !/^POST \/billing\//.test(name))).toEqual([]);
});

test('every activity has been called above', () => {
  expect([...called].sort()).toEqual(Object.keys(createActivities(deps)).sort());
});

test('looking up open pages for many owners at once', async () => {
  const rows = await api.em().find(Session, {}, { limit: 150, fields: ['id', 'userId'] });
  const pages = rows.map(({ id, userId }) => ({ userId, sessionId: id, sentUpTo: 0n }));
  const [page] = pages;
  const now = new Date(api.clock.now);
  // After five times PostgreSQL may keep a plan that fits any values.
  for (let n = 0; n < 7; n += 1) {
    expect((await ownersToUpdate(api.orm, pages, now)).length).toBeGreaterThan(100);
    await readNewRecords(api.orm, page?.userId ?? '', 0n, [page?.sessionId ?? ''], now);
    await lastRecord(api.orm, page ?? { userId: '', sessionId: '' }, now);
  }
  expectNoLargeScans();
});
