import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { choose } from '../../cli/arguments.ts';
import { COMMANDS } from '../../cli/commands.ts';
import { findEntry } from '../../cli/entries.ts';
import { UsageFailure } from '../../cli/failure.ts';
import { help } from '../../cli/help.ts';
import { asArgument } from '../../cli/printing.ts';
import { readQuorum } from '../../cli/sealing.ts';
import { originOf, readInvitationLink, readLink } from '../../cli/server-address.ts';
import type { OpenedEntry } from '../../client/index.ts';
import { checkout } from '../../dev/instance/checkout.ts';

test('a command gets its own options, and those of all commands', () => {
  expect(
    choose(['show', 'Bank', '--json', '--server', 'https://vault.example.org/', '--reveal']),
  ).toMatchObject({
    name: 'show',
    json: true,
    server: 'https://vault.example.org',
    given: { values: { reveal: true }, words: ['Bank'] },
  });
});

test('options that every command takes may come before its name', () => {
  const given = choose(['--server', 'https://vault.example.org', '--json', 'show', 'Bank', '--reveal']);
  expect(given).toMatchObject({
    name: 'show',
    json: true,
    server: 'https://vault.example.org',
    given: { values: { reveal: true }, words: ['Bank'] },
  });
});

test.each([
  'list',
  'show Bank',
  'add note',
  'status',
  'open',
  'ways',
  'ways add Phone https://hooks.example.org',
  'ways rotate Phone',
  'automations',
  'automations add Tag',
  'successors',
  'successors add',
])('programs can read what `%s --json` prints', (line) => {
  expect(choose([...line.split(' '), '--json'])).toMatchObject({ json: true });
});

test('an empty name finds nothing, not the entry that does not open', () => {
  const closed = { id: randomUUID(), content: null } as OpenedEntry;
  expect(() => findEntry([closed], '')).toThrow('No entry fits');
  expect(findEntry([closed], closed.id)).toBe(closed);
});

test('a word to copy into a shell runs nothing, and is not an option', () => {
  expect(['Ben', 'My phone', '$(date)', '-rf'].map(asArgument)).toEqual([
    'Ben',
    "'My phone'",
    "'$(date)'",
    "-- '-rf'",
  ]);
});

test.each([
  [['fly'], 'There is no command "fly": `vault-handover help` lists the commands'],
  [['show'], 'Usage: vault-handover show <entry> [--reveal] [--out <path>]'],
  [['list', 'Bank'], 'Usage: vault-handover list'],
  [['login', '--fast'], "Unknown option '--fast': `vault-handover login --help` lists the options"],
  // Other users of the machine can read arguments.
  [
    ['login', '--password', 'secret'],
    "Unknown option '--password': `vault-handover login --help` lists the options",
  ],
  [['check-in', '--json'], 'There is no JSON output here: omit --json'],
  [['ways', 'test', 'Phone', '--json'], 'There is no JSON output here: omit --json'],
  [['show', 'Bank', '--json', '--out', 'bank.txt'], 'There is no JSON output here: omit --json'],
  [['list', '--server', 'vault'], '--server must be an address such as https://vault.example.org'],
])('%j is refused in one sentence', (args, message) => {
  expect(() => choose(args)).toThrow(new UsageFailure(message));
});

test('no option of any command takes a password or a code', () => {
  for (const { options } of COMMANDS.values()) {
    for (const [name, { type }] of Object.entries(options)) {
      if (/pass|code|secret|token/.test(name)) expect([name, type]).toEqual([name, 'boolean']);
    }
  }
});

test('the help names every command, and each command has help of its own', () => {
  for (const name of COMMANDS.keys()) {
    expect(help()).toMatch(new RegExp(`^ {2}${name} {2}`, 'm'));
    expect(help(name)).toContain(`vault-handover ${name}`);
    expect(choose([name, '--help'])).toEqual({ help: name });
    expect(choose(['help', name])).toEqual({ help: name });
  }
  expect(choose([])).toEqual({ help: undefined });
  for (const line of help().split('\n')) expect(line.length).toBeLessThanOrEqual(120);
});

test('no advice names a command that does not exist', async () => {
  const folder = join(checkout, 'cli');
  const sources = await Promise.all(
    (await readdir(folder)).map((file) => readFile(join(folder, file), 'utf8')),
  );
  const named = sources.flatMap((source) => [...source.matchAll(/`vault-handover ([a-z][a-z-]*)/g)]);
  expect(named.length).toBeGreaterThan(10);
  for (const [, name = ''] of named) expect([...COMMANDS.keys(), 'help']).toContain(name);
});

test.each([
  'http://localhost:3001',
  'http://127.0.0.1:3001',
  'http://[::1]:3001',
  'https://vault.example.org',
])('%s may be the service', (address) => expect(originOf(`${address}/`, '--server')).toBe(address));

test.each([
  'http://vault.example.org',
  'http://127.0.0.1.example.org',
  'http://localhost.example.org',
  'ftp://localhost',
  'https://ada:secret@vault.example.org',
])('%s is refused', (address) => expect(() => originOf(address, '--server')).toThrow(UsageFailure));

test('a quorum is from 1 to 15', () => {
  expect(['1', '15', undefined].map(readQuorum)).toEqual([1, 15, undefined]);
  for (const wrong of ['0', '16', '2.5', 'two', '']) expect(() => readQuorum(wrong)).toThrow(UsageFailure);
});

test('a link from an email names its service and its token; a token alone names no service', () => {
  const token = 'Zm9yIHRlc3RzIG9ubHksIG5vdCBhIHRva2Vu';
  expect(readLink(` https://vault.example.org/respond?token=${token}\n`)).toEqual({
    token,
    server: 'https://vault.example.org',
    isRehearsal: false,
  });
  expect(readLink(token)).toEqual({ token, server: null, isRehearsal: false });
  for (const wrong of [
    '',
    'half',
    'https://vault.example.org/respond',
    `http://vault.example.org/?token=${token}`,
  ])
    expect(() => readLink(wrong)).toThrow(UsageFailure);
});

test('an invitation is read from its link, where the token is behind the #', () => {
  const token = 'Zm9yIHRlc3RzIG9ubHksIG5vdCBhIHRva2Vu';
  for (const given of [token, ` https://vault.example.org/register#invitation=${token}\n`])
    expect(readInvitationLink(given)).toBe(token);
  expect(() => readInvitationLink('https://vault.example.org/register')).toThrow(UsageFailure);
});
