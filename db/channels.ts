/** Queues warnings for the ways to an owner, and notes what became of them. */
import { Channel } from './entities/channel.ts';
import { User } from './entities/user.ts';
import { type MailRequest, queueMail } from './mail.ts';
import type { EntityManager } from './orm.ts';

/** The failure of a device whose subscription has ended: it never takes anything again. */
export const GONE = 'gone';

/**
 * Queues a warning for each verified way to an owner, in one statement. A workflow of its own sends each, so that none
 * waits for another. Asking again changes nothing, except that it queues warnings again that had become obsolete. A way
 * that has refused this warning for good isn't asked again.
 */
export async function queueForWays(
  em: EntityManager,
  { key, kind, userId, epoch, data }: Omit<MailRequest, 'recipient'>,
  now: Date,
): Promise<void> {
  await em.execute(
    `with made as (
       insert into mail (id, key, kind, recipient, user_id, channel_id, by_mail, epoch, data, status, created_at)
       select gen_random_uuid(), ? || '/' || id, ?, case kind when 'mailbox' then address else '' end, user_id, id,
         kind = 'mailbox', ?, ?, 'queued', ?
       from channel where user_id = ? and verified_at is not null and last_error is distinct from '${GONE}'
       on conflict (key) do update set status = 'queued'
         where mail.status = 'obsolete' and (mail.by_mail or mail.refusal is distinct from 'gone')
       returning id)
     insert into outbox (kind, subject_id, seq, created_at) select 'mail', id, 0, ? from made`,
    [`channel_${key}`, `channel_${kind}`, epoch ?? null, JSON.stringify(data ?? {}), now, userId, now],
  );
}

/** Notes that a way accepted something. */
export async function noteTaken(em: EntityManager, channelId: string, at: Date): Promise<void> {
  await em.nativeUpdate(Channel, { id: channelId }, { lastAcceptedAt: at, lastError: null });
}

/**
 * Notes that a way refused something, or didn't answer, and tells the owner if it is gone.
 *
 * @param code without any address
 */
export async function noteFailed(
  em: EntityManager,
  channelId: string,
  code: string,
  at: Date,
): Promise<void> {
  await em.transactional(async (tx) => {
    await tx.nativeUpdate(Channel, { id: channelId }, { lastFailedAt: at, lastError: code });
    if (code !== GONE) return;
    const channel = await tx.findOne(Channel, { id: channelId, verifiedAt: { $ne: null } });
    const owner = channel && (await tx.findOne(User, { id: channel.userId }));
    if (!owner) return;
    // The mail goes to the owner's mailbox, so the way is only named in its data.
    const about = { recipient: owner.email, userId: owner.id, data: { channelId } };
    await queueMail(tx, { key: `channel_gone/${channelId}`, kind: 'channel_gone', ...about }, at);
  });
}
