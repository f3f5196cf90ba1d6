/** The recipe for webhooks, as its readers run it: what we sign is verified and passed on, once. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { channelSecrets } from '../../db/channel-secrets.ts';
import type { ChannelRow } from '../../db/entities/channel.ts';
import { checkout } from '../../dev/instance/checkout.ts';
import { freePort } from '../../dev/processes/ports.ts';
import { webhookRequest } from '../../mail/ways/webhook.ts';
import { until } from '../support/until.ts';

const secrets = channelSecrets([Buffer.alloc(32, 7).toString('base64')]);
const way = { id: 'way', secretRound: 1, secretRotatedAt: null } as ChannelRow;
const note = {
  title: 'Vault Handover: final notice',
  text: 'Check in by Monday to stop what you planned.',
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
/** In the place of ntfy, a gateway and Home Assistant. */
const target = createServer(async (request, response) => {
  const headers = request.headers as Record<string, string>;
  passedOn.push({ url: request.url ?? '', headers, body: await text(request) });
  response.writeHead(status).end();
});
const running: ChildProcess[] = [];
let origin = '';

beforeAll(async () => {
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(target.address() as AddressInfo).port}`;
});
beforeEach(() => {
  passedOn.length = 0;
  status = 200;
});
afterAll(() => {
  for (const each of running) each.kill();
  target.close();
});

/** Starts the recipe, and returns what sends something to it. */
async function start(env: Record<string, string>) {
  const port = await freePort();
  const own = { WEBHOOK_SECRET: secrets.webhookSecrets('way', 1)[0], PORT: String(port), ...env };
  const script = join(checkout, 'docs/recipes/forward.mjs');
  running.push(spawn(process.execPath, [script], { env: own, stdio: 'ignore' }));
  const post = async (headers: Record<string, string>, body: string) =>
    (await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body })).status;
  await until('the recipe to listen', () => post({}, '').catch(() => null));
  return async (id: string, change = (body: string) => body) => {
    const mail = { id, kind: 'channel_final_notice' as const };
    const { headers, body } = webhookRequest(secrets, way, mail, note, new Date());
    return post(headers, change(body));
  };
}

test('ntfy gets a title, a text and the link, once, and again only while it refuses', async () => {
  const send = await start({ TO: 'ntfy', NTFY_TOPIC: `${origin}/topic`, NTFY_TOKEN: 'tk_1' });
  expect(await send('1', (body) => body.replace('Monday', 'Friday'))).toBe(401);
  expect(passedOn).toEqual([]);
  status = 429;
  expect(await send('1')).toBe(502);
  status = 200;
  expect([await send('1'), await send('1'), passedOn.length]).toEqual([204, 204, 2]);
  expect(passedOn[1]).toMatchObject({
    url: '/topic',
    headers: {
      title: note.title,
      click: note.link,
      actions: `view, Check in, ${note.link}`,
      priority: 'urgent',
      authorization: 'Bearer tk_1',
    },
    body: note.text,
  });
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
