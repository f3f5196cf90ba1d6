/** The command line imports entries of other programs as what they were. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { zipSync } from 'fflate';
import { startTamperingProxy } from '../support/servers/tampering-proxy.ts';
import { use } from '../support/use.ts';
import { PASSWORD, startCommandLineEnvironment } from './environment.ts';

const environment = await use(startCommandLineEnvironment);

const sample = (name: string) => new URL(`../client/samples/${name}`, import.meta.url);

const titles = (listed: string): string[] =>
  listed
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/ {2,}/).slice(2).join(' '))
    .sort();

test('files of Bitwarden, 1Password, KeePass and Apple are imported once, and secrets stay covered', async () => {
  const { user } = await environment.newOwner('Kim');
  const path = (name: string) => join(environment.folder, `kim-${name}`);
  await writeFile(path('bitwarden.json'), await readFile(sample('bitwarden.json')));
  const data = await readFile(sample('export.data.json'));
  await writeFile(path('1password.1pux'), zipSync({ 'export.data': data, files: { x: data } }));
  await writeFile(path('keepass.xml'), await readFile(sample('keepass.xml')));
  await writeFile(path('apple.csv'), await readFile(sample('apple.csv')));

  expect(await user.try(['import', path('bitwarden.json')], [PASSWORD])).toMatchObject({
    code: 3,
    stdout: '6 entries added, 0 replaced.\n',
    stderr: expect.stringMatching(/"From the future" \(unknown kind\)[\s\S]*keep the export/),
  });
  expect(titles(await user.run(['list'], [PASSWORD]))).toEqual([
    'card Visa',
    'identity Me',
    'login Bank',
    'login Untitled',
    'note Server',
    'note Where the keys are',
  ]);
  const covered = await user.run(['show', 'Visa'], [PASSWORD]);
  expect(covered).toContain('Name on the card: Ada Lovelace');
  expect(covered).toContain('Number: (hidden)');
  expect(covered).not.toContain('4111');
  expect(await user.run(['show', 'Bank'], [PASSWORD])).toContain('PIN: (hidden)');
  expect(await user.run(['show', 'Bank', '--reveal'], [PASSWORD])).toContain('PIN: 1234');

  // The note of KeePass is the one of Bitwarden. The bank differs, so it has to be asked for.
  expect(await user.run(['import', path('keepass.xml')], [PASSWORD])).toContain('1 entry added');
  expect(await user.try(['import', path('bitwarden.json')], [PASSWORD])).toMatchObject({
    stdout: expect.stringContaining('0 entries added, 0 replaced.'),
    stderr: expect.stringContaining('6 entries are in the vault already.'),
  });
  expect(await user.try(['import', path('1password.1pux')], [PASSWORD])).toMatchObject({
    stdout: expect.stringContaining('1 entry added, 0 replaced.'),
    stderr: expect.stringMatching(
      /Thrown away[\s\S]*Cannot be imported: attached files \(1\)[\s\S]*4 entries left out, for being similar/,
    ),
  });
  expect(await user.run(['import', path('1password.1pux'), '--similar'], [PASSWORD])).toContain(
    '4 entries added',
  );
  expect(await user.run(['import', path('apple.csv')], [PASSWORD])).toContain('2 entries added');

  await user.run(['edit', 'shop.example', '--title', 'Shop'], [PASSWORD]);
  expect(await user.try(['import', '--undo'], [PASSWORD])).toMatchObject({
    stdout: expect.stringContaining('1 entry is in the trash now.'),
    stderr: expect.stringContaining('1 entry changed since: kept.'),
  });
  expect(await user.run(['import', '--undo'], [PASSWORD])).toContain('4 entries are in the trash now.');
  expect(titles(await user.run(['list'], [PASSWORD]))).toEqual([
    'card Visa',
    'identity Me',
    'login Bank',
    'login Bank',
    'login Machine',
    'login Shop',
    'login Untitled',
    'note Server',
    'note Where the keys are',
  ]);

  await writeFile(path('cut.xml'), (await readFile(sample('keepass.xml'), 'utf8')).slice(0, -30));
  expect(await user.try(['import', path('cut.xml')])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('is damaged or incomplete: export it again'),
  });
}, 400_000);

test('undoing an import that only replaced entries leaves the one before it alone', async () => {
  const { user, session } = await environment.newOwner('Lea');
  const path = (name: string) => join(environment.folder, `lea-${name}`);
  await user.run(['add', 'note', '--title', 'Keys'], [PASSWORD, 'Under the pot']);
  await user.run(['export', '--out', path('vault.ndjson')], [PASSWORD]);
  await user.run(['edit', 'Keys', '--title', 'Spare keys'], [PASSWORD]);
  await writeFile(path('chrome.csv'), await readFile(sample('chrome.csv')));
  expect(await user.try(['import', path('chrome.csv')], [PASSWORD])).toMatchObject({ code: 3 });
  // The answer is lost, and the next try finds nothing left to do. It is undone all the same.
  const proxy = await startTamperingProxy(environment.server);
  proxy.lies = { cut: (at) => (at === '/vault/import' ? 'answer' : undefined) };
  const kept = await readFile(session, 'utf8');
  await writeFile(session, JSON.stringify({ ...JSON.parse(kept), server: proxy.origin }));
  expect(await user.try(['import', path('vault.ndjson')], [PASSWORD])).toMatchObject({ code: 1 });
  proxy.lies = {};
  expect(await user.run(['import', path('vault.ndjson')], [PASSWORD])).toBe('0 entries added, 0 replaced.\n');
  await proxy.close();
  await writeFile(session, kept);
  const lines = await readFile(path('vault.ndjson'), 'utf8');
  for (const [head, says] of [
    [{ userId: crypto.randomUUID() }, 'is an encrypted export of another account'],
    [{ version: 2 }, 'is from a newer version'],
  ] as const) {
    const [first, ...rest] = lines.split('\n');
    const changed = [JSON.stringify({ ...JSON.parse(first!), ...head }), ...rest];
    await writeFile(path('other.ndjson'), changed.join('\n'));
    expect(await user.try(['import', path('other.ndjson')], [PASSWORD])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(says),
    });
  }
  expect(await user.try(['import', '--undo'], [PASSWORD])).toMatchObject({
    code: 0,
    stdout: '0 entries are in the trash now.\n',
    stderr: expect.stringContaining('1 entry replaced by the import: kept'),
  });
  expect(titles(await user.run(['list'], [PASSWORD]))).toHaveLength(5);
  expect(await user.run(['import', '--undo'], [PASSWORD])).toBe('4 entries are in the trash now.\n');
  expect(titles(await user.run(['list'], [PASSWORD]))).toEqual(['note Keys']);
});

test('an export that was cut off between two lines is refused before anything is stored', async () => {
  const { user } = await environment.newOwner('Mia');
  const path = (name: string) => join(environment.folder, `mia-${name}`);
  await user.run(['add', 'note', '--title', 'Keys'], [PASSWORD, 'Under the pot']);
  await user.run(['add', 'note', '--title', 'Pier'], [PASSWORD, 'The mooring is paid']);
  await user.run(['export', '--out', path('whole.ndjson')], [PASSWORD]);
  const [head, first] = (await readFile(path('whole.ndjson'), 'utf8')).split('\n');
  await writeFile(path('cut.ndjson'), `${head}\n${first}\n`);
  expect(await user.try(['import', path('cut.ndjson')], [PASSWORD])).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringContaining('cut.ndjson is damaged or incomplete: export it again'),
  });
  expect(await user.run(['trash'], [PASSWORD])).toBe('');
});
