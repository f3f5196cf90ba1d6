/** What `npm run vault` promises, in child processes against a real API, worker and mail server. */
import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { KDF_V1, type Kdf, prepareLogIn } from '../../crypto/index.ts';
import { Mail } from '../../db/entities/mail.ts';
import { Session } from '../../db/entities/session.ts';
import { StagedEntry } from '../../db/entities/staged-entry.ts';
import { freePort } from '../../dev/processes/ports.ts';
import { DECRYPTED_FORMAT } from '../../dev/vault/export-file.ts';
import type { MailKindName } from '../../mail/kinds/index.ts';
import { uniqueEmail } from '../support/builders.ts';
import { caughtMails, linksIn } from '../support/caught-mail.ts';
import { client } from '../support/client.ts';
import { type Life, startLife } from '../support/life.ts';
import { codeOf, withTwoFactor } from '../support/totp.ts';
import { until } from '../support/until.ts';
import { type Answer, type VaultUser, vaultUser } from '../support/vault-command.ts';

const PASSWORD = 'the heron waits at low tide';
/** How long silence may take to bring a mail, on a busy machine. */
const PATIENCE_MS = 120_000;

let life: Life;
let folder: string;
beforeAll(async () => {
  life = await startLife({ env: { DEFAULT_PLAN: 'family' } });
  folder = await mkdtemp(join(tmpdir(), 'vault-command-'));
});
afterAll(async () => {
  await life.close();
  await rm(folder, { recursive: true });
});

const origin = () => new URL(life.url).origin;
const em = () => life.orm.em.fork();

/** The link to a page in the latest mail of a kind. */
async function link(to: string, kind: MailKindName, page: string): Promise<string> {
  const row = await until(
    `the mail ${kind} to ${to}`,
    () => em().findOne(Mail, { kind, recipient: to, status: 'accepted' }, { orderBy: { id: 'desc' } }),
    PATIENCE_MS,
  );
  const mail = (await caughtMails(to)).find(({ messageId }) => messageId.startsWith(row.id));
  const found = mail && linksIn(mail).find((each) => new URL(each).pathname === `/${page}`);
  if (!found) throw new Error(`the mail ${kind} to ${to} has no link to ${page}`);
  return found;
}

const CODE = /(?:[0-9A-F]{4}-){8}[0-9A-F]{4}/;
/** Somebody else's code of a kit, without a typing mistake. */
function otherCode(code: string): string {
  const bytes = Buffer.from(code.replaceAll('-', ''), 'hex').subarray(0, 16);
  bytes[0] = 255 - (bytes[0] ?? 0);
  const checksum = createHash('sha256').update('kit-code-v1').update(bytes).digest().subarray(0, 2);
  const digits = Buffer.concat([bytes, checksum]).toString('hex').toUpperCase();
  return digits.replace(/.{4}(?!$)/g, '$&-');
}

/** The last group of the code that was shown. */
const lastGroup: Answer = (stdout) => CODE.exec(stdout)?.[0].slice(-4);

interface Owner {
  email: string;
  user: VaultUser;
  /** The file of their session. */
  session: string;
  recoveryCode: string;
}

/** Registers, confirms the address with the link from the mail, and logs in. */
async function newOwner(name: string): Promise<Owner> {
  const email = uniqueEmail(name.toLowerCase());
  const config = await mkdtemp(join(folder, `${name}-`));
  const user = vaultUser(config);
  const server = ['--server', origin()];
  const shown = await user.run(['register', email, '--name', name, ...server], [PASSWORD, lastGroup]);
  await user.run(['verify'], [await link(email, 'verify_email', 'verify-email')]);
  await user.run(['login', email, ...server], [PASSWORD]);
  const session = join(config, 'vault-handover', 'session.json');
  return { email, user, session, recoveryCode: CODE.exec(shown)?.[0] ?? '' };
}

interface Heir {
  name: string;
  email: string;
  user: VaultUser;
  /** The file of their kit. */
  kit: string;
  code: string;
}

/** Names a successor, who makes a kit; compares and pins their key. */
async function newHeir({ user: owner }: Owner, name: string): Promise<Heir> {
  const email = uniqueEmail(name.toLowerCase());
  await owner.run(['successors', 'add', '--name', name, '--email', email], [PASSWORD]);
  const user = vaultUser(await mkdtemp(join(folder, `${name}-`)));
  const kit = join(folder, `${name}-kit.txt`);
  const said = await user.run(
    ['kit', '--out', kit],
    [await link(email, 'successor_verification', 'successor')],
  );
  const comparison = /(?:[0-9A-F]{4} ){9}[0-9A-F]{4}/.exec(said)?.[0] ?? '';
  await owner.run(['pin', name], [PASSWORD, comparison]);
  const code = CODE.exec(await readFile(kit, 'utf8'))?.[0] ?? '';
  return { name, email, user, kit, code };
}

/** Shortens the silence that it takes, once everything is prepared. */
async function shorten(owner: Owner): Promise<void> {
  const { status } = await (await sessionOf(owner)).put('/inactivity/settings', { thresholdDays: 7 });
  expect(status).toBe(200);
}

const accept = async ({ email, user, kit }: Heir) =>
  user.run(['respond', 'accept', '--kit', kit], [await link(email, 'invitation', 'respond')]);

const mode = async (path: string) => (await stat(path)).mode & 0o777;

test('a whole life, from registration to what a successor opens', async () => {
  const owner = await newOwner('Ada');
  const { user } = owner;
  const letter = 'Dear Ben,\nthe boat is yours.\nKeep her dry.';
  const photo = Buffer.from([0xff, 0xd8, 0, 1, 2, 250]);
  const photoFile = join(folder, 'boat.jpg');
  await writeFile(photoFile, photo);
  await user.run(['add', 'letter', '--title', 'To Ben'], [PASSWORD, letter]);
  await user.run(['add', 'file', photoFile], [PASSWORD]);
  await user.run(
    ['add', 'login', '--title', 'Bank', '--username', 'ada', '--url', 'https://bank.example'],
    [PASSWORD, 'a secret of the bank'],
  );
  expect(await user.run(['list'], [PASSWORD])).toMatch(/letter +To Ben\n.*file +boat\.jpg\n.*login +Bank/);

  const ben = await newHeir(owner, 'Ben');
  expect(await mode(ben.kit)).toBe(0o600);
  await user.run(['assign', 'Ben', 'To Ben', 'boat'], [PASSWORD]);
  expect(JSON.parse(await user.run(['status', '--json'])).pending).toEqual(
    expect.arrayContaining([expect.stringContaining('seal')]),
  );
  await user.run(['seal'], [PASSWORD]);
  // The salt stays, so that what is sealed still opens what was edited.
  await user.run(['edit', 'To Ben', '--title', 'For Ben'], [PASSWORD]);
  expect(JSON.parse(await user.run(['status', '--json']))).toMatchObject({
    settings: { status: 'armed' },
    successors: [{ name: 'Ben', state: 'ready' }],
    pending: [],
  });

  // Silence, until Ben is asked.
  await shorten(owner);
  await accept(ben);
  const opened = join(folder, 'for-ben');
  const access = await link(ben.email, 'access', 'access');
  await ben.user.run(['open', '--kit', ben.kit, '--out', opened], [access]);
  expect((await readdir(opened)).sort()).toEqual(['For Ben.txt', 'boat.jpg']);
  expect(await readFile(join(opened, 'For Ben.txt'), 'utf8')).toContain(letter);
  expect(await readFile(join(opened, 'boat.jpg'))).toEqual(photo);
  for (const file of await readdir(opened)) expect(await mode(join(opened, file))).toBe(0o600);
  expect(await mode(opened)).toBe(0o700);
  // The code as it is read from paper.
  expect(await ben.user.run(['open', '--json'], [ben.code.toLowerCase(), access])).toContain(
    'the boat is yours',
  );

  const other = join(folder, 'other-kit.txt');
  await writeFile(other, otherCode(ben.code));
  expect(await ben.user.try(['open', '--kit', other], [access])).toMatchObject({
    code: 1,
    stdout: '',
    stderr: 'This kit does not open what was left to you: use the newest sheet that you printed.\n',
  });

  expect(await mode(owner.session)).toBe(0o600);
  const session = await readFile(owner.session, 'utf8');
  for (const secret of [PASSWORD, owner.recoveryCode, ben.code, 'a secret of the bank']) {
    expect(secret.length).toBeGreaterThan(10);
    expect(session).not.toContain(secret);
    for (const { args, stdout, stderr } of [...user.runs, ...ben.user.runs]) {
      expect(args.join(' ')).not.toContain(secret);
      // The recovery code is shown once, by `register`.
      if (args[0] !== 'register') expect(stdout + stderr).not.toContain(secret);
    }
  }
}, 300_000);

test('two of three open what none opens alone', async () => {
  const owner = await newOwner('Cleo');
  await owner.user.run(['add', 'note', '--title', 'Safe'], [PASSWORD, 'left 12, right 40']);
  const heirs: Heir[] = [];
  for (const name of ['Dora', 'Emil', 'Fay']) heirs.push(await newHeir(owner, name));
  for (const { name } of heirs) await owner.user.run(['assign', name, '--everything'], [PASSWORD]);
  await owner.user.run(['seal', '--quorum', '2'], [PASSWORD]);
  // Whoever has everything gets later entries too.
  await owner.user.run(['add', 'note', '--title', 'Garden'], [PASSWORD, 'the key is under the pot']);

  // What Fay held opens nothing any more, because the vault gets new keys.
  expect(await owner.user.run(['successors', 'remove', 'Fay'], [PASSWORD])).toContain(
    '2 entries have new keys, sealed to 2 successors',
  );
  expect(await owner.user.run(['show', 'Garden'], [PASSWORD])).toContain('the key is under the pot');
  expect(await owner.user.try(['successors', 'remove', 'Emil'], [PASSWORD])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('A quorum of 2 needs 2 successors with a pinned key, and there are 1'),
  });

  await shorten(owner);
  const [dora, emil] = heirs as [Heir, Heir, Heir];
  expect(await accept(dora)).toContain('Your share has been passed on');
  expect(await accept(emil)).toContain('Your share has been passed on');
  for (const heir of [dora, emil]) {
    const access = await link(heir.email, 'access', 'access');
    const said = await heir.user.run(['open', '--kit', heir.kit], [access]);
    expect(said).toContain('left 12, right 40');
    expect(said).toContain('the key is under the pot');
  }
}, 300_000);

test('a reset after a forgotten password loses nothing', async () => {
  const { email, user, recoveryCode } = await newOwner('Gus');
  await user.run(['add', 'note', '--title', 'Chart'], [PASSWORD, 'the rocks are north']);
  const chosen = 'another heron at high tide';
  await user.run(['forgot', email, '--server', origin()]);
  await user.run(['reset', email], [await link(email, 'password_reset', 'reset-password'), chosen]);
  const server = ['--server', origin()];
  const slip = recoveryCode.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
  expect(await user.try(['login', email, ...server], [chosen, slip])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('That code has a typing mistake'),
  });
  await user.run(['login', email, ...server], [chosen, recoveryCode]);
  expect(await user.run(['show', 'chart'], [chosen])).toContain('the rocks are north');
}, 120_000);

test('what is exported can be put back, encrypted and decrypted', async () => {
  const { user } = await newOwner('Hana');
  await user.run(['add', 'note', '--title', 'One'], [PASSWORD, 'first']);
  const encrypted = join(folder, 'hana.ndjson');
  const decrypted = join(folder, 'hana.json');
  await user.run(['export', '--out', encrypted]);
  await user.run(['export', '--decrypt', '--out', decrypted], [PASSWORD]);
  for (const file of [encrypted, decrypted]) expect(await mode(file)).toBe(0o600);
  expect(await readFile(encrypted, 'utf8')).not.toContain('first');
  expect(JSON.parse(await readFile(decrypted, 'utf8')).entries).toMatchObject([
    { content: { title: 'One', fields: { text: 'first' } } },
  ]);
  expect(await user.run(['rotate'], [PASSWORD])).toContain('1 entry has new keys');
  await user.run(['remove', 'One'], [PASSWORD]);
  expect(await user.run(['import', encrypted], [PASSWORD])).toContain('1 entry added');
  await user.run(['edit', 'One', '--title', 'Changed'], [PASSWORD]);
  expect(await user.run(['import', decrypted], [PASSWORD])).toContain('1 replaced');
  expect(await user.run(['show', 'One'], [PASSWORD])).toContain('first');

  const stranger = await newOwner('Ivo');
  expect(await stranger.user.try(['import', encrypted], [PASSWORD])).toMatchObject({
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
}, 180_000);

test('a rotation that is cut off half-way has changed nothing, and can be run again', async () => {
  const { user } = await newOwner('Oda');
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
  const file = join(folder, 'oda.json');
  const document = { format: DECRYPTED_FORMAT, version: 1, exportedAt: at, entries };
  await writeFile(file, JSON.stringify(document));
  await user.run(['import', file], [PASSWORD]);
  const encrypted = async (name: string) => {
    const out = join(folder, name);
    await user.run(['export', '--out', out]);
    const [, ...lines] = (await readFile(out, 'utf8')).trimEnd().split('\n');
    return lines;
  };
  const before = await encrypted('oda-before.ndjson');
  const halfWay = until('some entries to arrive', async () => (await em().count(StagedEntry)) > 0);
  expect(await user.try(['rotate'], [PASSWORD], halfWay)).toMatchObject({ code: null, stdout: '' });
  expect(await encrypted('oda-cut-off.ndjson')).toEqual(before);
  expect(await user.run(['rotate'], [PASSWORD])).toContain('4000 entries have new keys');
  expect(await user.run(['show', 'Page 77'], [PASSWORD])).toContain('x');
}, 180_000);

/** A client of the API with the session of a file. */
const sessionOf = async ({ session }: Owner) => {
  const { accessToken } = JSON.parse(await readFile(session, 'utf8'));
  return client(life, { bearer: accessToken });
};

test('a second factor is asked for where the service asks for it', async () => {
  const owner = await newOwner('Kai');
  const { email, user } = owner;
  const { password } = await prepareLogIn({ email, password: PASSWORD, kdf: KDF_V1 });
  const { secret, recoveryCodes } = await withTwoFactor(life, await sessionOf(owner), { password });
  const login = ['login', email, '--server', origin()];
  expect(await user.try(login, [PASSWORD, '000000'])).toMatchObject({
    code: 1,
    stderr: 'That code is wrong or was used already: wait for the next one and try again.\n',
  });
  expect(await user.run(login, [PASSWORD, await codeOf(life, secret, 1)])).toContain('You are logged in');
  expect(await user.run(login, [PASSWORD, recoveryCodes[0] ?? ''])).toContain('You are logged in');

  await em().nativeUpdate(Session, { userId: await userIdOf(owner) }, { confirmedAt: null });
  const add = ['successors', 'add', '--name', 'Lou', '--email', uniqueEmail('lou')];
  expect(await user.run(add, [PASSWORD, recoveryCodes[1] ?? ''])).toContain('Lou gets an email');
}, 120_000);

const userIdOf = async ({ session }: Owner): Promise<string> =>
  JSON.parse(await readFile(session, 'utf8')).userId;

test('a log-in moves an account to the newest way of deriving keys, and loses nothing', async () => {
  const { email, user } = await newOwner('Mia');
  await user.run(['add', 'note', '--title', 'Lock'], [PASSWORD, 'turn left']);
  const newest: Kdf = { ...KDF_V1, version: 2, passes: 4 };
  const { keyDerivations } = life.deps;
  Object.assign(life.deps, { keyDerivations: [KDF_V1, newest] });
  try {
    const login = ['login', email, '--server', origin()];
    expect(await user.run(login, [PASSWORD])).toContain('protected better now');
    expect(await user.run(login, [PASSWORD])).not.toContain('protected better now');
    expect(await user.run(['show', 'Lock'], [PASSWORD])).toContain('turn left');
  } finally {
    Object.assign(life.deps, { keyDerivations });
  }
}, 120_000);

test('an expired access token is exchanged, and the new tokens are kept', async () => {
  const { user, session } = await newOwner('Nell');
  const before = JSON.parse(await readFile(session, 'utf8'));
  await writeFile(session, JSON.stringify({ ...before, accessToken: 'expired' }));
  await user.run(['check-in']);
  const after = JSON.parse(await readFile(session, 'utf8'));
  expect(after.refreshToken).not.toBe(before.refreshToken);
  expect(await mode(session)).toBe(0o600);
  await user.run(['status']);
  await user.run(['logout']);
  await expect(stat(session)).rejects.toThrow('ENOENT');
}, 60_000);

test('each thing that goes wrong gets one sentence that says what to do', async () => {
  const owner = await newOwner('Jan');
  const { email, user } = owner;
  const one = (stderr: string) => ({ code: 1, stdout: '', stderr: `${stderr}\n` });
  expect(await user.try(['list'], ['not the password'])).toMatchObject(
    one('That is not the password of this account: try again.'),
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

  await (await sessionOf(owner)).post('/auth/logout');
  expect(await user.try(['status'])).toMatchObject(
    one('Your session has ended: log in with `npm run vault -- login`.'),
  );
  expect(await user.try(['status'])).toMatchObject(
    one('You are not logged in: run `npm run vault -- login` first.'),
  );
}, 120_000);
