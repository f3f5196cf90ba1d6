/** The rules that all ways to an owner share. */
import { randomUUIDv7 } from 'node:crypto';
import type { z } from 'zod';
import { Channel, type ChannelRow } from '../../../db/entities/channel.ts';
import { queueMail } from '../../../db/mail.ts';
import { mailboxHash } from '../../../db/opt-outs.ts';
import type { EntityManager } from '../../../db/orm.ts';
import type { Caller } from '../../auth/caller.ts';
import { lockOwner } from '../../auth/credentials.ts';
import { lockOwnRow, requireRoom } from '../../auth/own-rows.ts';
import { checkWeakening } from '../../auth/weakening.ts';
import type { ApiDeps } from '../../deps.ts';
import { Problem } from '../../http/errors.ts';
import type { HandlerContext } from '../../http/route.ts';
import type { Channel as PresentedChannel } from './schema.ts';

/** The same on every plan, because a plan never decides whether an owner is warned. */
const MOST_CHANNELS = 10;

/** Whether a way is verified, and accepted the latest message. */
const works = ({ verifiedAt, lastError }: ChannelRow): boolean => verifiedAt != null && lastError == null;

export const presentChannel = (channel: ChannelRow): z.output<typeof PresentedChannel> => ({
  id: channel.id,
  kind: channel.kind,
  name: channel.name,
  // Anyone who knows the address of a device can send to it.
  address: channel.kind === 'push' ? new URL(channel.address).host : channel.address,
  verifiedAt: channel.verifiedAt?.toISOString() ?? null,
  lastAcceptedAt: channel.lastAcceptedAt?.toISOString() ?? null,
  lastFailedAt: channel.lastFailedAt?.toISOString() ?? null,
  lastError: channel.lastError ?? null,
  works: works(channel),
  createdAt: channel.createdAt.toISOString(),
});

/** What the activity log says about a way. Its address doesn't belong there. */
export const recordOf = ({ id, kind, name }: Pick<ChannelRow, 'id' | 'kind' | 'name'>) => ({
  channelId: id,
  way: kind,
  name,
});

/** One of the owner's ways, with the account locked. @throws Problem `not_found` */
export const findOwn = (em: EntityManager, caller: Caller, id: string): Promise<ChannelRow> =>
  lockOwnRow(em, Channel, caller, id, 'Way');

/** Sends the way its code or a test message. */
export async function sendToWay(
  { config }: Pick<ApiDeps, 'config'>,
  em: EntityManager,
  channel: ChannelRow,
  kind: 'channel_code' | 'channel_test',
  now: Date,
): Promise<void> {
  const { id, userId, address, codeRound } = channel;
  const byMail = channel.kind === 'mailbox';
  const which = kind === 'channel_code' ? codeRound : randomUUIDv7();
  const mailbox = byMail ? { mailbox: mailboxHash(config, address).toString('base64url') } : {};
  const mail = {
    key: `${kind}/${id}/${which}`,
    kind,
    recipient: byMail ? address : '',
    userId,
    channelId: id,
    byMail,
    data: kind === 'channel_code' ? { round: codeRound, ...mailbox } : {},
  };
  await queueMail(em, mail, now);
}

type AddContext = Pick<HandlerContext, 'em' | 'caller' | 'client' | 'limit' | 'now' | 'record' | 'deps'>;

/**
 * Adds a way and sends it its code.
 *
 * @throws Problem `confirmation_required`, `channel_limit` or `already_exists`
 */
export async function addChannel(
  context: AddContext,
  added: Pick<ChannelRow, 'kind' | 'name' | 'address'> & Partial<Pick<ChannelRow, 'p256dh' | 'auth'>>,
): Promise<ChannelRow> {
  const { em, caller, now, record, deps } = context;
  const userId = caller.user.id;
  await lockOwner(em, caller);
  await checkWeakening(context, { account: 'channel_added' });
  await requireRoom(em, Channel, userId, MOST_CHANNELS, 'channel_limit');
  if ((await em.count(Channel, { userId, address: added.address })) > 0) {
    throw new Problem('already_exists', 'You have already added this way.');
  }
  const id = randomUUIDv7();
  await em.insert(Channel, { ...added, id, userId, codeRound: 1, codeSentAt: now, createdAt: now });
  const channel = await em.findOneOrFail(Channel, { id }, { refresh: true });
  await sendToWay(deps, em, channel, 'channel_code', now);
  await record('channel_added', recordOf(channel));
  return channel;
}
