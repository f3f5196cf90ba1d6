/**
 * The recipes for ntfy (docs/ways.md), against its own server. `NTFY=<its program> npx jest forward.ntfy` runs it, because
 * npm doesn't have ntfy.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { freePort } from '../../dev/processes/ports.ts';
import { createGuard } from '../../guard/post.ts';
import { letterOf } from '../../mail/kind.ts';
import { KINDS } from '../../mail/kinds/index.ts';
import { type Note, noteOf } from '../../mail/ways/note.ts';
import { READERS, samples } from '../support/builders/letters.ts';
import { until } from '../support/until.ts';
import { signed, startRecipe, stopRecipes } from './start-recipe.ts';

const NTFY = process.env.NTFY ?? '';
const folder = mkdtempSync(join(tmpdir(), 'ntfy-'));
const { post } = createGuard({ allowLoopback: true, timeoutMs: 1_500 });
const NAME = 'Zora Quist';
const { channel_reminder, channel_final_notice } = samples(NAME);
const reminders = READERS.map((reader) => noteOf(letterOf(KINDS.channel_reminder, channel_reminder, reader)));
const lasts = READERS.map((reader) =>
  noteOf(letterOf(KINDS.channel_final_notice, channel_final_notice, reader)),
);

const env = {
  NTFY_CACHE_FILE: join(folder, 'cache.db'),
  NTFY_AUTH_FILE: join(folder, 'auth.db'),
  NTFY_PASSWORD: 'of olive',
};
/** @returns what it prints, on whichever stream */
const admin = (...args: string[]): string =>
  spawnSync(NTFY, args, { env, encoding: 'utf8' }).output.filter(Boolean).join('');
let server: ChildProcess;
let origin = '';

/** @param limits of what it takes from a visitor */
async function serve(limits: Record<string, string> = {}): Promise<void> {
  server = spawn(NTFY, ['serve'], { env: { ...env, ...limits }, stdio: 'ignore' });
  await until('ntfy to listen', () =>
    fetch(`${origin}/v1/health`).then(
      ({ ok }) => ok,
      () => false,
    ),
  );
}
async function end(): Promise<void> {
  const ended = once(server, 'exit');
  server.kill('SIGKILL');
  await ended;
}

beforeAll(async () => {
  const port = await freePort();
  origin = `http://127.0.0.1:${port}`;
  Object.assign(env, { NTFY_LISTEN_HTTP: `127.0.0.1:${port}`, NTFY_BASE_URL: origin });
  await serve();
});
afterAll(async () => {
  stopRecipes();
  await end();
  rmSync(folder, { recursive: true });
});

/** What a subscriber of a topic was given, oldest first. */
async function received(topic: string, headers: Record<string, string> = {}) {
  const lines = await (await fetch(`${origin}/${topic}/json?poll=1`, { headers })).text();
  return lines
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

/** Posts a warning as we do. @returns the status, or why there was no answer */
function send(address: string, id: string, note: Note, kind: Parameters<typeof signed>[2]) {
  const { headers, body } = signed(id, note, kind);
  return post(address, headers, body).catch((error: Error) => error.message);
}

test('subscribers get each warning once, with its link, in both languages, and no name', async () => {
  const address = await startRecipe({ TO: 'ntfy', NTFY_TOPIC: `${origin}/flat` });
  for (const _ of ['first', 'again']) {
    for (const [n, note] of reminders.entries())
      expect(await send(address, `reminder ${n}`, note, 'channel_reminder')).toBe(204);
    for (const [n, note] of lasts.entries())
      expect(await send(address, `final ${n}`, note, 'channel_final_notice')).toBe(204);
  }
  const got = await received('flat');
  const shown = ({ title, text, link, label }: Note) => ({
    ...{ title, message: text, click: link },
    actions: [{ action: 'view', label, url: link }],
  });
  expect(got).toMatchObject([
    ...reminders.map((note) => ({ ...shown(note), priority: 4 })),
    ...lasts.map((note) => ({ ...shown(note), priority: 5 })),
  ]);
  expect(JSON.stringify(got)).not.toMatch(/Zora|Quist/);
});

test('without a program, its template shows title, text and link', async () => {
  const template = 'template=yes&title={{.data.title}}&message={{.data.text}}%20{{.data.link}}';
  expect(await send(`${origin}/bare?${template}`, '1', reminders[1]!, 'channel_reminder')).toBe(200);
  const { title, text, link } = reminders[1]!;
  expect(await received('bare')).toMatchObject([{ title, message: `${text} ${link}` }]);
});

test('a topic that refuses, is slow, gone, or has had enough gets its warning later, once', async () => {
  admin('access', 'everyone', 'olive', 'deny');
  const topic = { TO: 'ntfy', NTFY_TOPIC: `${origin}/olive` };
  const attempt = async (address: Promise<string> | string, id: string) =>
    send(await address, id, lasts[1]!, 'channel_final_notice');
  expect(await attempt(startRecipe(topic), 'refused')).toBe(502);
  expect(await attempt(startRecipe({ ...topic, NTFY_TOKEN: 'tk_00000000000000000000000000000' }), 'x')).toBe(
    502,
  );

  admin('user', 'add', 'olive');
  admin('access', 'olive', 'olive', 'rw');
  const token = /tk_\w+/.exec(admin('token', 'add', 'olive'))![0];
  const address = await startRecipe({ ...topic, NTFY_TOKEN: token });
  const inbox = async () => (await received('olive', { Authorization: `Bearer ${token}` })).length;
  expect([await attempt(address, 'refused'), await inbox()]).toEqual([204, 1]);

  server.kill('SIGSTOP');
  expect(await attempt(address, 'slow')).toBe('timeout');
  server.kill('SIGCONT');
  expect([await attempt(address, 'slow'), await inbox()]).toEqual([204, 2]);

  await end();
  expect(await attempt(address, 'gone')).toBe(502);
  await serve({ NTFY_VISITOR_MESSAGE_DAILY_LIMIT: '1' });
  expect([await attempt(address, 'gone'), await inbox()]).toEqual([204, 3]);

  expect(await attempt(address, 'too much')).toBe(502);
  await end();
  await serve();
  expect([await attempt(address, 'too much'), await inbox()]).toEqual([204, 4]);
});
