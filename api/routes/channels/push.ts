/** Notifications on a phone or computer as a way to an owner (Web Push, RFC 8030). */
import { ECDH } from 'node:crypto';
import { addressRulesOf, pushKeysOf } from '../../../config.ts';
import { addressProblem } from '../../../guard/address.ts';
import { invalid, Problem } from '../../http/errors.ts';
import { route } from '../../http/route.ts';
import { addChannel, presentChannel } from './owned.ts';
import { ChannelWritten, NewPush } from './schema.ts';

/** Whether something can be encrypted to a key: a point of P-256. */
function isPoint(key: string): boolean {
  try {
    return ECDH.convertKey(key, 'prime256v1', 'base64url', 'hex', 'uncompressed') !== '';
  } catch {
    return false;
  }
}

export const addPush = route('POST /channels/pushes', {
  name: 'addPush',
  summary: 'Add a phone or computer that shows notifications as a way to reach the owner',
  description:
    'Takes what `PushManager.subscribe()` returned for the `pushKey` of GET /channels. Pushes are encrypted for the ' +
    'device (RFC 8291), and contain no name, and nothing about what is left. We push a code first, which POST ' +
    '/channels/:channelId/verify takes. Needs a confirmed session (`POST /auth/confirm`), and the owner gets an ' +
    'email about it. An account has 10 ways at most.',
  access: 'session',
  limit: 'owner_mail',
  body: NewPush,
  responses: { 201: ChannelWritten },
  errors: ['confirmation_required', 'channel_limit', 'already_exists', 'push_disabled'],
  async handler(context) {
    const { body, deps } = context;
    if (!pushKeysOf(deps.config)) throw new Problem('push_disabled');
    const { endpoint, keys } = body.subscription;
    const problem = addressProblem(endpoint, addressRulesOf(deps.config));
    if (problem !== null) throw invalid([{ path: 'body.subscription.endpoint', message: problem }]);
    if (!isPoint(keys.p256dh))
      throw invalid([{ path: 'body.subscription.keys.p256dh', message: 'must be a point of P-256' }]);
    // Encodes characters that have no place in an address, one of which PostgreSQL can't store.
    const address = new URL(endpoint).href;
    const channel = await addChannel(context, { kind: 'push', name: body.name, address, ...keys });
    const message = "This device has been added. We've sent it a code.";
    return { status: 201, body: { message, channel: presentChannel(channel) } };
  },
});
