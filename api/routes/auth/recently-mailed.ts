import { Mail, type MailRow } from '../../../db/entities/mail.ts';
import type { EntityManager } from '../../../db/orm.ts';
import type { ApiDeps } from '../../deps.ts';
import { LIMITS } from '../../http/limits.ts';

/**
 * Whether an account has had so many mails of this kind recently that another would not help, because their links still
 * work. Counts mails, not requests: requesting a link for someone else only sends them one.
 *
 * @param after ignore earlier mails
 */
export async function recentlyMailed(
  { config }: Pick<ApiDeps, 'config'>,
  em: EntityManager,
  limit: 'reset_mail' | 'verification_mail',
  { userId, kind }: Pick<MailRow, 'userId' | 'kind'>,
  now: Date,
  after: Date | null = null,
): Promise<boolean> {
  const { points, seconds } = LIMITS[limit];
  const since = Math.max(now.getTime() - seconds * 1000, after?.getTime() ?? 0);
  const mails = await em.count(Mail, { userId, kind, createdAt: { $gt: new Date(since) } });
  return mails >= Math.max(1, Math.round(points * config.RATE_LIMIT_SCALE));
}
