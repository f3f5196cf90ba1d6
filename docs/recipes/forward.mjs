/**
 * Passes on what Vault Handover sends to a webhook, as a notification or a text message (docs/ways.md).
 *
 *   npm install standardwebhooks
 *   WEBHOOK_SECRET=whsec_… TO=ntfy NTFY_TOPIC=https://ntfy.sh/<long random name> node forward.mjs
 *
 * It must be reachable at an https address, so put a proxy in front of it.
 */
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';

const { WEBHOOK_SECRET, TO = 'ntfy', PORT = '8787', HOST = '127.0.0.1', ...env } = process.env;
const webhook = new Webhook(WEBHOOK_SECRET);
/**
 * What was passed on or is being passed on, by ID. Each notification is sent again, with the same ID, until it is
 * answered with 2xx, even while a slow target is still handling it.
 */
const passedOn = new Map();

const TARGETS = {
  // As JSON, because headers hold no umlauts.
  ntfy: ({ type, data }) => {
    const { origin, pathname } = new URL(env.NTFY_TOPIC);
    return fetch(origin, {
      method: 'POST',
      headers: env.NTFY_TOKEN ? { Authorization: `Bearer ${env.NTFY_TOKEN}` } : {},
      body: JSON.stringify({
        topic: pathname.slice(1),
        title: data.title,
        message: data.text,
        click: data.link,
        actions: [{ action: 'view', label: data.label, url: data.link }],
        priority: type === 'final_notice' ? 5 : 4,
      }),
    });
  },
  // Twilio, and gateways that take the same form.
  sms: ({ data }) =>
    fetch(env.SMS_URL, {
      method: 'POST',
      headers: { Authorization: `Basic ${Buffer.from(env.SMS_LOGIN).toString('base64')}` },
      body: new URLSearchParams({ From: env.SMS_FROM, To: env.SMS_TO, Body: `${data.text} ${data.link}` }),
    }),
  'home-assistant': ({ type, data }) =>
    fetch(`${env.HOME_ASSISTANT_URL}/api/webhook/${env.HOME_ASSISTANT_WEBHOOK}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ type, ...data }),
    }),
};

/** @throws Error unless the target has taken it */
async function passOn(message) {
  const { ok, status } = await TARGETS[TO](message);
  if (!ok) throw new Error(`HTTP ${status}`);
}

/** @returns the status of the answer */
async function receive(request) {
  const id = request.headers['webhook-id'];
  let message;
  try {
    message = webhook.verify(await text(request), request.headers);
  } catch {
    return 401;
  }
  if (!passedOn.has(id)) passedOn.set(id, passOn(message));
  try {
    await passedOn.get(id);
    return 204;
  } catch (error) {
    passedOn.delete(id);
    console.error(`${TO} has not taken it: ${error.message}`);
    return 502;
  }
}

createServer(async (request, response) => {
  response.writeHead(await receive(request)).end();
}).listen(Number(PORT), HOST);
