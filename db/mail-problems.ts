/** Refused mail, as owners see it: dates, never an address. */
import type { EntityManager } from './orm.ts';

/**
 * Whether one of a successor's addresses bounces: a mail to it was refused and is still queued or was given up, and no
 * other mail has been accepted there since. `m` is the mail, `s` the successor.
 */
export const bounces = (
  address: 's.email' | 's.second_email',
): string => `m.refused_since is not null and m.status <> 'accepted' and ${address} = m.recipient
  and (m.status = 'queued' or (m.kind = 'successor_verification' and s.verified_at is null)
    or (m.kind = 'second_address' and s.second_verified_at is null)
    or (m.kind in ('handover_cancelled', 'rehearsal', 'contact_question') and m.permanent_since is not null))
  and not exists (
    select 1 from mail a where a.user_id = m.user_id and a.successor_id = m.successor_id
      and a.recipient = m.recipient and a.status = 'accepted' and a.accepted_at > m.refused_since)`;

/** Whether a successor `s` can be reached at their second address. */
export const SECOND_WORKS = `(s.second_verified_at is not null and not exists (
  select 1 from mail m where m.user_id = s.user_id and m.successor_id = s.id and ${bounces('s.second_email')}))`;

/** A warning that the mail server has refused, and that we still try. */
export const REFUSED_WARNING = `refused_since is not null and status = 'queued' and kind in ('reminder', 'final_notice')`;

/**
 * Whether the mail server refuses the warning that a switch is waiting for.
 *
 * @param silentSince warnings about an earlier silence are ignored
 */
export async function warningRefused(
  em: EntityManager,
  userId: string,
  epoch: number,
  silentSince: Date,
): Promise<boolean> {
  const refused = await em.execute<unknown[]>(
    `select 1 from mail where user_id = ? and ${REFUSED_WARNING} and epoch = ? and created_at > ? limit 1`,
    [userId, epoch, silentSince],
  );
  return refused.length > 0;
}
