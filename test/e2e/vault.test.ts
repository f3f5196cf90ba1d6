/** What `npm run vault` promises owners and successors: whole lives, in child processes on real servers. */
import { createHash } from 'node:crypto';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Successor } from '../../db/entities/successor.ts';
import { uniqueEmail } from '../support/builders.ts';
import { startLyingService } from '../support/lying-service.ts';
import type { VaultUser } from '../support/vault-command.ts';
import {
  CODE,
  lastGroup,
  mode,
  type Owner,
  PASSWORD,
  startVaultTown,
  type VaultTown,
} from '../support/vault-town.ts';

let town: VaultTown;
beforeAll(async () => {
  town = await startVaultTown();
});
afterAll(() => town.close());

/** Somebody else's code of a kit, without a typing mistake. */
function otherCode(code: string): string {
  const bytes = Buffer.from(code.replaceAll('-', ''), 'hex').subarray(0, 16);
  bytes[0] = 255 - (bytes[0] ?? 0);
  const checksum = createHash('sha256').update('kit-code-v1').update(bytes).digest().subarray(0, 2);
  const digits = Buffer.concat([bytes, checksum]).toString('hex').toUpperCase();
  return digits.replace(/.{4}(?!$)/g, '$&-');
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
  const { user } = await town.newUser(name);
  const kit = join(town.folder, `${name}-kit.txt`);
  const said = await user.run(
    ['kit', '--out', kit],
    [await town.link(email, 'successor_verification', 'successor')],
  );
  const comparison = /(?:[0-9A-F]{4} ){9}[0-9A-F]{4}/.exec(said)?.[0] ?? '';
  const wrong = comparison.replace(/^./, (first) => (first === '0' ? '1' : '0'));
  // Only after a mismatch, or the owner would read it off the screen.
  expect((await owner.try(['pin', name], [PASSWORD, wrong])).stderr).toMatch(
    `Here it is:\n\n    ${comparison}`,
  );
  await owner.run(['pin', name], [PASSWORD, comparison]);
  expect(owner.runs.at(-1)?.stderr).not.toContain(comparison);
  const code = CODE.exec(await readFile(kit, 'utf8'))?.[0] ?? '';
  return { name, email, user, kit, code };
}

/** Shortens the silence that it takes, once everything is prepared. */
async function shorten(owner: Owner): Promise<void> {
  const { status } = await (await town.sessionOf(owner)).put('/inactivity/settings', { thresholdDays: 7 });
  expect(status).toBe(200);
}

const accept = async ({ email, user, kit }: Heir) =>
  user.run(['respond', 'accept', '--kit', kit], [await town.link(email, 'invitation', 'respond')]);

test('a whole life, from registration to what a successor opens', async () => {
  const owner = await town.newOwner('Ada');
  const { user } = owner;
  const letter = 'Dear Ben,\nthe boat is yours.\nKeep her dry.';
  const photo = Buffer.from([0xff, 0xd8, 0, 1, 2, 250]);
  const photoFile = join(town.folder, 'boat.jpg');
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
  const late = join(town.folder, 'late-kit.txt');
  const invited = await town.link(ben.email, 'successor_verification', 'successor');
  expect(await ben.user.try(['kit', '--replace', '--out', late], [invited])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(`${late} was worthless and is removed.`),
  });
  await expect(stat(late)).rejects.toThrow('ENOENT');
  await user.run(['assign', 'Ben', 'To Ben', 'boat'], [PASSWORD]);
  expect(JSON.parse(await user.run(['status', '--json'])).pending).toEqual(
    expect.arrayContaining([expect.stringContaining('seal')]),
  );
  expect(await user.run(['seal'], [PASSWORD])).toContain('Ben: 2 entries');
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
  const opened = join(town.folder, 'for-ben');
  const access = await town.link(ben.email, 'access', 'access');
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

  const other = join(town.folder, 'other-kit.txt');
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
  const owner = await town.newOwner('Cleo');
  await owner.user.run(['add', 'note', '--title', 'Safe'], [PASSWORD, 'left 12, right 40']);
  const heirs: Heir[] = [];
  for (const name of ['Dora', 'Emil', 'Fay']) heirs.push(await newHeir(owner, name));
  for (const { name } of heirs) await owner.user.run(['assign', name, '--everything'], [PASSWORD]);
  expect(await owner.user.run(['seal', '--quorum', '2'], [PASSWORD])).toContain(
    'Dora: everything, later entries too',
  );
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
  const other = join(town.folder, 'not-doras-kit.txt');
  await writeFile(other, otherCode(dora.code));
  const asked = await town.link(dora.email, 'invitation', 'respond');
  expect(await dora.user.try(['respond', 'accept', '--kit', other], [asked])).toMatchObject({
    code: 3,
    stderr: expect.stringMatching(/You have accepted, and that counts.*respond accept` again/),
  });
  expect(await accept(dora)).toContain('Your share has been passed on');
  expect(await accept(emil)).toContain('Your share has been passed on');
  for (const heir of [dora, emil]) {
    const access = await town.link(heir.email, 'access', 'access');
    const said = await heir.user.run(['open', '--kit', heir.kit], [access]);
    expect(said).toContain('left 12, right 40');
    expect(said).toContain('the key is under the pot');
  }
}, 300_000);

test('who gets what is the owner’s word, whatever the service says', async () => {
  const owner = await town.newOwner('Vera');
  const { user, session } = owner;
  await user.run(['add', 'note', '--title', 'Boat'], [PASSWORD, 'at the pier']);
  await user.run(['add', 'note', '--title', 'Diary'], [PASSWORD, 'nobody’s business']);
  const max = await newHeir(owner, 'Max');
  await user.run(['assign', 'Max', 'Boat'], [PASSWORD]);

  const liar = await startLyingService(town.server);
  try {
    const kept = JSON.parse(await readFile(session, 'utf8'));
    await writeFile(session, JSON.stringify({ ...kept, server: liar.origin }));
    const one = (said: RegExp) => ({ code: 1, stdout: '', stderr: expect.stringMatching(said) });
    type Body = { successors?: object[] };
    const claim = (about: object) => ({
      answer: (path: string, body: Body) =>
        path === '/successors'
          ? { ...body, successors: body.successors?.map((each) => ({ ...each, ...about })) }
          : body,
    });
    // It has the whole vault sealed to somebody who was left one entry.
    liar.lies = claim({ restrictToAssignedEntries: false });
    expect(await user.try(['seal'], [PASSWORD])).toMatchObject(
      one(/everything is left to Max.*Nothing was sealed/),
    );
    liar.lies = claim({ name: 'Mallory' });
    expect(await user.try(['seal'], [PASSWORD])).toMatchObject(one(/Mallory.*Max.*Nothing was sealed/));
    const all = JSON.parse(await user.run(['list', '--json'], [PASSWORD])) as { id: string }[];
    const everyId = all.map(({ id }) => id);
    liar.lies = {
      answer: (path, body) => (path.endsWith('/assigned-entries') ? { ...body, entryIds: everyId } : body),
    };
    expect(await user.try(['seal'], [PASSWORD])).toMatchObject(one(/"Diary".*Nothing was sealed/));
    // It has two accept, and lets one.
    liar.lies = {
      answer: (path, body) =>
        path === '/inactivity/settings'
          ? { ...body, settings: { ...(body.settings as object), quorum: 9 } }
          : body,
    };
    expect(await user.run(['seal'], [PASSWORD])).toContain('1 of them must accept');

    // Somebody rotates the vault while a recovery code is written down: its bundle must not come back.
    let rotated: Promise<string> | undefined;
    const other = await town.newUser('Vera-elsewhere');
    await other.user.run(['login', owner.email, '--server', town.server], [PASSWORD]);
    liar.lies = {
      async before({ method, path }) {
        if (method !== 'PUT' || path !== '/auth/profile') return;
        rotated ??= other.user.run(['rotate'], [PASSWORD]);
        await rotated;
      },
    };
    expect(await user.try(['recovery-code'], [PASSWORD, lastGroup])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('does not count: destroy it'),
    });
    expect(await user.run(['show', 'Boat'], [PASSWORD])).toContain('at the pier');

    // It says that nothing was sealed to somebody who is removed, and then hides that they had ever been there.
    liar.lies = claim({ encryptedShare: null, keyPinnedAt: null });
    await town.em().nativeDelete(Successor, { email: max.email });
    const told = 'Max was removed but still holds keys: npm run vault -- rotate';
    expect((await user.try(['list'], [PASSWORD])).stderr).toContain(told);
    expect(JSON.parse(await user.run(['status', '--json'])).pending).toContain(told);
    expect(await user.run(['rotate'], [PASSWORD])).toContain('2 entries have new keys');
    expect(JSON.parse(await user.run(['status', '--json'])).pending).not.toContain(told);
  } finally {
    await liar.close();
  }
}, 300_000);
