import type { MailRow } from '../../../db/entities/mail.ts';
import type { TokenPurpose } from '../../../db/entities/token.ts';
import type { EntityManager } from '../../../db/orm.ts';
import { MAX_CLOCK_SKEW_MS } from '../../../switch/plan.ts';
import type { ApiDeps } from '../../deps.ts';
import { LIMITS } from '../../http/limits.ts';

/** What the link in each kind of mail is for. */
const PURPOSES = {
  password_reset: 'reset_password',
  second_factor_removal: 'second_factor_removal',
  verify_email: 'verify_email',
} as const satisfies Record<string, TokenPurpose>;

/** How much earlier than its mail a token may be dated: the API dates the mail, and a worker the token. */
const CLOCKS_APART_MS = 2 * MAX_CLOCK_SKEW_MS;

/**
 * Whether an account has had so many mails of this kind recently that another would not help, because their links still
 * work. Counts mails, not requests: requesting a link for someone else only sends them one. A mail that was sent no
 * longer counts once its link has been used or has become invalid. Call it in the transaction that queues the mail.
 */
export async function recentlyMailed(
  { config }: Pick<ApiDeps, 'config'>,
  em: EntityManager,
  limit: 'reset_mail' | 'verification_mail',
  { userId, kind, recipient }: Pick<MailRow, 'userId' | 'recipient'> & { kind: keyof typeof PURPOSES },
  now: Date,
): Promise<boolean> {
  // Simultaneous requests take turns, so that each sees the mail that the previous one queued.
  await em.execute('select pg_advisory_xact_lock(hashtextextended(?, 0))', [`${kind}/${recipient}`]);
  const { points, seconds } = LIMITS[limit];
  const since = new Date(now.getTime() - seconds * 1000);
  const [counted] = await em.execute<{ mails: number }[]>(
    `select count(*)::int as mails from mail m
     where user_id = ? and kind = ? and created_at > ? and (status = 'queued' or exists (
       select from token t
       where t.user_id = m.user_id and purpose = ? and consumed_at is null
         and t.created_at >= m.created_at - make_interval(secs => ?)))`,
    [userId, kind, since, PURPOSES[kind], CLOCKS_APART_MS / 1000],
  );
  return (counted?.mails ?? 0) >= Math.max(1, Math.round(points * config.RATE_LIMIT_SCALE));
}
