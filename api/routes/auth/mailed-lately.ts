import { Mail, type MailRow } from '../../../db/entities/mail.ts';
import type { EntityManager } from '../../../db/orm.ts';
import type { ApiDeps } from '../../deps.ts';
import { LIMITS } from '../../http/limits.ts';

/**
 * Whether an account has had so many mails of this kind so lately that one more would be of no use: the links in them
 * still work. Counted by the mails and not by the requests: whoever asks for somebody else's link gets them one.
 *
 * @param after mails of before do not count
 */
export async function mailedLately(
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
