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
/** Each notification comes again, with the same ID, until it was answered with 2xx. */
const passedOn = new Set();

const TARGETS = {
  ntfy: ({ type, data }) =>
    fetch(env.NTFY_TOPIC, {
      method: 'POST',
      headers: {
        Title: data.title,
        Click: data.link,
        Actions: `view, ${data.label}, ${data.link}`,
        Priority: type === 'final_notice' ? 'urgent' : 'high',
        ...(env.NTFY_TOKEN ? { Authorization: `Bearer ${env.NTFY_TOKEN}` } : {}),
      },
      body: data.text,
    }),
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

/** @returns the status of the answer */
async function receive(request) {
  const id = request.headers['webhook-id'];
  let message;
  try {
    message = webhook.verify(await text(request), request.headers);
  } catch {
    return 401;
  }
  if (passedOn.has(id)) return 204;
  const { ok, status } = await TARGETS[TO](message);
  if (!ok) console.error(`${TO} answered ${status}`);
  if (ok) passedOn.add(id);
  return ok ? 204 : 502;
}

createServer(async (request, response) => {
  const status = await receive(request).catch((error) => {
    console.error(`${TO} did not answer: ${error.message}`);
    return 502;
  });
  response.writeHead(status).end();
}).listen(Number(PORT), HOST);
