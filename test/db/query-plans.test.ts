/**
 * How PostgreSQL runs every statement of the service, including our functions, with thousands of owners. None may scan a
 * whole table that grows. auto_explain logs the plans that were really used and the rows that were really read.
 */
import { generateKeyPairSync, randomBytes, randomUUID, sign } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { type Activities, createActivities } from '../../activities/index.ts';
import type { RouteDeclaration } from '../../api/http/route.ts';
import { lastRecord, outdated, readNews } from '../../api/live/reading.ts';
import { routes } from '../../api/routes/index.ts';
import { BELONGINGS, makeCrowd, VARIETY } from '../../bench/crowd.ts';
import { databaseOf } from '../../config.ts';
import { countAgain } from '../../db/counts.ts';
import { Handover } from '../../db/entities/handover.ts';
import { Mail } from '../../db/entities/mail.ts';
import { Session } from '../../db/entities/session.ts';
import { createHeart } from '../../db/heartbeat.ts';
import { checkMoreLogs } from '../../db/log-check.ts';
import { addChange, ensureMail, mailRefused } from '../../db/mail.ts';
import { type EntityManager, openDatabase } from '../../db/orm.ts';
import { takeMessages } from '../../db/outbox.ts';
import { mintToken, stopToken } from '../../db/tokens.ts';
import { query } from '../../dev/servers/postgres.ts';
import { logInProgram, openLoggedIn, verificationToken } from '../support/builders/account.ts';
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
import { activityDeps } from '../support/servers/activity-deps.ts';
import { startApi, type TestApi } from '../support/servers/api.ts';
import { servers } from '../support/servers/shared-servers.ts';
import { unreliableMailer } from '../support/servers/unreliable-mailer.ts';

const DAY = 86_400_000;
const CROWD = 3_000;
/** No statement may read more rows of a table than this. */
const MOST = 200;

/** Tables whose rows don't grow with the owners. The test fills all others with more rows than a statement may read. */
const SMALL = [
  ...[
    'counted',
    'mail_kind',
    'restoration',
    'judged_database',
    'failing_chore',
    'last_backup',
    'log_check',
    'broken_log',
    'watched_address',
    'worker_status',
    'mikro_orm_migrations',
  ],
  // What waits for Temporal, and counts only while Temporal is away.
  'outbox',
];
let growing: ReadonlySet<string>;

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

interface Node {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: Node[];
}
interface Explained {
  'Query Text': string;
  Plan: Node;
}

/** All scans of growing tables that read too many rows. */
function greedy({ Plan: plan }: Explained): string[] {
  const walk = (node: Node): string[] => {
    const { 'Relation Name': table = '', 'Node Type': how, 'Index Name': index } = node;
    const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
    const rows = Math.round((node['Actual Rows'] + removed) * node['Actual Loops']);
    const own =
      growing.has(table) && how.endsWith('Scan') && rows > MOST
        ? [`${how} of ${table}${index ? ` by ${index}` : ''}: ${rows} rows`]
        : [];
    return [...own, ...(node.Plans ?? []).flatMap(walk)];
  };
  return walk(plan);
}

/** So many that nothing may read all owners in the same state. */
const PER_THOUSAND = {
  ...{ off: 150, completed: 150, paused: 100, reminding: 100 },
  ...{ grace_period: 100, awaiting_successors: 100, released: 100 },
};

/** Rows that the crowd lacks. */
const REST = [
  `insert into liveness (id, service, started_at, beat_at)
     select gen_random_uuid(), 'api', seen - n * interval '1 hour', seen - n * interval '1 hour' from crowd`,
  `insert into mail (id, key, kind, recipient, user_id, data, status, attempts, claimed_until, refused_since,
       refused_days, rests_until, created_at)
     select gen_random_uuid(), 'resting/' || id, 'reminder', 'owner-' || id || '@crowd.test', id, '{}', 'queued', 9, now,
       seen, 9, now + interval '3 hours', seen from crowd`,
  `insert into billing_event (id, type, applied_at) select id, 'invoice.paid', seen from crowd`,
  `insert into subscription (user_id, customer_id, subscription_id, status)
     select id, 'cus_' || id, 'sub_' || id, 'active' from crowd`,
  `insert into operator_log (at, operator, action, user_id, detail) select seen, 'shell', 'x', id, '{}' from crowd`,
  `insert into passkey (id, user_id, credential_id, public_key, counter, transports, is_synced, name, created_at)
     select gen_random_uuid(), id, id::text, '', 0, '{}', true, 'Phone', seen from crowd`,
  `insert into channel (id, user_id, kind, name, address, code_round, code_sent_at, verified_at, created_at)
     select gen_random_uuid(), id, 'mailbox', 'Work', 'second-' || id || '@crowd.test', 1, seen, seen, seen from crowd`,
  `insert into automation (id, user_id, name, scope, hash, created_at)
     select gen_random_uuid(), id, 'Phone', 'status', sha256(('vh_' || id)::bytea), seen from crowd`,
  `insert into account_invitation (id, hash, created_at, expires_at, user_id)
     select gen_random_uuid(), sha256(id::text::bytea), seen, now + interval '1 day', id from crowd`,
  `insert into contact_question (successor_id, user_id, asked_at) select successor_id, id, seen from crowd`,
  `insert into two_factor (user_id, secret) select id, 'secret' from crowd`,
  `insert into recovery_code (id, user_id, hash) select gen_random_uuid(), id, sha256(id::text::bytea) from crowd`,
  `insert into second_factor_removal (user_id, started_at) select id, seen from crowd`,
  `insert into email_change (user_id, email, auth_hash, salt, session_id, requested_at)
     select id, 'next-' || id || '@crowd.test', 'none', '', id, seen from crowd`,
  `insert into key_bundle_archive (id, user_id, key_bundle, email, salt, archived_at)
     select gen_random_uuid(), id, '{}', 'was-' || id || '@crowd.test', '', seen from crowd`,
  `insert into registration (id, user_id, name, auth_hash, salt, selector, created_at, expires_at)
     select gen_random_uuid(), id, 'Olive', 'none', '', '', seen, now + interval '1 day' from crowd`,
  `insert into rehearsal (id, user_id, successor_id, sample, requested_at, expires_at)
     select gen_random_uuid(), id, successor_id, '{}', now, now + interval '1 day' from crowd`,
  `insert into opt_out (id, mailbox, user_id, created_at)
     select gen_random_uuid(), sha256(id::text::bytea), id, seen from crowd`,
  `insert into staged_entry (import_id, user_id, id, encrypted_data, iv, salt, algorithm, category, tags, staged_at)
     select gen_random_uuid(), id, id, 'AAAA', 'AAAA', 'AAAA', 'AES-GCM', 'letters', '{}', now from crowd`,
  `insert into staged_envelope (import_id, successor_id, entry_id, user_id, envelope, staged_at)
     select gen_random_uuid(), successor_id, id, id, 'AAAA', now from crowd`,
  'insert into removed_activity (highest) select n from crowd',
  `insert into removal (hash, day) select removal_hash('account', id::text), seen::date from crowd`,
  `insert into vault_entry (user_id, id, encrypted_data, iv, salt, algorithm, category, version, created_at, updated_at)
     select id, id, 'AAAA', 'AAAA', 'AAAA', 'AES-GCM', 'letters', 1, seen, seen from crowd`,
  `insert into trashed_entry (user_id, entry_id, encrypted_data, iv, salt, algorithm, category, version, created_at,
       updated_at, reason, bytes, deleted_at)
     select id, id, 'AAAA', 'AAAA', 'AAAA', 'AES-GCM', 'letters', 1, seen, seen, 'changed', 6, now from crowd`,
  `insert into file (user_id, id, entry_id, size, sha256, state, store, key, created_at, touched_at, deleted_at)
     select id, id, id, 1, '', 'stored', 'folder', gen_random_uuid(), seen, seen, now from crowd`,
  `insert into file (user_id, id, entry_id, size, sha256, state, store, key, created_at, touched_at)
     select id, gen_random_uuid(), id, 1, 'x', 'uploading', 'folder', gen_random_uuid(), now, now from crowd`,
  `insert into removed_file (key, store, bytes, user_id, removed_at)
     select gen_random_uuid(), 'folder', 1, id, now from crowd`,
  'insert into assigned_entry (successor_id, entry_id, user_id) select successor_id, id, id from crowd',
  `insert into successor_list (successor_id, list, version, share_version) select successor_id, 'AAAA', 1, 1 from crowd`,
];

/** @throws if one of them is too small to show what scans it */
async function tablesThatGrow(em: EntityManager): Promise<Set<string>> {
  const tables = await em.execute<{ name: string }[]>(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  );
  const names = tables.map(({ name }) => name).filter((name) => !SMALL.includes(name));
  for (const name of names) {
    const rows = await em.execute(`select 1 from "${name}" limit ${MOST + 1}`);
    if (rows.length <= MOST) throw new Error(`fill ${name}, or say that it stays small`);
  }
  return new Set(names);
}

const explained: Explained[] = [];
const { connect } = pg.Client.prototype;

let folder: string;
let api: TestApi;
let deps: ReturnType<typeof activityDeps>;
let activities: Activities;
let owner: BuiltOwner;
let successor: string;
beforeAll(async () => {
  pg.Client.prototype.connect = function (this: pg.Client, ...given: Parameters<typeof connect>) {
    this.on('notice', ({ message = '' }) => {
      const [, plan] = message.match(/^duration: .*?plan:\s*(\{.*\})\s*$/s) ?? [];
      if (plan) explained.push(JSON.parse(plan));
    });
    return connect.apply(this, given);
  } as typeof connect;
  folder = await mkdtemp(join(tmpdir(), 'vault-files-'));
  api = await startApi({
    ADMIN_EMAILS: 'admin@example.test',
    BOUNCE_WEBHOOK_SECRET: WEBHOOK_SECRET,
    FILES_DIR: folder,
  });
  const { host, port, password, superuser, user } = servers.postgres;
  const asSuperuser = { host, port, password, user: superuser, database: api.config.DB_NAME };
  // On its own connections, which don't get auto_explain.
  const own = await openDatabase(databaseOf(api.config));
  await makeCrowd(
    own.em.fork(),
    CROWD,
    new Date(api.clock.now),
    [...BELONGINGS, ...VARIETY, ...REST],
    PER_THOUSAND,
  );
  growing = await tablesThatGrow(own.em.fork());
  await own.close(true);
  for (const [name, value] of [
    ['session_preload_libraries', 'auto_explain'],
    ['auto_explain.log_min_duration', '0'],
    ['auto_explain.log_analyze', 'on'],
    ['auto_explain.log_timing', 'off'],
    ['auto_explain.log_nested_statements', 'on'],
    ['auto_explain.log_format', 'json'],
    ['auto_explain.log_level', 'notice'],
    // With millions of rows PostgreSQL would avoid it, so what still uses it has no index.
    ['enable_seqscan', 'off'],
    // As for a prepared statement that a connection has run a few times: planned without its values.
    ['plan_cache_mode', 'force_generic_plan'],
  ] as const) {
    await query(
      asSuperuser,
      `load 'auto_explain'; alter role ${user} in database ${api.config.DB_NAME} set ${name} = '${value}'`,
    );
  }
  // The API's connections from before don't have auto_explain.
  await api.orm.reconnect();
  deps = activityDeps(api);
  activities = watched(createActivities(deps));
  owner = await buildOwner(api, { email: 'admin@example.test' });
  successor = (await buildSuccessor(api, owner)).id;
});
afterAll(async () => {
  pg.Client.prototype.connect = connect;
  deps.mailer.close();
  await api.close();
  await rm(folder, { recursive: true });
});

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

/** All greedy statements since the last call. */
function expectModest(): void {
  const all = explained.splice(0);
  expect(all.length).toBeGreaterThan(0);
  const found = all.flatMap((each) => {
    const scans = greedy(each);
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
  const found = explained.splice(0).flatMap(greedy);
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
  expectModest();
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
  expectModest();
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
  expectModest();
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
  await createHeart('mail', 1_000).beat(api.em(), new Date(api.clock.now));
  await countAgain(api.em(), new Date(api.clock.now), deps.rules, 0);
  await takeMessages(api.em(), 100, async (messages) => messages.map(({ id }) => id));
  expectModest();
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
  expectModest();
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
  expectModest();
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
  expectModest();
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
  expectModest();
});

test('whatever needs a password, a code, or a link in a mail', async () => {
  const { browser, ...account } = await openLoggedIn(api);
  const { raw } = browser;
  const { password } = account;
  const base64 = (bytes: number) => randomBytes(bytes).toString('base64');
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
  expectModest();
});

test('whatever needs a passkey', async () => {
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
  expectModest();
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
  expectModest();
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
  expectModest();
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
  expectModest();
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
  expectModest();
});

test('every route has succeeded above, but for those that need the payment provider', async () => {
  const text = await api.deps.metrics.text();
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
    expect((await outdated(api.orm, pages, now)).length).toBeGreaterThan(100);
    await readNews(api.orm, page?.userId ?? '', 0n, [page?.sessionId ?? ''], now);
    await lastRecord(api.orm, page ?? { userId: '', sessionId: '' }, now);
  }
  expectModest();
});
