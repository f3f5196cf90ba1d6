/** An owner at the command line loses nothing, whatever happens to passwords, keys and sessions. */
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { DECRYPTED_FORMAT } from '../../client/decrypted-export.ts';
import { KDF_V1, type Kdf, prepareLogIn } from '../../crypto/index.ts';
import { Mail } from '../../db/entities/mail.ts';
import { Session } from '../../db/entities/session.ts';
import { StagedEntry } from '../../db/entities/staged-entry.ts';
import { Successor } from '../../db/entities/successor.ts';
import { User } from '../../db/entities/user.ts';
import { VaultEntry } from '../../db/entities/vault-entry.ts';
import { freePort } from '../../dev/processes/ports.ts';
import { uniqueEmail } from '../support/builders/owner.ts';
import { slipIn } from '../support/builders/slip.ts';
import { codeOf, withTwoFactor, wrongCode } from '../support/clients/totp.ts';
import { startPushService } from '../support/servers/push-service.ts';
import { startTamperingProxy } from '../support/servers/tampering-proxy.ts';
import { until } from '../support/until.ts';
import { use } from '../support/use.ts';
import { CTRL_C, CTRL_D } from './command.ts';
import {
  type CommandLineOwner,
  lastGroup,
  mode,
  PASSWORD,
  startCommandLineEnvironment,
} from './environment.ts';

const push = await use(startPushService);
const environment = await use(startCommandLineEnvironment);

test('a reset after a forgotten password loses nothing', async () => {
  const { email, user, recoveryCode } = await environment.newOwner('Gus');
  await user.run(['add', 'note', '--title', 'Chart'], [PASSWORD, 'the rocks are north']);
  const chosen = 'another heron at high tide';
  await user.run(['forgot', email, '--server', environment.server]);
  await user.run(
    ['reset', email],
    [await environment.link(email, 'password_reset', 'reset-password'), chosen],
  );
  const server = ['--server', environment.server];
  const slip = await slipIn('recovery-code-v1', recoveryCode);
  expect(await user.try(['login', email, ...server], [chosen, slip])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('That code has a typing mistake'),
  });
  // A service that hides the keys gets no new vault in their place.
  const proxy = await startTamperingProxy(environment.server);
  const noKeys = (body: { user?: object }) => ({ ...body, user: { ...body.user, keyBundle: null } });
  try {
    const there = ['login', email, '--server', proxy.origin];
    proxy.lies = {
      answer: (path, body) =>
        path === '/auth/key-bundles'
          ? { keyBundles: [], nextCursor: null }
          : path === '/auth/login'
            ? noKeys(body)
            : body,
    };
    expect(await user.try(there, [chosen])).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('has nothing that your recovery code could open'),
    });
    // Nor does hiding them in the log-in alone lose anything.
    proxy.lies = { answer: (path, body) => (path === '/auth/login' ? noKeys(body) : body) };
    await user.run(there, [chosen, recoveryCode]);
  } finally {
    await proxy.close();
  }
  await user.run(['login', email, ...server], [chosen]);
  expect(await user.run(['show', 'chart'], [chosen])).toContain('the rocks are north');

  // Someone damages the stored keys, and the archive has only older ones than this machine has seen.
  await user.run(['recovery-code'], [chosen, lastGroup]);
  const [stored] = await environment.em().find(User, { email });
  const keyBundle = { ...(stored?.keyBundle as object), signing: { publicKey: 'AAAA', seed: {} } };
  await environment.em().nativeUpdate(User, { email }, { keyBundle });
  expect(await user.try(['login', email, ...server], [chosen, 'no'])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('older than those that this machine has seen'),
  });
  await user.run(['login', email, ...server], [chosen, 'yes']);
  expect(await user.run(['show', 'chart'], [chosen])).toContain('the rocks are north');
});

test('a second mailbox gets warnings once its code is entered, and a webhook its secret', async () => {
  const { user } = await environment.newOwner('Wes');
  const second = uniqueEmail('second');
  const { way } = JSON.parse(await user.run(['ways', 'add', 'Work', second, '--json']));
  expect(await user.run(['ways'])).toMatch(/^Work +\S+ +not confirmed/m);
  expect(JSON.parse(await user.run(['ways', '--json'])).ways).toMatchObject([{ id: way.id }]);
  const code = environment.service.deps.channelSecrets.code(way.id, 1);
  expect(await user.run(['ways', 'confirm', 'Work'], [code])).toContain('your warnings go to Work too');
  expect(await user.run(['ways', 'test', 'Work'])).toContain("We've sent a test");

  const hook = ['ways', 'add', 'My phone', 'https://hooks.example.com/1'];
  const { stdout: first, stderr: told } = await user.try(hook);
  expect(told).toContain("`vault-handover ways confirm 'My phone'`");
  expect(first.trim()).toMatch(/^whsec_/);
  const renewed = JSON.parse(await user.run(['ways', 'rotate', 'My phone', '--json']));
  expect(renewed).toMatchObject({ way: { name: 'My phone' }, secret: expect.stringMatching(/^whsec_/) });
  expect(renewed.secret).not.toBe(first.trim());
  expect(await user.try(['ways', 'remove', 'Fax'])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('No way has the name or ID Fax'),
  });
  for (const name of ['My phone', 'Work']) await user.run(['ways', 'remove', name]);
  expect(await user.try(['ways'])).toMatchObject({ stderr: expect.stringContaining('Only the mailbox') });
});

test('a device is listed, tested and removed, even once its browser has ended the notifications', async () => {
  const owner = await environment.newOwner('Dan');
  const { user } = owner;
  const session = await environment.sessionOf(owner);
  const { pushKey } = (await session.get('/channels')).body;
  const subscription = push.subscribe(pushKey ?? '');
  const { body } = await session.post('/channels/pushes', { name: 'Phone', subscription });
  await until('the code', () => push.received.length === 1);
  const code = /\d{8}/.exec(push.received[0]!.note.text)?.[0] ?? '';
  await session.post(`/channels/${body.channel.id}/verify`, { code });
  await user.run(['ways', 'test', 'Phone']);
  await until('the test', () => push.received.length === 2);
  expect(await user.run(['ways'])).toMatch(/^Phone +notifications \(127\.0\.0\.1:\d+\) +works/m);
  push.answer(410);
  await session.post(`/channels/${body.channel.id}/test`);
  const ended = async () => (await session.get('/channels')).body.channels[0]?.lastError === 'gone';
  await until('the end', ended);
  expect(await user.run(['ways'])).toContain('gone: its browser has ended the notifications');
  await user.run(['ways', 'remove', 'Phone']);
  expect((await session.get('/channels')).body.channels).toEqual([]);
});

test('an automation gets a token that checks in, until it is revoked', async () => {
  const { user } = await environment.newOwner('Ines');
  const added = await user.try(['automations', 'add', 'Night lamp', '--scope', 'check-in', '--days', '30']);
  expect(added).toMatchObject({ code: 0, stderr: expect.stringContaining("tells us that you're alive") });
  const headers = { Authorization: `Bearer ${added.stdout.trim()}` };
  const checkIn = async () =>
    (await fetch(`${environment.server}/api/v1/automations/check-in`, { method: 'POST', headers })).status;
  expect(await checkIn()).toBe(200);
  expect(await user.run(['automations'])).toMatch(/^Night lamp +check-in +last used .* UTC +until .* UTC$/m);
  expect(await user.run(['automations', 'revoke', 'Night lamp'])).toContain('no longer works');
  expect(await checkIn()).toBe(401);
});

test('what is exported can be put back, encrypted and decrypted', async () => {
  const { user } = await environment.newOwner('Hana');
  const password = ['which opens the vault: ', PASSWORD] as const;
  await user.atTerminal(
    ['add', 'note', '--title', 'One'],
    [password, ['Ctrl-D on a line of its own:', 'first'], ['first', CTRL_D]],
  );
  const encrypted = join(environment.folder, 'hana.ndjson');
  const decrypted = join(environment.folder, 'hana.json');
  await user.run(['export', '--out', encrypted]);
  // A person at a terminal must agree first, and nobody reads the password there.
  const readable = ['export', '--decrypt', '--out', decrypted];
  const agree = 'Type yes to continue: ';
  expect(await user.atTerminal(readable, [[agree, 'no']])).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('Nothing was done.'),
  });
  await expect(stat(decrypted)).rejects.toThrow('ENOENT');
  const typed = await user.atTerminal(readable, [[agree, 'yes'], password]);
  expect(typed).toMatchObject({ code: 0, stdout: expect.stringContaining(`Saved as ${decrypted}.`) });
  expect(typed.stdout).not.toContain(PASSWORD);
  for (const file of [encrypted, decrypted]) expect(await mode(file)).toBe(0o600);
  expect(await readFile(encrypted, 'utf8')).not.toContain('first');
  expect(JSON.parse(await readFile(decrypted, 'utf8')).entries).toMatchObject([
    { content: { title: 'One', fields: { text: 'first' } } },
  ]);
  expect(await user.run(['rotate'], [PASSWORD])).toContain('1 entry has new keys');
  await user.run(['remove', 'One'], [PASSWORD]);
  expect(await user.run(['import', encrypted], [PASSWORD])).toContain('1 entry added');
  // What was removed is in the trash, and opens although the keys have changed since.
  const [, trashId = ''] = /^(\S+) .* deleted +One$/m.exec(await user.run(['trash'], [PASSWORD])) ?? [];
  await user.run(['edit', 'One', '--title', 'Changed'], [PASSWORD]);
  await user.run(['trash', 'restore', trashId], [PASSWORD]);
  expect(await user.run(['list'], [PASSWORD])).toMatch(/One$/m);
  // Unchanged entries aren't stored again.
  expect(await user.run(['import', decrypted], [PASSWORD])).toContain('0 replaced');
  await user.run(['edit', 'One', '--title', 'Changed'], [PASSWORD]);
  expect(await user.run(['import', decrypted], [PASSWORD])).toContain('1 replaced');
  expect(await user.run(['show', 'One'], [PASSWORD])).toContain('first');

  const stranger = await environment.newOwner('Ivo');
  expect(await stranger.user.try(['import', encrypted], [PASSWORD])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('is an encrypted export of another account'),
  });
  const anonymous = join(environment.folder, 'hana-anonymous.ndjson');
  await writeFile(anonymous, (await readFile(encrypted, 'utf8')).replace(/"userId":"[^"]*",/, ''));
  expect(await stranger.user.try(['import', anonymous], [PASSWORD])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('belongs to another vault'),
  });
  expect(await stranger.user.run(['import', decrypted], [PASSWORD])).toContain('1 entry added');
  expect(await stranger.user.run(['show', 'One'], [PASSWORD])).toContain('first');
  // Nothing that exists is overwritten.
  expect(await user.try(['export', '--out', encrypted])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('already exists and was not touched'),
  });
});

test('an entry whose answer was lost is stored once', async () => {
  const owner = await environment.newOwner('Uma');
  const { user, session } = owner;
  const proxy = await startTamperingProxy(environment.server);
  let isLost = false;
  proxy.lies = {
    cut(path) {
      if (path !== '/vault/entries' || isLost) return undefined;
      isLost = true;
      return 'answer';
    },
  };
  try {
    const kept = JSON.parse(await readFile(session, 'utf8'));
    await writeFile(session, JSON.stringify({ ...kept, server: proxy.origin }));
    await user.run(['add', 'note', '--title', 'Shed'], [PASSWORD, 'the key is under the pot']);
    expect(isLost).toBe(true);
    expect(JSON.parse(await user.run(['list', '--json'], [PASSWORD])).entries).toHaveLength(1);
    const mayBeStored = {
      code: 1,
      stderr: expect.stringMatching(/^"Barn" may be stored: look for \S+ in `vault-handover list` before/m),
    };
    const add = ['add', 'note', '--title', 'Barn'];
    proxy.lies = { cut: (path) => (path === '/vault/entries' ? 'answer' : undefined) };
    expect(await user.try(add, [PASSWORD, 'in the hay'])).toMatchObject(mayBeStored);
    // The session ends once the entry is stored.
    let isStored = false;
    proxy.lies = {
      async before({ method, path }) {
        if (isStored && path === '/auth/profile')
          await (await environment.sessionOf(owner)).post('/auth/logout');
        isStored ||= method === 'POST' && path === '/vault/entries';
      },
    };
    expect(await user.try(add, [PASSWORD, 'in the hay'])).toMatchObject(mayBeStored);
    expect(await environment.em().count(VaultEntry, { userId: await userIdOf(owner) })).toBe(3);
  } finally {
    await proxy.close();
  }
});

test('a rotation that is cut off half-way has changed nothing, and can be run again', async () => {
  const { user } = await environment.newOwner('Oda');
  const at = new Date().toISOString();
  const entries = Array.from({ length: 4_000 }, (_, i) => {
    const content = {
      version: 1,
      kind: 'note',
      title: `Page ${i}`,
      category: '',
      tags: [],
      fields: { text: 'x' },
    };
    return { id: randomUUID(), createdAt: at, updatedAt: at, content };
  });
  const file = join(environment.folder, 'oda.json');
  const document = { format: DECRYPTED_FORMAT, version: 1, exportedAt: at, entries };
  await writeFile(file, JSON.stringify(document));
  await user.run(['import', file], [PASSWORD]);
  const encrypted = async (name: string) => {
    const out = join(environment.folder, name);
    await user.run(['export', '--out', out]);
    const [, ...lines] = (await readFile(out, 'utf8')).trimEnd().split('\n');
    return lines;
  };
  const before = await encrypted('oda-before.ndjson');
  const halfWay = until(
    'some entries to arrive',
    async () => (await environment.em().count(StagedEntry)) > 0,
  );
  expect(await user.try(['rotate'], [PASSWORD], { end: halfWay })).toMatchObject({ code: null, stdout: '' });
  expect(await encrypted('oda-cut-off.ndjson')).toEqual(before);
  expect(await user.run(['rotate'], [PASSWORD])).toContain('4000 entries have new keys');
  expect(await user.run(['show', 'Page 77'], [PASSWORD])).toContain('x');

  // Nothing readable is left of an export that Ctrl-C ends.
  const folder = join(environment.folder, 'oda');
  await mkdir(folder);
  const begun = until('the export to begin', async () => (await readdir(folder)).length > 0);
  const out = ['--out', join(folder, 'all.json')];
  const ctrlC = { end: begun, signal: 'SIGINT' } as const;
  expect(await user.try(['export', '--decrypt', ...out], [PASSWORD], ctrlC)).toMatchObject({ code: 130 });
  expect(await readdir(folder)).toEqual([]);
});

test('a recovery code that was shown is kept or destroyed, as its owner is told', async () => {
  const { user } = await environment.newUser('Rosa');
  const email = uniqueEmail('rosa');
  const register = ['register', email, '--server', environment.server];
  expect(await user.try([...register, '--name', 'R'.repeat(300)], [PASSWORD, lastGroup])).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/is not active: destroy it\.\nThe service refused this: name /),
  });
  const interrupted = await user.atTerminal(
    [...register, '--name', 'Rosa'],
    [
      ['New password: ', PASSWORD],
      ['Type it again: ', PASSWORD],
      ['to be sure that you have it: ', CTRL_C],
    ],
  );
  expect(interrupted).toMatchObject({
    code: 130,
    stdout: expect.stringContaining('is not active: destroy it'),
  });
  // The service opens the account, and its answer is lost.
  const proxy = await startTamperingProxy(environment.server);
  proxy.lies = { cut: (path) => (path === '/auth/register' ? 'answer' : undefined) };
  const there = ['register', email, '--name', 'Rosa', '--server', proxy.origin];
  try {
    expect(await user.try(there, [PASSWORD, lastGroup])).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /don't know whether the recovery code above is active: keep it if you get an email .*\nThe service at .* cannot be reached/,
      ),
    });
  } finally {
    await proxy.close();
  }
  await user.run(['verify'], [await environment.link(email, 'verify_email', 'verify-email')]);
  await user.run(['login', email, '--server', environment.server], [PASSWORD]);
});

test('a second factor is asked for where the service requires it', async () => {
  const owner = await environment.newOwner('Kai');
  const { email, user } = owner;
  const { password } = await prepareLogIn({ email, password: PASSWORD, kdf: KDF_V1 });
  const { secret, recoveryCodes } = await withTwoFactor(
    environment.service,
    await environment.sessionOf(owner),
    { password },
  );
  const login = ['login', email, '--server', environment.server];
  expect(await user.try(login, [PASSWORD, await wrongCode(environment.service, secret)])).toMatchObject({
    code: 1,
    stderr: 'That code is wrong or was used already: wait for the next one and try again.\n',
  });
  expect(await user.run(login, [PASSWORD, await codeOf(environment.service, secret, 1)])).toContain(
    'You are logged in',
  );
  expect(await user.run(login, [PASSWORD, recoveryCodes[0] ?? ''])).toContain('You are logged in');

  await environment.em().nativeUpdate(Session, { userId: await userIdOf(owner) }, { confirmedAt: null });
  const add = ['successors', 'add', '--name', 'Lou', '--email', uniqueEmail('lou')];
  expect(await user.run(add, [PASSWORD, recoveryCodes[1] ?? ''])).toContain('Lou gets an email');
  expect(await user.run(['successors', 'new-kit', 'Lou'], [PASSWORD])).toBe(
    'Lou gets an email with a link to make a new kit. The old one is no longer valid.\n',
  );
  // Nothing was sealed to them, so the keys stay.
  expect(await user.try(['successors', 'new-kit', 'Lou', '--tell'], [PASSWORD])).toMatchObject({
    stderr: expect.stringContaining('--tell cannot be used here'),
  });
  const { id } = await environment
    .em()
    .findOneOrFail(Successor, { userId: await userIdOf(owner), name: 'Lou' });
  await environment.em().nativeUpdate(Successor, { id }, { verifiedAt: new Date() });
  const second = uniqueEmail('lou');
  expect(await user.run(['successors', 'second', 'Lou', second])).toContain(
    `${second} gets an email with a link.`,
  );
  expect(await user.run(['successors'])).toContain(`and ${second} (not confirmed)`);
  expect(await user.run(['successors', 'second', 'Lou', '--none'])).toBe(
    'From now on, we write to Lou at the first address only.\n',
  );
  expect(await user.run(['successors', 'ask', 'Lou'])).toContain('Lou is asked again');
  expect(await environment.em().count(Mail, { successorId: id, kind: 'contact_question' })).toBe(1);
  expect(await user.run(['successors', 'remove', 'Lou', '--tell'], [PASSWORD])).toBe(
    'Lou is no longer a successor.\n',
  );
  expect(await environment.em().count(Mail, { successorId: id, kind: 'successor_removed' })).toBe(1);
});

const userIdOf = async ({ session }: CommandLineOwner): Promise<string> =>
  JSON.parse(await readFile(session, 'utf8')).userId;

test('a log-in moves an account to the newest way of deriving keys, and loses nothing', async () => {
  const { email, user } = await environment.newOwner('Mia');
  await user.run(['add', 'note', '--title', 'Lock'], [PASSWORD, 'turn left']);
  const newest: Kdf = { ...KDF_V1, version: 2, passes: 4 };
  const { keyDerivations } = environment.service.deps;
  Object.assign(environment.service.deps, { keyDerivations: [KDF_V1, newest] });
  try {
    const login = ['login', email, '--server', environment.server];
    expect(await user.run(login, [PASSWORD])).toContain('protected better now');
    expect(await user.run(login, [PASSWORD])).not.toContain('protected better now');
    // A service that now offers a derivation with less work does not get it.
    Object.assign(environment.service.deps, { keyDerivations: [KDF_V1, newest, { ...KDF_V1, version: 3 }] });
    expect(await user.run(login, [PASSWORD])).not.toContain('protected better now');
    expect(await user.run(['show', 'Lock'], [PASSWORD])).toContain('turn left');
  } finally {
    Object.assign(environment.service.deps, { keyDerivations });
  }
});

test('an expired access token is exchanged, and the new tokens are kept', async () => {
  const { user, session } = await environment.newOwner('Nell');
  const before = JSON.parse(await readFile(session, 'utf8'));
  await writeFile(session, JSON.stringify({ ...before, accessToken: 'expired' }));
  await user.run(['check-in']);
  const after = JSON.parse(await readFile(session, 'utf8'));
  expect(after.refreshToken).not.toBe(before.refreshToken);
  expect(await mode(session)).toBe(0o600);
  await user.run(['status']);
  await user.run(['logout']);
  expect(JSON.parse(await readFile(session, 'utf8'))).toMatchObject({ accessToken: '', refreshToken: '' });
  expect(await user.run(['logout'])).toBe('You are not logged in.\n');
});

test('each thing that goes wrong gets one sentence that says what to do', async () => {
  const owner = await environment.newOwner('Jan');
  const { email, user } = owner;
  const one = (stderr: string) => ({ code: 1, stdout: '', stderr: `${stderr}\n` });
  expect(await user.try(['list'], ['not the password'])).toMatchObject(
    one('That is not the password of this account: try again.'),
  );
  expect(await user.try(['list'], [''])).toMatchObject(
    one('The password is missing: write it on a line of its own.'),
  );
  expect(await user.try(['list'])).toMatchObject(
    one(
      'There is nobody to ask and standard input has ended: run this in a terminal, or write one line there for ' +
        `each question, the next being "Password of ${email}, which opens the vault".`,
    ),
  );
  const nobody = `http://127.0.0.1:${await freePort()}`;
  expect(await user.try(['forgot', email, '--server', nobody])).toMatchObject(
    one(
      `The service at ${nobody} cannot be reached (ECONNREFUSED): check the network, start it with \`npm start\`, ` +
        'or name another with --server.',
    ),
  );
  expect(await user.try(['list', '--server', 'http://vault.example.org'])).toMatchObject({
    code: 2,
    stderr: '--server must begin with https://, because vault.example.org is not this machine.\n',
  });
  expect(await user.try(['fly'])).toMatchObject({ code: 2, stdout: '' });

  await (await environment.sessionOf(owner)).post('/auth/logout');
  expect(await user.try(['status'])).toMatchObject(
    one('Your session has ended: log in with `vault-handover login`.'),
  );
  expect(await user.try(['status'])).toMatchObject(
    one('You are not logged in: run `vault-handover login` first.'),
  );
  // The command line still knows the service.
  await user.run(['forgot', email]);
  expect(await user.run(['login', email], [PASSWORD])).toContain(`at ${environment.server}.`);
});
