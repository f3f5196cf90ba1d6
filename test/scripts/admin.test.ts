import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { PAYMENT_SETTINGS } from '../../config.ts';
import { Mail } from '../../db/entities/mail.ts';
import { Outbox } from '../../db/entities/outbox.ts';
import { User } from '../../db/entities/user.ts';
import { rememberOptOut } from '../../db/opt-outs.ts';
import { saveVariables } from '../../dev/instance/instance-secrets.ts';
import { freePort } from '../../dev/processes/ports.ts';
import { settings } from '../../scripts/admin/saved-settings.ts';
import {
  credentials,
  logIn,
  openAccount,
  openLoggedIn,
  verificationToken,
} from '../support/builders/account.ts';
import { confirmSessions } from '../support/builders/confirmed.ts';
import { invite, switchOf, take } from '../support/builders/handover.ts';
import { buildOwner, buildSuccessor } from '../support/builders/owner.ts';
import { adminCommand } from '../support/clients/admin-command.ts';
import { client } from '../support/clients/client.ts';
import { expectProblem } from '../support/clients/refused.ts';
import { runScript } from '../support/clients/run-script.ts';
import { rowChecksum } from '../support/row-checksum.ts';
import { servers } from '../support/servers/shared-servers.ts';
import { useAdmin } from '../support/servers/use-admin.ts';

const { api, dataDir, variables, admin, program, lastEntry } = await useAdmin();

/** The tables that have changed since a checksum was taken. */
const changedSince = async (before: string) =>
  (await rowChecksum(api.orm))
    .split('\n')
    .filter((line) => !before.includes(line))
    .map((line) => line.split(' ')[0]);

describe('disable-2fa', () => {
  test('lets an owner log in without a second factor; both logs and a mail say so', async () => {
    const { browser, ...account } = await openLoggedIn(api);
    await api.em().nativeUpdate(User, { id: account.id }, { twoFactorEnabled: true });
    await expect(logIn(api, account)).rejects.toThrow('401');
    expect(await admin('disable-2fa', account.email)).toEqual({
      code: 0,
      stdout: `Two-factor authentication of ${account.email} is off, and its owner is told by mail.\n`,
      stderr: '',
    });
    await logIn(api, account);
    expect((await browser.get('/activity?type=two_factor_disabled')).body.activity).toMatchObject([
      { detail: { by: 'operator' } },
    ]);
    expect(await lastEntry()).toMatchObject({ action: 'two_factor_disabled', userId: account.id });
    expect(await api.em().find(Mail, { userId: account.id, kind: 'security_change' })).toMatchObject([
      {
        recipient: account.email,
        data: { account: 'two_factor_off', byOperator: true },
      },
    ]);
    expect((await admin('disable-2fa', account.email)).stderr).toBe(
      `Two-factor authentication of ${account.email} is already off.\n`,
    );
    expect(await lastEntry()).toMatchObject({ action: 'account_seen', userId: account.id });
  });
});

describe('delete-account', () => {
  test('does what the owner’s own deletion does, after asking, and says so in the log', async () => {
    const account = await openAccount(api);
    const invited = await buildSuccessor(api, account);
    await invite(api, account);
    const now = api.clock.now;
    await take(api, account, { kind: 'invitation_accepted', successorId: invited.id, at: now });
    const before = await rowChecksum(api.orm);
    expect((await program(['delete-account', account.email])).stderr).toBe(
      `${account.email}, whose switch is awaiting_successors, would be deleted at once with everything in the vault: confirm with --yes, because there is no terminal to ask on.\n`,
    );
    // The question shows that there is an account.
    expect(await changedSince(before)).toEqual(['operator_log']);
    expect(await lastEntry()).toMatchObject({ action: 'account_seen', userId: account.id });

    expect(await admin('delete-account', account.email, '--yes')).toEqual({
      code: 0,
      stdout: `${account.email} is deleted, with everything in it. Its owner gets a last mail, and so does everyone who was invited to take over.\n`,
      stderr: '',
    });
    expect(await api.em().count(User, { id: account.id })).toBe(0);
    const mails = await api.em().find(Mail, { userId: account.id }, { orderBy: { kind: 'asc' } });
    expect(mails.map(({ kind, recipient }) => [kind, recipient])).toEqual([
      ['farewell', account.email],
      ['handover_cancelled', invited.email],
    ]);
    expect(await api.em().count(Outbox, { kind: 'switch', subjectId: account.id })).toBeGreaterThan(0);
    expect(await lastEntry()).toMatchObject({ action: 'account_deleted', userId: account.id });
  });

  test('is refused for 7 days after a reset by mail, even with --yes', async () => {
    const { id, email } = await openAccount(api);
    const passwordResetAt = new Date(Date.now() - 6 * 86_400_000);
    await api.em().nativeUpdate(User, { id }, { passwordResetAt });
    const until = new Date(passwordResetAt.getTime() + 7 * 86_400_000).toISOString();
    const before = await rowChecksum(api.orm);
    for (const flags of [[], ['--yes']]) {
      expect(await admin('delete-account', email, ...flags)).toEqual({
        code: 1,
        stdout: '',
        stderr: `Nothing was deleted: the password of ${email} was reset by mail, so the account can be deleted from ${until} on.\n`,
      });
    }
    expect(await changedSince(before)).toEqual(['operator_log']);
    const aWeekAgo = new Date(Date.now() - 7 * 86_400_000);
    await api.em().nativeUpdate(User, { id }, { passwordResetAt: aWeekAgo });
    expect((await admin('delete-account', email, '--yes')).code).toBe(0);
  });

  test('sends nothing to an address that was never confirmed', async () => {
    const { id, email } = await openAccount(api, { verified: false });
    expect((await admin('delete-account', email, '--yes')).stdout).toBe(
      `${email} is deleted. Its address was never confirmed, so nobody gets a mail.\n`,
    );
    expect(await api.em().count(User, { id })).toBe(0);
    expect(await api.em().count(Mail, { userId: id })).toBe(0);
  });

  test('deletes nothing while Stripe can’t be asked to end the subscription', async () => {
    const { id: userId, email } = await openAccount(api);
    await api.em().execute('insert into subscription (user_id, checkout_id) values (?, ?)', [userId, 'cs_1']);
    const before = await rowChecksum(api.orm);
    const paid = Object.fromEntries(PAYMENT_SETTINGS.map((name) => [name, 'x']));
    const PAYMENT_API_BASE = `http://127.0.0.1:${await freePort()}`;
    const ran = await adminCommand(['delete-account', email, '--yes'], {
      ...{ ...variables, ...paid, PAYMENT_API_BASE },
    });
    expect(ran).toEqual({
      code: 1,
      stdout: '',
      stderr:
        'Nothing was deleted: the payment provider does not answer, and would go on charging the owner.\n',
    });
    expect(await changedSince(before)).toEqual(['operator_log']);
  });
});

describe('forget-opt-out', () => {
  test('lets an owner again name a successor who has changed their mind, and says so in the log', async () => {
    const owner = await buildOwner(api);
    await confirmSessions({ em: api.em, clock: { now: Date.now() } }, owner);
    const email = 'changed@example.test';
    for (const scope of ['owner', 'everybody'] as const) {
      await rememberOptOut(api.em(), api.config, { email, userId: owner.id }, scope, new Date());
    }
    const name = () => owner.program.post('/successors', { email, name: 'Sam' });
    await expectProblem(name(), '409 successor_opted_out');
    expect(await admin('forget-opt-out', 'Changed@example.test')).toEqual({
      code: 0,
      stdout: `${email} may be named as a successor again.\n`,
      stderr: '',
    });
    expect((await name()).status).toBe(201);
    expect(await lastEntry()).toMatchObject({ action: 'opt_outs_forgotten', detail: { forgotten: 2 } });
    expect((await admin('forget-opt-out', email)).stderr).toBe(
      `${email} has not asked never to be a successor.\n`,
    );
  });
});

describe('unlock', () => {
  test('lets an owner log in again, and says so in both logs', async () => {
    const account = await openAccount(api);
    const wrong = { email: account.email, password: Buffer.alloc(32).toString('base64') };
    for (let i = 0; i < 5; i += 1) await client(api).post('/auth/login', wrong);
    await expect(logIn(api, account)).rejects.toThrow('429');
    // However the address is written.
    expect(await admin('unlock', ` ${account.email.toUpperCase()} `)).toEqual({
      code: 0,
      stdout: `${account.email} is unlocked: its failed log-ins are forgotten.\n`,
      stderr: '',
    });
    const browser = await logIn(api, account);
    expect((await browser.get('/activity?type=account_unlocked')).body.activity).toHaveLength(1);
    expect(await lastEntry()).toMatchObject({
      operator: expect.stringMatching(/^shell\/.+/),
      action: 'unlocked',
      userId: account.id,
      requestId: null,
    });
  });

  test('changes nothing while Redis is down, and says so in one sentence', async () => {
    const account = await openAccount(api);
    const before = await rowChecksum(api.orm);
    const port = String(await freePort());
    const ran = await adminCommand(['unlock', account.email], { ...variables, REDIS_PORT: port });
    expect(ran).toEqual({
      code: 1,
      stdout: '',
      stderr: `Nothing was unlocked: the Redis at ${servers.redis.host}:${port} does not answer; check REDIS_HOST, REDIS_PORT and REDIS_PASSWORD.\n`,
    });
    expect(await changedSince(before)).toEqual(['operator_log']);
    expect(await lastEntry()).toMatchObject({ action: 'account_seen', userId: account.id });
  });
});

describe('verify-email', () => {
  test('does what the link does: the address is verified and the switch may run', async () => {
    const owner = await buildOwner(api, { verified: false });
    await buildSuccessor(api, owner);
    expect((await switchOf(api, owner)).state.status).toBe('off');
    await api.em().nativeDelete(Outbox, {});
    expect(await admin('verify-email', owner.email)).toEqual({
      code: 0,
      stdout: `${owner.email} is verified; its switch is armed.\n`,
      stderr: '',
    });
    expect((await switchOf(api, owner)).state.status).toBe('armed');
    expect(await api.em().find(Outbox, {})).toMatchObject([{ kind: 'switch', subjectId: owner.id }]);
    const { emailVerifiedAt } = await api.em().findOneOrFail(User, { id: owner.id });
    expect(emailVerifiedAt).toBeInstanceOf(Object);
    expect((await owner.browser.get('/activity?type=email_verified')).body.activity).toMatchObject([
      { type: 'email_verified', detail: { by: 'operator' } },
    ]);
    expect(await lastEntry()).toMatchObject({ action: 'email_verified', userId: owner.id });
    expect(await admin('verify-email', owner.email)).toMatchObject({
      code: 1,
      stderr: `${owner.email} is verified already.\n`,
    });
  });

  test('forgets the registration, whose password then gets the same answer as any other wrong one', async () => {
    api.clock.now = Date.now();
    const account = await openAccount(api, { verified: false });
    expect((await admin('verify-email', account.email)).code).toBe(0);
    const token = await verificationToken(api, account.id, 3_600_000, 'reset_password');
    const { password, salt } = credentials();
    const reset = await client(api).post('/auth/reset-password', { token, password, salt });
    expect(reset.status).toBe(200);
    const former = { email: account.email, password: account.password };
    await expectProblem(client(api).post('/auth/login', former), '401 invalid_credentials');
  });
});

test('invite prints a link, whose token is stored only as a hash, and says so in the log', async () => {
  const { stdout, code } = await admin('invite');
  expect([code, stdout]).toEqual([0, expect.stringMatching(/\/register#invitation=[\w-]{43}\nPass it on/)]);
  expect(stdout).toContain('Nobody needs it while REGISTRATION is open.');
  expect(await lastEntry()).toMatchObject({ action: 'owner_invited', userId: null });
});

test('verify-email refuses an address that was registered more than once', async () => {
  const { email } = await openAccount(api, { verified: false });
  await client(api).post('/auth/register', credentials(email));
  const { code, stderr } = await admin('verify-email', email);
  expect([code, stderr]).toEqual([1, expect.stringContaining('was registered 2 times')]);
});

describe('invalid input', () => {
  test.each([
    [[], 'Name a command: npm run admin -- --help lists the commands.'],
    [['release', 'a@b.test'], 'There is no command "release": npm run admin -- --help lists the commands.'],
    [['toString', 'a@b.test'], 'There is no command "toString": npm run admin -- --help lists the commands.'],
    [['unlock'], 'unlock takes one e-mail address: npm run admin -- unlock ada@example.org.'],
    [['stuck', 'a@b.test'], 'stuck takes no argument.'],
    [['due', 'soon'], 'due takes a number of hours, 1 to 744: npm run admin -- due 48.'],
    [['due', '0'], 'due takes a number of hours, 1 to 744: npm run admin -- due 48.'],
    [['restored', 'a@b.test'], 'restored takes no argument.'],
    [['check-env', 'deploy.env'], 'check-env takes no argument.'],
    [['status', 'nobody'], '"nobody" is not an e-mail address.'],
    [['--force'], "Unknown option '--force'"],
    [['unlock', 'a@b.test', '--read'], 'unlock has no option --read: its options are --data and --help.'],
    [['due', '--yes'], 'due has no option --yes: its options are --data and --help.'],
    [['check-env', '--yes'], 'check-env has no option --yes: its options are --data and --help.'],
    [['seed', '--yes'], 'seed has no option --yes: its options are --anywhere, --data and --help.'],
    [['seed', '8', '9'], 'seed takes at most one argument'],
    [['clock', '--read'], 'clock has no option --read: its options are --accept, --yes, --data and --help.'],
    [['clock', '--yes'], 'clock asks nothing without --accept: omit --yes.'],
  ])('%j is refused with 2, in one sentence', async (args, sentence) => {
    const { code, stdout, stderr } = await admin(...args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr.trim().split('\n')).toEqual([expect.stringContaining(sentence)]);
  });

  test('an address without an account is no mistake in the arguments: the exit code is 1', async () => {
    expect(await admin('status', 'nobody@example.test')).toEqual({
      code: 1,
      stdout: '',
      stderr: 'There is no account with the address nobody@example.test.\n',
    });
  });

  test('without a database, one sentence says what to check', async () => {
    const port = String(await freePort());
    const { code, stderr } = await adminCommand(['status', 'a@b.test'], { ...variables, DB_PORT: port });
    expect(code).toBe(1);
    expect(stderr.trim().split('\n')).toEqual([
      expect.stringMatching(/^PostgreSQL at \S+ cannot be used .*check DB_HOST, DB_PORT/),
    ]);
  });

  test('without settings, one sentence says where they may be', async () => {
    const { code, stderr } = await runScript('admin', ['status', 'a@b.test', '--data', dataDir]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^No service has been started with its data in .*npm run start|npm start first/);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });

  test('npm run admin -- --help needs no service', async () => {
    const { code, stdout, stderr } = await runScript('admin', ['--help']);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain('npm run admin');
    expect(stdout).toContain('--data <folder>');
  });
});

describe('the settings', () => {
  test('of the latest start are found in its data folder, which only its owner can read', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'admin-'));
    const account = await openAccount(api);
    saveVariables(folder, variables);
    expect((await stat(join(folder, 'variables.json'))).mode & 0o777).toBe(0o600);
    expect(await runScript('admin', ['status', account.email, '--data', folder])).toMatchObject({ code: 0 });
    await rm(folder, { recursive: true });
  });

  test('of a server are either all given or all from the latest start', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'admin-'));
    await writeFile(
      join(folder, 'variables.json'),
      JSON.stringify({ JWT_SECRET: 's', DB_HOST: 'saved', DB_PORT: '5', DB_PASSWORD: 'p', REDIS_PORT: '6' }),
    );
    expect(settings({ DB_PORT: '1', LOG_LEVEL: 'debug' }, folder)).toEqual({
      JWT_SECRET: 's',
      LOG_LEVEL: 'debug',
      DB_HOST: 'saved',
      DB_PORT: '5',
      DB_PASSWORD: 'p',
      REDIS_PORT: '6',
    });
    expect(settings({ DB_HOST: 'given', JWT_SECRET: 'g' }, folder)).toEqual({
      JWT_SECRET: 'g',
      DB_HOST: 'given',
      REDIS_PORT: '6',
    });
    await rm(folder, { recursive: true });
  });
});
