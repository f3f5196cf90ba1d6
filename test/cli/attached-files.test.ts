/** Files of entries on the command line: sent, cut off, continued, saved and left, on real servers. */
import { randomBytes } from 'node:crypto';
import { copyFile, mkdir, readdir, readFile, stat, truncate, utimes, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { expect, test } from '@jest/globals';
import { File as StoredFile } from '../../db/entities/file.ts';
import { User } from '../../db/entities/user.ts';
import { VaultEntry } from '../../db/entities/vault-entry.ts';
import { uniqueEmail } from '../support/builders/owner.ts';
import { type AgeCommand, findAge } from '../support/clients/age.ts';
import { startHangingProxy } from '../support/servers/hanging-proxy.ts';
import { use } from '../support/use.ts';
import { type CommandLineOwner, mode, PASSWORD, startCommandLineEnvironment } from './environment.ts';

const found = await findAge();
const age = found as AgeCommand;
const why = 'missing' in found ? ` [but not with age: ${found.missing}]` : '';

const environment = await use(startCommandLineEnvironment);
const proxy = await use(() => startHangingProxy(new URL(environment.server).host));

const MANY = 9_000_000;
/** Enough that something has arrived, and something is missing. */
const SOME = 3_000_000;

/** A file of random bytes on the owner's machine. */
async function newFile(name: string, size: number): Promise<{ path: string; bytes: Buffer }> {
  const path = join(environment.folder, name);
  const bytes = randomBytes(size);
  await writeFile(path, bytes);
  return { path, bytes };
}

/** An owner whose connection the proxy can cut. */
async function behindProxy(name: string): Promise<CommandLineOwner> {
  const owner = await environment.newOwner(name);
  await owner.user.run(['login', owner.email, '--server', `http://${proxy.address}`], [PASSWORD]);
  return owner;
}

/** The ciphertexts that are still on the owner's machine. */
const kept = ({ session }: CommandLineOwner): Promise<string[]> =>
  readdir(join(dirname(session), 'uploads'), { recursive: true })
    .then((names) => names.filter((name) => name.endsWith('.age')))
    .catch(() => []);

test('a file whose connection is cut arrives whole, there and back', async () => {
  const owner = await behindProxy('Ada');
  const { path, bytes } = await newFile('film.mp4', MANY);
  const cut = proxy.after(SOME, 'cut');
  await owner.user.run(['add', 'file', path], [PASSWORD]);
  await cut;
  expect(await kept(owner)).toEqual([]);
  const cutAgain = proxy.after(SOME, 'cut');
  const out = join(environment.folder, 'film-back.mp4');
  await owner.user.run(['show', 'film', '--out', out], [PASSWORD]);
  await cutAgain;
  expect((await readFile(out)).equals(bytes)).toBe(true);
  expect(await mode(out)).toBe(0o600);
});

test('a file whose command was killed goes on where it was, and nothing is sent twice', async () => {
  const owner = await behindProxy('Bea');
  const { path, bytes } = await newFile('voice.m4a', MANY);
  const killed = await owner.user.try(['add', 'file', path, '--title', 'My voice'], [PASSWORD], {
    end: proxy.after(SOME, 'hang'),
  });
  expect(killed.code).not.toBe(0);
  proxy.open();
  // The ciphertext waits on this machine, and nobody else can read it.
  const [ciphertext = ''] = await kept(owner);
  expect(await mode(join(dirname(owner.session), 'uploads', ciphertext))).toBe(0o600);

  const out = join(environment.folder, 'voice-back.m4a');
  expect(await owner.user.try(['show', 'My voice'], [PASSWORD])).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('voice.m4a is not stored completely'),
  });
  expect(await owner.user.try(['show', 'My voice', '--out', out], [PASSWORD])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('run `vault-handover upload`'),
  });

  // It stays there while its entry is in the trash, however long ago it was encrypted.
  const longAgo = new Date(Date.now() - 20 * 24 * 3_600_000);
  await utimes(join(dirname(owner.session), 'uploads', ciphertext), longAgo, longAgo);
  await owner.user.run(['remove', 'My voice'], [PASSWORD]);
  expect(await owner.user.run(['upload'], [PASSWORD])).toBe('Every file is stored.\n');
  const [trashed = ''] = (await owner.user.run(['trash'], [PASSWORD])).split(' ');
  await owner.user.run(['trash', 'restore', trashed], [PASSWORD]);

  const before = proxy.passed();
  expect(await owner.user.run(['upload'], [PASSWORD])).toBe('1 file sent.\n');
  expect(proxy.passed() - before).toBeLessThan(MANY - SOME / 2);
  expect(await kept(owner)).toEqual([]);
  expect(await owner.user.run(['upload'], [PASSWORD])).toBe('Every file is stored.\n');
  await owner.user.run(['show', 'My voice', '--out', out], [PASSWORD]);
  expect((await readFile(out)).equals(bytes)).toBe(true);
});

test('files are added to a letter, removed, and put back from the trash', async () => {
  const { user } = await environment.newOwner('Cleo');
  const [one, other] = [await newFile('one.pdf', 40_000), await newFile('other.pdf', 0)];
  await user.run(['add', 'letter', '--title', 'Papers', '--attach', one.path], [PASSWORD, 'All of them']);
  await user.run(['edit', 'Papers', '--attach', other.path, '--category', 'House'], [PASSWORD]);
  expect(await user.run(['show', 'Papers'], [PASSWORD])).toBe(
    'Papers  (letter, House)\nAll of them\none.pdf, 40 kB\nother.pdf, 0 bytes\n',
  );
  await user.run(['edit', 'Papers', '--detach', 'one.pdf'], [PASSWORD]);
  expect(await user.run(['show', 'Papers'], [PASSWORD])).not.toContain('one.pdf');
  expect(await user.try(['edit', 'Papers', '--detach', 'one.pdf'], [PASSWORD])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('"Papers" has no file "one.pdf"'),
  });

  const [newest = ''] = (await user.run(['trash'], [PASSWORD])).split(' ');
  await user.run(['trash', 'restore', newest], [PASSWORD]);
  const folder = join(environment.folder, 'papers');
  await user.run(['show', 'Papers', '--out', folder], [PASSWORD]);
  expect((await readdir(folder)).sort()).toEqual(['Papers.txt', 'one.pdf', 'other.pdf']);
  expect((await readFile(join(folder, 'one.pdf'))).equals(one.bytes)).toBe(true);
  expect(await readFile(join(folder, 'other.pdf'))).toHaveLength(0);
});

test('a file that is refused does not stop the others', async () => {
  const owner = await behindProxy('Jan');
  const [film, song] = [await newFile('long.mp4', MANY), await newFile('song.ogg', 40_000)];
  await owner.user.try(['add', 'file', film.path, song.path, '--title', 'Both'], [PASSWORD], {
    end: proxy.after(SOME, 'hang'),
  });
  proxy.open();
  const uploads = join(dirname(owner.session), 'uploads');
  const paths = (await kept(owner)).map((name) => join(uploads, name));
  const sizes = await Promise.all(paths.map(async (path) => (await stat(path)).size));
  const large = paths[sizes.indexOf(Math.max(...sizes))]!;
  const whole = await readFile(large);
  await writeFile(large, whole.with(-1, 255 - whole.at(-1)!));
  expect(await owner.user.try(['upload'], [PASSWORD])).toMatchObject({
    code: 3,
    stdout: '1 file sent.\n',
    stderr: expect.stringMatching(
      /long\.mp4 of "Both" was refused\. .*SHA-256.*\nNot every file is stored: /,
    ),
  });
  await writeFile(large, whole);
  const hung = proxy.after(SOME, 'hang');
  const uploading = owner.user.try(['upload'], [PASSWORD]);
  await hung;
  await environment.em().nativeDelete(StoredFile, { id: basename(large, '.age') });
  proxy.open();
  expect(await uploading).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('long.mp4 of "Both" was removed on another device.'),
  });
  expect(await owner.user.run(['upload'], [PASSWORD])).toBe('1 file sent.\n');
  expect(await kept(owner)).toEqual([]);
});

test('an edit whose new file has no room removes no other, and says what was done', async () => {
  const owner = await environment.newOwner('Kay');
  const { user } = owner;
  const [one, big, small] = [
    await newFile('one.txt', 4_000),
    await newFile('big.mkv', 2_500_000),
    await newFile('small.mkv', 4_000),
  ];
  await user.run(['add', 'letter', '--title', 'Papers', '--attach', one.path], [PASSWORD, 'All of them']);
  await environment.em().nativeUpdate(User, { email: owner.email }, { plan: 'free' });
  const replace = (path: string) => ['--detach', 'one.txt', '--attach', path];
  expect(await user.try(['edit', 'Papers', ...replace(big.path)], [PASSWORD])).toMatchObject({ code: 1 });
  expect(
    await user.try(['edit', 'Papers', '--title', 'Deeds', ...replace(big.path)], [PASSWORD]),
  ).toMatchObject({
    code: 3,
    stdout: '',
    stderr: expect.stringMatching(
      /"Deeds" was changed, but not all of its files were\. .*`vault-handover edit`\.\n$/,
    ),
  });
  expect(await user.run(['show', 'Deeds'], [PASSWORD])).toMatch(/\none\.txt, 4\.0 kB\n$/);
  expect(await kept(owner)).toEqual([]);
  await user.run(['edit', 'Deeds', ...replace(small.path)], [PASSWORD]);
  expect(await user.run(['show', 'Deeds'], [PASSWORD])).toMatch(/All of them\nsmall\.mkv, 4\.0 kB\n$/);
});

test('a file that is too large for anyone is refused before anything is stored', async () => {
  const { user } = await environment.newOwner('Dan');
  const { path } = await newFile('huge.mkv', 0);
  await truncate(path, 2 * 1024 ** 3);
  expect(await user.try(['add', 'file', path], [PASSWORD])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('A file can have up to 2 GB'),
  });
  expect(await user.run(['list'], [PASSWORD])).toBe('');
});

test('an export brings its files back: as they were sealed, or sealed again, and what has no room is named', async () => {
  const gil = await environment.newOwner('Gil');
  const at = (name: string) => join(environment.folder, name);
  const [song, film] = [await newFile('song.mp3', 40_000), await newFile('film.mp4', 2_500_000)];
  const attached = ['--attach', song.path, '--attach', film.path];
  await gil.user.run(['add', 'letter', '--title', 'Songs', ...attached], [PASSWORD, 'For you']);
  await gil.user.run(['export', '--files', at('sealed'), '--out', at('gil.ndjson')], [PASSWORD]);
  await gil.user.run(['export', '--decrypt', '--files', at('plain'), '--out', at('gil.json')], [PASSWORD]);
  const areBack = async ({ user }: CommandLineOwner, folder: string) => {
    await user.run(['show', 'Songs', '--out', at(folder)], [PASSWORD]);
    expect((await readFile(join(at(folder), 'song.mp3'))).equals(song.bytes)).toBe(true);
    expect((await readFile(join(at(folder), 'film.mp4'))).equals(film.bytes)).toBe(true);
  };
  const [{ content: songs }] = JSON.parse(await readFile(at('gil.json'), 'utf8')).entries;
  const identities: string[] = songs.files.map(({ identity }: { identity: string }) => identity);

  // The service no longer has them.
  const em = environment.em();
  const { id: userId } = await em.findOneOrFail(User, { email: gil.email });
  await em.nativeDelete(StoredFile, { userId });
  await em.nativeDelete(VaultEntry, { userId });
  expect(await gil.user.run(['import', at('gil.ndjson'), '--files', at('sealed')], [PASSWORD])).toBe(
    '1 entry added, 0 replaced.\n2 files sent.\n',
  );
  await areBack(gil, 'gil-has');
  // A second import replaces nothing, so undoing still undoes the first.
  expect(await gil.user.try(['import', at('gil.ndjson'), '--files', at('sealed')], [PASSWORD])).toMatchObject(
    {
      stdout: expect.stringContaining('0 entries added, 0 replaced.'),
      stderr: expect.stringContaining('1 entry is in the vault already.'),
    },
  );
  expect(await gil.user.run(['import', '--undo'], [PASSWORD])).toBe('1 entry is in the trash now.\n');

  const { user: hal } = await environment.newOwner('Hal');
  await hal.run(['import', at('gil.json'), '--files', at('plain')], [PASSWORD]);
  const shown = await hal.run(['show', 'Songs', '--json'], [PASSWORD]);
  for (const identity of identities) expect(shown).not.toContain(identity);
  expect(await hal.try(['import', '--undo'], [PASSWORD])).toMatchObject({
    stdout: '1 entry is in the trash now.\n',
    stderr: expect.not.stringContaining('kept'),
  });

  const ida = await environment.newOwner('Ida');
  await em.nativeUpdate(User, { email: ida.email }, { plan: 'free' });
  const damaged = join(at('sealed'), `${songs.files[0].id}.age`);
  const bytes = await readFile(damaged);
  bytes[bytes.length - 1]! ^= 1;
  await writeFile(damaged, bytes);
  const refused = await ida.user.try(['import', at('gil.json'), '--files', at('sealed')], [PASSWORD]);
  expect(refused).toMatchObject({ code: 3, stdout: expect.stringContaining('0 files sent.') });
  expect(refused.stderr).toContain('song.mp3 of "Songs", because it is damaged in this export.');
  expect(refused.stderr).toContain('film.mp4 of "Songs", because the plan has no room for it.');
  await em.nativeUpdate(User, { email: ida.email }, { plan: 'pro' });
  await mkdir(at('part'));
  await copyFile(join(at('plain'), 'song.mp3'), join(at('part'), 'song.mp3'));
  expect(await ida.user.try(['import', at('gil.json'), '--files', at('part')], [PASSWORD])).toMatchObject({
    code: 3,
    stdout: expect.stringContaining('1 file sent.'),
  });
  expect(await ida.user.run(['import', at('gil.json'), '--files', at('plain')], [PASSWORD])).toBe(
    '0 entries added, 0 replaced.\n1 file sent.\n',
  );
  await areBack(ida, 'ida-has');
  const { id: idaId } = await em.findOneOrFail(User, { email: ida.email });
  expect(await em.count(StoredFile, { userId: idaId })).toBe(2);
  expect(await ida.user.try(['import', '--undo'], [PASSWORD])).toMatchObject({
    stdout: '1 entry is in the trash now.\n',
    stderr: expect.not.stringContaining('kept'),
  });
}, 480_000);

test('an entry that does not open keeps no other out of an export, nor their files, nor out of an import', async () => {
  const liv = await environment.newOwner('Liv');
  const { email, user } = liv;
  const at = (name: string) => join(environment.folder, name);
  const song = await newFile('lullaby.mp3', 40_000);
  await user.run(['add', 'note', '--title', 'Torn'], [PASSWORD, 'The cellar is dry']);
  await user.run(['add', 'letter', '--title', 'Song', '--attach', song.path], [PASSWORD, 'For you']);
  const em = environment.em();
  const { id: userId } = await em.findOneOrFail(User, { email });
  const torn = (await em.find(VaultEntry, { userId }, { orderBy: { createdAt: 'asc' } }))[0]!;
  await em.nativeUpdate(VaultEntry, { id: torn.id }, { encryptedData: 'AAAA' });

  const sealed = ['export', '--files', at('liv-sealed'), '--out', at('liv.ndjson')];
  expect(await user.try(sealed, [PASSWORD])).toMatchObject({
    code: 3,
    stderr: expect.stringMatching(/1 file saved .*\n1 entry does not open, so its files could not be saved/),
  });
  const plain = ['export', '--decrypt', '--files', at('liv-plain'), '--out', at('liv.json')];
  expect(await user.try(plain, [PASSWORD])).toMatchObject({
    code: 3,
    stderr: expect.stringMatching(
      /1 entry does not open and is missing in \S+liv\.json, as are its files: keep an encrypted export too/,
    ),
  });
  expect((await readFile(join(at('liv-plain'), 'lullaby.mp3'))).equals(song.bytes)).toBe(true);
  const { body: document } = await (await environment.sessionOf(liv)).get('/vault/export');
  await writeFile(at('liv-document.json'), JSON.stringify(document));

  await em.nativeDelete(StoredFile, { userId });
  await em.nativeDelete(VaultEntry, { userId });
  expect(await user.try(['import', at('liv.ndjson'), '--files', at('liv-sealed')], [PASSWORD])).toMatchObject(
    {
      code: 3,
      stdout: '1 entry added, 0 replaced.\n1 file sent.\n',
      stderr: expect.stringContaining(`Not imported: ${torn.id}, which does not open`),
    },
  );
  expect(await user.run(['show', 'Song'], [PASSWORD])).toContain('For you');
  expect(await user.try(['import', at('liv-document.json')], [PASSWORD])).toMatchObject({
    code: 3,
    stdout: expect.stringContaining('0 entries added, 0 replaced.'),
    stderr: expect.stringMatching(/^Not imported: entry \d, which does not open/),
  });
}, 240_000);

test(`a successor gets a film, and a saved copy opens without anything of ours${why}`, async () => {
  const owner = await environment.registerOwner('Eve');
  const film = await newFile('Großvater.mp4', 2_000_001);
  await owner.user.run(
    ['add', 'letter', '--title', 'To Finn', '--attach', film.path],
    [PASSWORD, 'Watch this.'],
  );

  const email = uniqueEmail('finn');
  await owner.user.run(['successors', 'add', '--name', 'Finn', '--email', email], [PASSWORD]);
  const { user: finn } = await environment.newUser('Finn');
  const kit = join(environment.folder, 'finn-kit.txt');
  const said = await finn.run(
    ['kit', '--out', kit],
    [await environment.link(email, 'successor_verification', 'successor')],
  );
  const words = /(?:[a-z]+ ){5}[a-z]+$/m.exec(said)?.[0] ?? '';
  await owner.user.run(['pin', 'Finn'], [PASSWORD, words]);
  await owner.user.run(['assign', 'Finn', 'To Finn'], [PASSWORD]);

  const copy = join(environment.folder, 'copy');
  const readable = join(environment.folder, 'eve.json');
  await owner.user.run(
    ['export', '--files', copy, '--out', join(environment.folder, 'eve.ndjson')],
    [PASSWORD],
  );
  await owner.user.run(['export', '--decrypt', '--out', readable], [PASSWORD]);

  await environment.fallSilent(owner);
  await finn.run(
    ['respond', 'accept', '--kit', kit],
    [await environment.link(email, 'invitation', 'respond')],
  );
  const opened = join(environment.folder, 'for-finn');
  await finn.run(
    ['open', '--kit', kit, '--out', opened],
    [await environment.link(email, 'access', 'access')],
  );
  expect((await readdir(opened)).sort()).toEqual(['Großvater.mp4', 'To Finn.txt']);
  expect((await readFile(join(opened, 'Großvater.mp4'))).equals(film.bytes)).toBe(true);
  expect(await readFile(join(opened, 'To Finn.txt'), 'utf8')).toContain('Watch this.');

  // If Debian's `age` is missing, the name says so, and the other promises are still kept.
  if ('missing' in found) return;
  const [entry] = JSON.parse(await readFile(readable, 'utf8')).entries;
  const [file] = entry.content.files;
  const identity = join(environment.folder, 'identity');
  await writeFile(identity, `${file.identity}\n`);
  const out = join(environment.folder, file.name);
  await age.decrypt(join(copy, `${file.id}.age`), identity, `${out}.opened`);
  expect((await readFile(`${out}.opened`)).equals(film.bytes)).toBe(true);
}, 480_000);
