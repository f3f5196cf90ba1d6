/** Ways to reach an owner: list, verify, test, rename and remove them. Each kind is added in a file of its own. */
import { pushKeysOf } from '../../../config.ts';
import { CODE_MS } from '../../../db/channel-secrets.ts';
import { Channel } from '../../../db/entities/channel.ts';
import { ownRows } from '../../auth/own-rows.ts';
import { checkWeakening } from '../../auth/weakening.ts';
import { Problem } from '../../http/errors.ts';
import { route, tagged } from '../../http/route.ts';
import { messageBody } from '../../http/schemas.ts';
import { addMailbox } from './mailbox.ts';
import { findOwn, presentChannel, recordOf, sendToWay } from './owned.ts';
import { addPush } from './push.ts';
import { ChannelCode, ChannelList, ChannelName, ChannelParams, ChannelWritten } from './schema.ts';
import { addWebhook, renewSecret } from './webhook.ts';

const list = route('GET /channels', {
  name: 'listChannels',
  summary: 'List the ways to reach the owner, oldest first',
  description: 'The mailbox of the account is not among them: warnings always go there.',
  access: 'session',
  responses: { 200: ChannelList },
  async handler({ em, caller, deps }) {
    const channels = await ownRows(em, Channel, caller.user.id);
    const pushKey = pushKeysOf(deps.config)?.publicKey ?? null;
    return { body: { channels: channels.map(presentChannel), pushKey } };
  },
});

const verify = route('POST /channels/:channelId/verify', {
  name: 'verifyChannel',
  summary: 'Verify a way with the code that was sent there',
  description: 'From then on every warning goes there too. A code works for 24 hours.',
  access: 'session',
  limit: 'two_factor',
  params: ChannelParams,
  body: ChannelCode,
  responses: { 200: ChannelWritten },
  errors: ['not_found', 'already_verified', 'wrong_code'],
  async handler({ em, caller, params, body, now, record, deps }) {
    const channel = await findOwn(em, caller, params.channelId);
    const { id, codeRound, codeSentAt, verifiedAt } = channel;
    if (verifiedAt) throw new Problem('already_verified');
    const late = now.getTime() - codeSentAt.getTime() >= CODE_MS;
    if (late || !deps.channelSecrets.isCode(body.code, id, codeRound)) throw new Problem('wrong_code');
    await em.nativeUpdate(Channel, { id }, { verifiedAt: now });
    await record('channel_verified', recordOf(channel));
    const verified = await em.findOneOrFail(Channel, { id }, { refresh: true });
    const message = 'From now on your warnings come here too.';
    return { body: { message, channel: presentChannel(verified) } };
  },
});

const sendCode = route('POST /channels/:channelId/code', {
  name: 'sendChannelCode',
  summary: 'Send a new code to a way that is not verified yet',
  description: 'Earlier codes stop working.',
  access: 'session',
  limit: 'owner_mail',
  params: ChannelParams,
  responses: { 200: messageBody },
  errors: ['not_found', 'already_verified'],
  async handler({ em, caller, params, limitMailbox, now, deps }) {
    const before = await findOwn(em, caller, params.channelId);
    if (before.verifiedAt) throw new Problem('already_verified');
    if (before.kind === 'mailbox') await limitMailbox('mail_address', before.address);
    const sent = { ...before, codeRound: before.codeRound + 1 };
    await em.nativeUpdate(Channel, { id: before.id }, { codeRound: sent.codeRound, codeSentAt: now });
    await sendToWay(deps, em, sent, 'channel_code', now);
    return { body: { message: "We've sent a new code." } };
  },
});

const test = route('POST /channels/:channelId/test', {
  name: 'testChannel',
  summary: 'Send a test to a verified way',
  description:
    'Whether it arrived is in `lastAcceptedAt` and `lastError` a moment later. It is tried for an hour.',
  access: 'session',
  limit: 'owner_mail',
  params: ChannelParams,
  responses: { 200: messageBody },
  errors: ['not_found', 'channel_not_verified'],
  async handler({ em, caller, params, limitMailbox, now, deps }) {
    const channel = await findOwn(em, caller, params.channelId);
    if (!channel.verifiedAt) throw new Problem('channel_not_verified');
    if (channel.kind === 'mailbox') await limitMailbox('mail_address', channel.address);
    await sendToWay(deps, em, channel, 'channel_test', now);
    return { body: { message: "We've sent a test." } };
  },
});

const rename = route('PUT /channels/:channelId', {
  name: 'renameChannel',
  summary: 'Rename a way',
  access: 'session',
  params: ChannelParams,
  body: ChannelName,
  responses: { 200: ChannelWritten },
  errors: ['not_found'],
  async handler({ em, caller, params, body: { name } }) {
    const channel = await findOwn(em, caller, params.channelId);
    await em.nativeUpdate(Channel, { id: channel.id }, { name });
    return { body: { message: 'The way has its new name.', channel: presentChannel({ ...channel, name }) } };
  },
});

const remove = route('DELETE /channels/:channelId', {
  name: 'removeChannel',
  summary: 'Remove a way',
  description:
    'Nothing is sent there any more, and check-in links that were sent there stop working. Needs a confirmed session ' +
    '(`POST /auth/confirm`), and the owner gets an email about it.',
  access: 'session',
  params: ChannelParams,
  responses: { 200: messageBody },
  errors: ['not_found', 'confirmation_required'],
  async handler(context) {
    const { em, caller, params, record } = context;
    const channel = await findOwn(em, caller, params.channelId);
    await checkWeakening(context, { account: 'channel_removed' });
    await em.nativeDelete(Channel, { id: channel.id });
    await record('channel_removed', recordOf(channel));
    return { body: { message: 'The way has been removed.' } };
  },
});

export const channelRoutes = tagged('Ways', [
  list,
  addMailbox,
  addWebhook,
  addPush,
  verify,
  sendCode,
  test,
  renewSecret,
  rename,
  remove,
]);
