/** The command line from an owner's registration to what successors open, in child processes on real servers. */
import { createHash, randomBytes } from 'node:crypto';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import {
  type Content,
  KDF_V1,
  prepareLogIn,
  sealRehearsal,
  unlock,
  writeContent,
} from '../../crypto/index.ts';
import { VaultEntry } from '../../db/entities/vault-entry.ts';
import { checkout } from '../../dev/instance/checkout.ts';
import type { MailKindName } from '../../mail/kinds/index.ts';
import { uniqueEmail } from '../support/builders/owner.ts';
import { startTamperingProxy } from '../support/servers/tampering-proxy.ts';
import { use } from '../support/use.ts';
import { CTRL_C, type VaultUser, vaultUser } from './command.ts';
import {
  CODE,
  type CommandLineOwner,
  lastGroup,
  mode,
  PASSWORD,
  startCommandLineEnvironment,
} from './environment.ts';

const environment = await use(startCommandLineEnvironment);

/** The code of another kit, without a typing mistake. */
function otherCode(code: string): string {
  const bytes = Buffer.from(code.replaceAll('-', ''), 'hex').subarray(0, 16);
  bytes[0] = 255 - (bytes[0] ?? 0);
  const checksum = createHash('sha256').update('kit-code-v1').update(bytes).digest().subarray(0, 2);
  const digits = Buffer.concat([bytes, checksum]).toString('hex').toUpperCase();
  return digits.replace(/.{4}(?!$)/g, '$&-');
}

interface NamedSuccessor {
  name: string;
  email: string;
  user: VaultUser;
  /** The file of their kit. */
  kit: string;
  code: string;
  words: string;
}

/** Names a successor, who makes a kit and reads the six words from it. */
async function successorWithKit({ user: owner }: CommandLineOwner, name: string): Promise<NamedSuccessor> {
  const email = uniqueEmail(name.toLowerCase());
  await owner.run(['successors', 'add', '--name', name, '--email', email], [PASSWORD]);
  const { user } = await environment.newUser(name);
  const kit = join(environment.folder, `${name}-kit.txt`);
  const said = await user.run(
    ['kit', '--out', kit],
    [await environment.link(email, 'successor_verification', 'successor')],
  );
  const words = /(?:[a-z]+ ){5}[a-z]+$/m.exec(said)?.[0] ?? '';
  const code = CODE.exec(await readFile(kit, 'utf8'))?.[0] ?? '';
  return { name, email, user, kit, code, words };
}

/** A successor whose key the owner has compared and pinned. */
async function newSuccessor(owner: CommandLineOwner, name: string): Promise<NamedSuccessor> {
  const successor = await successorWithKit(owner, name);
  await owner.user.run(['pin', name], [PASSWORD, successor.words]);
  return successor;
}

/** What an owner's client sends to rehearse with their only successor. */
async function rehearsalFor(owner: CommandLineOwner) {
  const session = await environment.sessionOf(owner);
  const logIn = await prepareLogIn({ email: owner.email, password: PASSWORD, kdf: KDF_V1 });
  const vault = await unlock(logIn, (await session.get('/auth/profile')).body.user as never);
  const [successor] = (await session.get('/successors')).body.successors;
  if (!successor) throw new Error('there is nobody to rehearse with');
  const fields = { text: 'This is only a sample of a letter.' };
  const text = writeContent({ kind: 'letter', title: 'Sample', category: '', tags: [], fields });
  return { successorId: successor.id, ...(await sealRehearsal(vault, successor, text)) };
}

const accept = async ({ email, user, kit }: NamedSuccessor) =>
  user.run(['respond', 'accept', '--kit', kit], [await environment.link(email, 'invitation', 'respond')]);

test('a whole scenario, from registration to what a successor opens', async () => {
  const owner = await environment.registerOwner('Ada');
  const { user } = owner;
  const letter = 'Dear Ben,\nthe boat is yours.\nKeep her dry.';
  const photo = randomBytes(5_000);
  const photoFile = join(environment.folder, 'boat.jpg');
  await writeFile(photoFile, photo);
  await user.run(['add', 'letter', '--title', 'To Ben'], [PASSWORD, letter]);
  await user.run(['add', 'file', photoFile], [PASSWORD]);
  await user.run(
    ['add', 'login', '--title', 'Bank', '--username', 'ada', '--url', 'https://bank.example'],
    [PASSWORD, 'a secret of the bank'],
  );
  expect(await user.run(['list'], [PASSWORD])).toMatch(/letter +To Ben\n.*file +boat\.jpg\n.*login +Bank/);

  const ben = await successorWithKit(owner, 'Ben');
  expect(await mode(ben.kit)).toBe(0o600);
  const [first, ...rest] = ben.words.split(' ');
  const wrong = [first === 'nothing' ? 'zoo' : 'nothing', ...rest].join(' ');
  expect(await user.try(['pin', 'Ben'], [PASSWORD, wrong])).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^Word 1 differs, so one of the keys may have been swapped/m),
  });
  expect(await user.try(['pin', 'Ben'], [PASSWORD, 'ein zwo drei vier fünf sechs'])).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^This version does not know these words/m),
  });
  await user.run(['pin', 'Ben'], [PASSWORD, ben.words]);
  // Otherwise the owner could read them off the screen.
  for (const { stdout, stderr } of user.runs) expect(stdout + stderr).not.toContain(ben.words);
  const late = join(environment.folder, 'late-kit.txt');
  const invited = await environment.link(ben.email, 'successor_verification', 'successor');
  expect(await ben.user.try(['kit', '--replace', '--out', late], [invited])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(`${late} was worthless and is removed.`),
  });
  await expect(stat(late)).rejects.toThrow('ENOENT');
  expect(JSON.parse(await user.run(['status', '--json'])).pending).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ code: 'seal', text: expect.stringContaining('Ben') }),
      expect.objectContaining({ code: 'decide', text: expect.stringContaining('assign') }),
    ]),
  );
  expect(await user.run(['assign', 'Ben', 'To Ben', 'boat'], [PASSWORD])).toContain('Ben: 2 entries');
  expect(await user.run(['seal'], [PASSWORD])).toContain('Ben: 2 entries');
  const before = await environment.em().find(VaultEntry, { version: 1 });
  // The salt stays, so that what is sealed still opens what was edited.
  await user.run(['edit', 'To Ben', '--title', 'For Ben'], [PASSWORD]);
  expect(JSON.parse(await user.run(['status', '--json']))).toMatchObject({
    settings: { status: 'armed' },
    successors: [{ name: 'Ben', state: 'ready' }],
    pending: [],
  });

  // The example in docs/ shares the vault.
  const example = vaultUser(environment.folder, join(checkout, 'docs', 'examples', 'client.ts'));
  const carl = uniqueEmail('carl');
  const byExample = (...args: string[]) => example.run([environment.server, ...args], [PASSWORD]);
  const follow = async (to: string, kind: MailKindName, page: string, ...typed: string[]) =>
    example.run([environment.server, 'follow', await environment.link(to, kind, page)], typed);
  await byExample('write', owner.email, 'To Carl', 'the oars are yours');
  await byExample('invite', owner.email, carl, 'Carl');
  const { code, words } = JSON.parse(await follow(carl, 'successor_verification', 'successor'));
  await byExample('leave', owner.email, carl, 'Carl', ...words.split(' '));
  expect(await byExample('read', owner.email)).toContain('the boat is yours');

  // Ben tries it out with a sample.
  const session = await environment.sessionOf(owner);
  expect((await session.post('/handover/rehearsal', await rehearsalFor(owner))).status).toBe(201);
  const tried = await ben.user.run(
    ['respond', 'accept'],
    [await environment.link(ben.email, 'rehearsal', 'respond')],
  );
  const sampleLink = /paste this link: (\S+)/.exec(tried)?.[1] ?? '';
  expect(await ben.user.try(['open', '--kit', ben.kit], [sampleLink])).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('only a sample of a letter'),
    stderr: expect.stringMatching(
      /^This is a rehearsal: nothing has happened to Ada, .*\nThe link works until/,
    ),
  });

  // Silence, until both are asked.
  await environment.fallSilent(owner);
  await follow(carl, 'invitation', 'respond', code);
  const left = JSON.parse(await follow(carl, 'access', 'access', code));
  expect(left.entries.map(({ content }: { content: Content }) => content.title).sort()).toEqual([
    'Bank',
    'For Ben',
    'To Carl',
    'boat.jpg',
  ]);
  await accept(ben);
  const access = await environment.link(ben.email, 'access', 'access');
  // One file that cannot be written does not stop the others.
  const small = join(environment.folder, 'small-disk');
  expect(
    await ben.user.try(['open', '--kit', ben.kit, '--out', small], [access], {
      // Only small files, as on a disk that is nearly full.
      within: 'ulimit -f 2 && exec "$@"',
    }),
  ).toMatchObject({
    code: 3,
    stdout: `1 file saved in ${small}.\n`,
    stderr: expect.stringMatching(/boat\.jpg cannot be written .*\nNot everything was saved/),
  });
  expect(await readdir(small)).toEqual(['For Ben.txt']);
  const opened = join(environment.folder, 'for-ben');
  await ben.user.run(['open', '--kit', ben.kit, '--out', opened], [access]);
  expect((await readdir(opened)).sort()).toEqual(['For Ben.txt', 'boat.jpg']);
  expect(await readFile(join(opened, 'For Ben.txt'), 'utf8')).toContain(letter);
  expect(await readFile(join(opened, 'boat.jpg'))).toEqual(photo);
  for (const file of await readdir(opened)) expect(await mode(join(opened, file))).toBe(0o600);
  expect(await mode(opened)).toBe(0o700);
  // The code as it is read from paper.
  const opensAsJson = async () => {
    const { code, stdout } = await ben.user.try(['open', '--json'], [ben.code.toLowerCase(), access]);
    return { code, ...JSON.parse(stdout) };
  };
  expect(await opensAsJson()).toMatchObject({
    code: 0,
    rehearsal: false,
    isOld: false,
    list: { entries: 2, missing: [] },
    listRefused: null,
    entries: expect.arrayContaining([
      expect.objectContaining({ content: expect.objectContaining({ title: 'For Ben' }) }),
    ]),
  });

  const other = join(environment.folder, 'other-kit.txt');
  await writeFile(other, otherCode(ben.code));
  expect(await ben.user.try(['open', '--kit', other], [access])).toMatchObject({
    code: 1,
    stdout: '',
    stderr: 'This kit does not open what was left to you: use the newest sheet that you printed.\n',
  });

  // The web app's own file, and one that has been through Windows.
  const fingerprint = /^Owner's key +([0-9a-f]{64})$/m.exec(await readFile(ben.kit, 'utf8'))?.[1] ?? '';
  const page = (ownerKey: string) =>
    `<article class="kit-sheet" data-owner-key="${ownerKey}"><ol data-code="${ben.code}"></ol></article>`;
  const windows = (await readFile(ben.kit, 'utf8')).replaceAll('\n', '\r\n');
  for (const [file, code] of [
    [page(fingerprint), 0],
    [page('0'.repeat(64)), 1],
    [windows, 0],
    [windows.replace(fingerprint, '0'.repeat(64)), 1],
  ] as const) {
    await writeFile(other, file);
    expect(await ben.user.try(['open', '--kit', other], [access])).toMatchObject({ code });
  }

  // The service returns the letter as it was before the edit.
  const { entries } = await opensAsJson();
  const idOf = (title: string): string =>
    entries.find(({ content }: { content: Content }) => content.title === title).id;
  const letterId = idOf('For Ben');
  const older = before.find((each) => each.id === letterId);
  await environment.em().nativeUpdate(VaultEntry, { id: letterId }, { ...older });
  const stale = join(environment.folder, 'stale');
  expect(await ben.user.try(['open', '--kit', ben.kit, '--out', stale], [access])).toMatchObject({
    code: 3,
    stderr: expect.stringMatching(
      /Not the newest version: .*\n {2}\S+\/stale\/To Ben\.txt, from \d{4}-.* UTC\n/,
    ),
  });
  expect(await readFile(join(stale, 'To Ben.txt'), 'utf8')).toMatch(/^\[Not the newest version: /);

  // An entry is missing from the database.
  const id = idOf('boat.jpg');
  await environment.em().nativeDelete(VaultEntry, { id });
  expect(await opensAsJson()).toMatchObject({ code: 3, list: { missing: [{ id }] } });

  const dora = uniqueEmail('dora');
  await byExample('register', dora, 'Dora');
  await follow(dora, 'verify_email', 'verify-email');

  expect(await mode(owner.session)).toBe(0o600);
  const kept = await readFile(owner.session, 'utf8');
  for (const secret of [PASSWORD, owner.recoveryCode, ben.code, 'a secret of the bank']) {
    expect(secret.length).toBeGreaterThan(10);
    expect(kept).not.toContain(secret);
    for (const { args, stdout, stderr } of [...user.runs, ...ben.user.runs]) {
      expect(args.join(' ')).not.toContain(secret);
      // The recovery code is shown once, by `register`.
      if (args[0] !== 'register') expect(stdout + stderr).not.toContain(secret);
    }
  }
}, 600_000);

test('a kit whose sheet is lost on its way is not active', async () => {
  const owner = await environment.newOwner('Gus');
  const email = uniqueEmail('hanna');
  await owner.user.run(['successors', 'add', '--name', 'Hanna', '--email', email], [PASSWORD]);
  const { user } = await environment.newUser('Hanna');
  const link = await environment.link(email, 'successor_verification', 'successor');
  expect(await user.try(['kit'], [link], { within: 'exec "$@" >/dev/full' })).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(
      /The sheet above is worthless: destroy it\.\nThe output could not be written \(ENOSPC.*\n$/,
    ),
  });
  const unread = await user.try(['kit'], [link], {
    within: '{ sleep 1; "$@"; echo "ended with $?" >&2; } | true',
  });
  expect(unread.stderr).toMatch(/The output could not be written \(.*EPIPE.*\nended with 1\n$/);
  // Otherwise this would need --replace.
  expect(await user.run(['kit'], [link])).toMatch(CODE);
}, 300_000);

test('two of three open what none opens alone', async () => {
  const owner = await environment.newOwner('Cleo');
  await owner.user.run(['add', 'note', '--title', 'Safe'], [PASSWORD, 'left 12, right 40']);
  const successors: NamedSuccessor[] = [];
  for (const name of ['Dora', 'Emil', 'Fay']) successors.push(await newSuccessor(owner, name));
  expect(await owner.user.try(['assign', 'Dora', '--everything'], [PASSWORD])).toMatchObject({
    code: 1,
    stderr: 'Say how many successors must accept, with --quorum <k>.\n',
  });
  for (const { name } of successors)
    await owner.user.run(['assign', name, '--everything', '--quorum', '1'], [PASSWORD]);
  // What was sealed before would still open with one of them.
  expect(await owner.user.try(['seal', '--quorum', '2'], [PASSWORD])).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('Dora: everything, later entries too'),
    stderr: expect.stringMatching(/^Before, 1 of them had to accept\.\nThe vault has new keys/m),
  });
  // A successor who gets everything gets later entries too.
  await owner.user.run(['add', 'note', '--title', 'Garden'], [PASSWORD, 'the key is under the pot']);

  await owner.user.run(['edit', 'Safe', '--text'], [PASSWORD, 'left 99']);
  await owner.user.run(['add', 'note', '--title', 'Pier'], [PASSWORD, 'the mooring is paid']);
  await owner.user.run(['remove', 'Pier'], [PASSWORD]);

  // What Fay held opens nothing any more, because the vault gets new keys.
  expect(await owner.user.run(['successors', 'remove', 'Fay'], [PASSWORD])).toContain(
    '2 entries have new keys, sealed to 2 successors',
  );
  // Nor does anything that a person who knew the password may have. The kits stay as they are.
  const { stdout, stderr } = await owner.user.try(['rotate'], [PASSWORD]);
  expect(stdout).toContain('2 entries have new keys, sealed to 2 successors');
  expect(stderr).not.toContain('stay the same');
  expect(await owner.user.run(['show', 'Garden'], [PASSWORD])).toContain('the key is under the pot');
  // What comes back from the trash has the new keys too.
  const trash = await owner.user.run(['trash'], [PASSWORD]);
  for (const row of [/^(\S+) .* deleted +Pier$/gm, /^(\S+) .* changed +Safe$/gm]) {
    // Newest first.
    const [, oldest = ''] = [...trash.matchAll(row)].at(-1) ?? [];
    expect(await owner.user.run(['trash', 'restore', oldest], [PASSWORD])).toContain('Restored');
  }
  expect(await owner.user.try(['successors', 'remove', 'Emil'], [PASSWORD])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(
      'A quorum of 2 needs 2 successors whose key you compared, and there are 1',
    ),
  });

  await environment.fallSilent(owner);
  const [dora, emil] = successors as [NamedSuccessor, NamedSuccessor, NamedSuccessor];
  const other = join(environment.folder, 'not-doras-kit.txt');
  await writeFile(other, otherCode(dora.code));
  const asked = await environment.link(dora.email, 'invitation', 'respond');
  expect(await dora.user.try(['respond', 'accept', '--kit', other], [asked])).toMatchObject({
    code: 3,
    stderr: expect.stringMatching(/You have accepted, but your share has not.*respond accept` again/),
  });
  const interrupted = await dora.user.atTerminal(
    ['respond', 'accept'],
    [
      ['Link from the email: ', asked],
      ['Code on your recovery kit: ', CTRL_C],
    ],
  );
  expect(interrupted).toMatchObject({
    code: 3,
    stdout: expect.stringMatching(/You have accepted, but your share has not been passed on\. Run/),
  });
  const words = ['--message', 'I have the key of the safe', '--share'];
  expect(await dora.user.run(['respond', 'accept', '--kit', dora.kit, ...words], [asked])).toContain(
    'Your share has been passed on',
  );
  expect(await accept(emil)).toContain('Your share has been passed on');
  for (const successor of [dora, emil]) {
    const access = await environment.link(successor.email, 'access', 'access');
    const { stdout: said, stderr } = await successor.user.try(['open', '--kit', successor.kit], [access]);
    expect(stderr.includes('Dora: I have the key of the safe')).toBe(successor === emil);
    expect(said).toContain('left 12, right 40');
    expect(said).toContain('the key is under the pot');
    expect(said).toContain('the mooring is paid');
    const again = await successor.user.run(['respond', 'accept', '--kit', successor.kit], [access]);
    expect(again).toContain('Your share has been passed on');
  }
}, 600_000);

test('the owner alone decides who gets what, whatever the service says', async () => {
  const owner = await environment.newOwner('Vera');
  const { user, session } = owner;
  await user.run(['add', 'note', '--title', 'Boat'], [PASSWORD, 'at the pier']);
  await user.run(['add', 'note', '--title', 'Diary'], [PASSWORD, 'nobody’s business']);
  await newSuccessor(owner, 'Max');
  await user.run(['assign', 'Max', 'Boat'], [PASSWORD]);

  const proxy = await startTamperingProxy(environment.server);
  try {
    const kept = JSON.parse(await readFile(session, 'utf8'));
    await writeFile(session, JSON.stringify({ ...kept, server: proxy.origin }));
    const one = (said: RegExp) => ({ code: 1, stdout: '', stderr: expect.stringMatching(said) });
    type Body = { successors?: object[] };
    const claim = (about: object) => ({
      answer: (path: string, body: Body) =>
        path === '/successors'
          ? { ...body, successors: body.successors?.map((each) => ({ ...each, ...about })) }
          : body,
    });
    // The service wants the whole vault sealed to a successor who was left one entry.
    proxy.lies = claim({ restrictToAssignedEntries: false });
    expect(await user.try(['seal'], [PASSWORD])).toMatchObject(
      one(/everything is left to Max.*Nothing was sealed/),
    );
    // At a terminal the owner decides it, and a no seals nothing.
    proxy.lies = claim({ name: 'Mallory' });
    const password = ['which opens the vault: ', PASSWORD] as const;
    const isRight = 'Is it right as the service says? Type yes to continue: ';
    expect(await user.atTerminal(['seal'], [password, [isRight, 'no']])).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/Mallory.*Max.*Nothing was done/s),
    });
    const all = JSON.parse(await user.run(['list', '--json'], [PASSWORD])).entries as { id: string }[];
    const everyId = all.map(({ id }) => id);
    proxy.lies = {
      answer: (path, body) => (path.endsWith('/assigned-entries') ? { ...body, entryIds: everyId } : body),
    };
    expect(await user.try(['seal'], [PASSWORD])).toMatchObject(one(/"Diary".*Nothing was sealed/));
    // The service withholds entries on the list that the owner signed.
    proxy.lies = { answer: (path, body) => (path === '/vault/entries' ? { ...body, entries: [] } : body) };
    expect(await user.try(['seal'], [PASSWORD])).toMatchObject(
      one(/list for Max has .*no longer in your vault.*Nothing was sealed/s),
    );
    const isOwn =
      'Did you delete or restore this yourself, or was sealing interrupted? Type yes to continue: ';
    expect(await user.atTerminal(['seal'], [password, [isOwn, 'no']])).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('Nothing was done'),
    });
    // The service says that nine must accept, but the owner decided that one is enough.
    proxy.lies = {
      answer: (path, body) =>
        path === '/inactivity/settings'
          ? { ...body, settings: { ...(body.settings as object), quorum: 9 } }
          : body,
    };
    expect(await user.run(['seal'], [PASSWORD])).toContain('1 of them must accept');
    proxy.lies = {};
    // Another of the owner's clients, which records nothing in the bundle, gave Max everything.
    const [listed] = (await (await environment.sessionOf(owner)).get('/successors')).body.successors;
    const more = { entryIds: everyId, restrictToAssignedEntries: true };
    const params = `/successors/${listed?.id}/assigned-entries` as const;
    expect((await (await environment.sessionOf(owner)).put(params, more)).status).toBe(200);
    expect(await user.atTerminal(['seal'], [password, [isRight, 'yes']])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('Max: 2 entries'),
    });
    // With the old keys Max would still open the other entry, and its later versions.
    expect((await user.try(['assign', 'Max', 'Boat', '--only'], [PASSWORD])).stderr).toMatch(
      /^Max gets less than before\.\nThe vault has new keys/m,
    );

    // Another device rotates the vault while a recovery code is written down: its bundle must not come back.
    let rotated: Promise<string> | undefined;
    const other = await environment.newUser('Vera-elsewhere');
    await other.user.run(['login', owner.email, '--server', environment.server], [PASSWORD]);
    proxy.lies = {
      async before({ method, path }) {
        if (method !== 'PUT' || path !== '/auth/profile') return;
        rotated ??= other.user.run(['rotate'], [PASSWORD]);
        await rotated;
      },
    };
    expect(await user.try(['recovery-code'], [PASSWORD, lastGroup])).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('Another device has changed your vault or its keys'),
    });
    expect(await rotated).toContain('2 entries have new keys');
    expect(await user.run(['show', 'Boat'], [PASSWORD])).toContain('at the pier');

    // Until everything is sealed to him, Max opens what he has already.
    let isListed = false;
    proxy.lies = {
      before: async ({ method, path }) => {
        if (method === 'PUT' && path.endsWith('/assigned-entries')) isListed = true;
      },
      cut: (path) => (isListed && path === '/vault/rotate' ? 'request' : undefined),
    };
    expect(await user.try(['assign', 'Max', '--everything'], [PASSWORD])).toMatchObject({ code: 1 });
    const { entries } = (await (await environment.sessionOf(owner)).get(params)).body;
    expect(entries).toMatchObject([{ hasEnvelope: true, envelopeStale: false }]);
    proxy.lies = {};
    expect(await user.run(['assign', 'Max', '--everything'], [PASSWORD])).toContain('Max: everything');
    // Naming an entry takes nothing away.
    expect(await user.try(['assign', 'Max', 'Boat'], [PASSWORD])).toMatchObject({
      code: 1,
      stdout: '',
      stderr: 'Max gets everything already: to leave them exactly these entries, add --only.\n',
    });

    // The service says that nothing was sealed to a removed successor, and keeps the vault from getting new keys.
    let isRemoved = false;
    proxy.lies = {
      ...claim({ encryptedShare: null, keyPinnedAt: null }),
      before: async ({ method }) => {
        if (method === 'DELETE') isRemoved = true;
      },
      cut: (path) => (isRemoved && path === '/vault/rotate' ? 'request' : undefined),
    };
    expect(await user.try(['successors', 'remove', 'Max'], [PASSWORD])).toMatchObject({
      code: 3,
      stderr: expect.stringMatching(/That is done, but it is not certain .* Run `vault-handover rotate`\.$/m),
    });
    const told =
      'Max still holds keys that should no longer open anything: `vault-handover rotate` makes them useless';
    const login = ['login', owner.email, '--server', environment.server];
    const pending = async (who: VaultUser) => JSON.parse(await who.run(['status', '--json'])).pending;
    const departed = { code: 'departed', text: told };
    expect((await user.try(['list'], [PASSWORD])).stderr).toContain(told);
    expect((await other.user.try(login, [PASSWORD])).stderr).toContain(told);
    for (const who of [user, other.user]) expect(await pending(who)).toContainEqual(departed);
    proxy.lies = {};
    expect(await user.run(['rotate'], [PASSWORD])).toContain('2 entries have new keys');
    expect(await pending(user)).not.toContainEqual(departed);
    // A session elsewhere remembers it until a log-in opens the new keys.
    expect((await other.user.try(login, [PASSWORD])).stderr).not.toContain(told);
    expect(await pending(other.user)).not.toContainEqual(departed);
  } finally {
    await proxy.close();
  }
}, 600_000);
