/** A signed webhook as a way to an owner, through which ntfy, SMS gateways and home automation are reached. */
import { addressRulesOf } from '../../../config.ts';
import { Channel } from '../../../db/entities/channel.ts';
import { addressProblem } from '../../../guard/address.ts';
import { checkWeakening } from '../../auth/weakening.ts';
import { invalid, notFound } from '../../http/errors.ts';
import { route } from '../../http/route.ts';
import { addChannel, findOwn, presentChannel, recordOf } from './owned.ts';
import { ChannelParams, NewWebhook, WebhookWritten } from './schema.ts';

export const addWebhook = route('POST /channels/webhooks', {
  name: 'addWebhook',
  summary: 'Add a webhook as a way to reach the owner',
  description:
    'Requests follow Standard Webhooks: `webhook-id`, `webhook-timestamp` and `webhook-signature`, and a JSON body ' +
    '`{ type, timestamp, data: { title, text, link, label } }` whose type is `code`, `test`, `reminder` or ' +
    '`final_notice`. It contains no name, and nothing about what is left. The secret is in this response and is not ' +
    'shown again. We send a code first, which POST /channels/:channelId/verify takes. Whatever is answered with a ' +
    'status other than 2xx is sent again with the same `webhook-id`, until it becomes obsolete. Needs a confirmed ' +
    'session (`POST /auth/confirm`), and the owner gets an email about it. An account has 10 ways at most.',
  access: 'session',
  limit: 'owner_mail',
  body: NewWebhook,
  responses: { 201: WebhookWritten },
  errors: ['confirmation_required', 'channel_limit', 'already_exists'],
  async handler(context) {
    const { body, deps } = context;
    const problem = addressProblem(body.url, addressRulesOf(deps.config));
    if (problem !== null) throw invalid([{ path: 'body.url', message: problem }]);
    const address = new URL(body.url).href;
    const channel = await addChannel(context, { kind: 'webhook', name: body.name, address });
    return {
      status: 201,
      body: {
        message: "The webhook has been added. We've sent it a code. Keep its secret: it is shown this once.",
        channel: presentChannel(channel),
        secret: deps.channelSecrets.webhookSecrets(channel.id, channel.secretRound)[0],
      },
    };
  },
});

export const renewSecret = route('POST /channels/:channelId/secret', {
  name: 'renewWebhookSecret',
  summary: 'Give a webhook a new secret',
  description:
    'For a day, requests are signed with this secret and the one before it, so that the receiver can change over. ' +
    'Older ones end at once: after a secret has leaked, renew it twice. Needs a confirmed session, and the owner gets ' +
    'an email about it.',
  access: 'session',
  params: ChannelParams,
  responses: { 200: WebhookWritten },
  errors: ['not_found', 'confirmation_required'],
  async handler(context) {
    const { em, caller, params, now, record, deps } = context;
    const before = await findOwn(em, caller, params.channelId);
    if (before.kind !== 'webhook') throw notFound('Webhook');
    await checkWeakening(context, { account: 'channel_changed' });
    const { id } = before;
    const secretRound = before.secretRound + 1;
    await em.nativeUpdate(Channel, { id }, { secretRound, secretRotatedAt: now });
    await record('channel_changed', recordOf(before));
    return {
      body: {
        message: 'The webhook has a new secret. Keep it: it is shown this once.',
        channel: presentChannel(before),
        secret: deps.channelSecrets.webhookSecrets(id, secretRound)[0],
      },
    };
  },
});
