/**
 * `npm run admin -- rotate-secret`: how to replace the service's secrets, and what has to happen in the database before
 * the old ones may go. It prints a new secret, and never one that is in use.
 */
import { randomBytes } from 'node:crypto';
import { resealSecrets } from '../../api/auth/two-factor.ts';
import type { Config } from '../../config.ts';
import { recordOperator } from '../../db/operator-log.ts';
import type { AdminService } from './service.ts';

const newSecret = (): string => randomBytes(64).toString('base64');

/** Two new secrets, and what becomes of the current ones. */
function how({ JWT_SECRET_PREVIOUS: jwt, ACTIVITY_HMAC_SECRET_PREVIOUS: activity }: Config): string {
  const former = ({ length }: readonly string[]) =>
    `'<the current one>${length === 0 ? '' : ',<those that are listed now>'}'`;
  return `To replace a secret, give each process both, and restart all of them:

  JWT_SECRET='${newSecret()}'
  JWT_SECRET_PREVIOUS=${former(jwt)}

  ACTIVITY_HMAC_SECRET='${newSecret()}'
  ACTIVITY_HMAC_SECRET_PREVIOUS=${former(activity)}

Then run this command again.`;
}

/** @returns what to say */
export async function rotateSecret({ orm, operator, clock, config }: AdminService): Promise<string> {
  const at = new Date(await clock());
  const { JWT_SECRET_PREVIOUS: jwt, ACTIVITY_HMAC_SECRET_PREVIOUS: activity } = config;
  if (jwt.length + activity.length === 0) return how(config);
  const done = await resealSecrets(orm.em, config);
  // Not in the transactions of its batches: if one fails, the command is run again, and then logged.
  await recordOperator(orm.em.fork(), { at, operator, action: 'secrets_rotated', detail: done });
  const { resealed, lost } = done;
  const days = Math.ceil(config.JWT_REFRESH_EXPIRES_IN / 86_400_000);
  return [
    ...(jwt.length === 0
      ? []
      : [
          `JWT_SECRET: ${resealed} two-factor secrets are sealed with the new one${lost === 0 ? '' : `, and ${lost} can be opened with none of those listed`}. Remove JWT_SECRET_PREVIOUS after ${days} days: sessions not used since then end, and known devices are treated as unknown once. Keep it elsewhere for as long as you have a backup from before now, whose two-factor secrets need it.`,
        ]),
    ...(activity.length === 0
      ? []
      : [
          'ACTIVITY_HMAC_SECRET: new records, links and references are signed with the new one. Removing ACTIVITY_HMAC_SECRET_PREVIOUS invalidates the check-in and opt-out links in mails already sent, forgets who opted out, and leaves older records unverified. Give webhooks their new secret first.',
        ]),
    `\nNothing else has to be replaced now. ${how(config)}`,
  ].join('\n');
}
