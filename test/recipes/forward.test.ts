/** The recipe for webhooks, as its readers run it: what we sign is verified and passed on, once. */
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeEach, expect, test } from '@jest/globals';
import { listening } from '../support/servers/listening.ts';
import { until } from '../support/until.ts';
import { use } from '../support/use.ts';
import { signed, startRecipe, stopRecipes } from './start-recipe.ts';

const note = {
  title: 'Vault Handover: final notice',
  text: 'Melden Sie sich bis Montag, um „alles“ aufzuhalten.',
  link: 'https://vault.example.org/check-in?token=abc',
  label: 'Check in',
};

interface PassedOn {
  url: string;
  headers: Record<string, string>;
  body: string;
}
const passedOn: PassedOn[] = [];
let status = 200;
let answered = Promise.resolve();
/** In the place of ntfy, a gateway and Home Assistant. */
const target = createServer(async (request, response) => {
  const headers = request.headers as Record<string, string>;
  passedOn.push({ url: request.url ?? '', headers, body: await text(request) });
  await answered;
  response.writeHead(status).end();
});
const { origin } = await use(() => listening(target));

beforeEach(() => {
  passedOn.length = 0;
  status = 200;
});
afterAll(stopRecipes);

/** Starts the recipe, and returns what sends something to it. */
async function start(env: Record<string, string>) {
  const address = await startRecipe(env);
  return async (id: string, change = (body: string) => body) => {
    const { headers, body } = signed(id, note, 'channel_final_notice');
    return (await fetch(address, { method: 'POST', headers, body: change(body) })).status;
  };
}

test('ntfy gets a title, a text and the link, once, and again only while it refuses', async () => {
  const send = await start({ TO: 'ntfy', NTFY_TOPIC: `${origin}/topic`, NTFY_TOKEN: 'tk_1' });
  expect(await send('1', (body) => body.replace('Montag', 'Freitag'))).toBe(401);
  expect(passedOn).toEqual([]);
  status = 429;
  expect(await send('1')).toBe(502);
  status = 200;
  expect([await send('1'), await send('1'), passedOn.length]).toEqual([204, 204, 2]);
  expect(passedOn[1]).toMatchObject({ url: '/', headers: { authorization: 'Bearer tk_1' } });
  expect(JSON.parse(passedOn[1]?.body ?? '')).toEqual({
    topic: 'topic',
    title: note.title,
    message: note.text,
    click: note.link,
    actions: [{ action: 'view', label: note.label, url: note.link }],
    priority: 5,
  });
});

test('what comes again while a slow target still has it is passed on once', async () => {
  const send = await start({ TO: 'ntfy', NTFY_TOPIC: `${origin}/topic` });
  const { promise, resolve } = Promise.withResolvers<void>();
  answered = promise;
  const first = send('1');
  await until('the target to have it', () => passedOn.length > 0);
  const second = send('1');
  resolve();
  expect([await first, await second, passedOn.length]).toEqual([204, 204, 1]);
});

test('a gateway for text messages gets one message with the link', async () => {
  const send = await start({
    ...{ TO: 'sms', SMS_URL: `${origin}/Messages.json`, SMS_LOGIN: 'id:password' },
    ...{ SMS_FROM: '+15550100', SMS_TO: '+15550101' },
  });
  expect(await send('1')).toBe(204);
  const form = new URLSearchParams(passedOn[0]?.body);
  expect(Object.fromEntries(form)).toEqual({
    From: '+15550100',
    To: '+15550101',
    Body: `${note.text} ${note.link}`,
  });
});

test('Home Assistant gets everything as JSON', async () => {
  const env = { HOME_ASSISTANT_URL: origin, HOME_ASSISTANT_WEBHOOK: 'vault' };
  const send = await start({ TO: 'home-assistant', ...env });
  expect(await send('1')).toBe(204);
  expect(passedOn[0]?.url).toBe('/api/webhook/vault');
  expect(JSON.parse(passedOn[0]?.body ?? '')).toEqual({ type: 'final_notice', ...note });
});
