/** What activities need, with the real database of a test's API and the real mail catcher. */
import { type ActivityDeps, createMailer } from '../../../activities/index.ts';
import { addressRulesOf, pushKeysOf } from '../../../config.ts';
import { createHeart } from '../../../db/heartbeat.ts';
import { toleranceMs } from '../../../db/liveness.ts';
import { createGuard } from '../../../guard/post.ts';
import { uniqueEmail } from '../builders/owner.ts';
import type { TestApi } from './api.ts';
import { servers } from './shared-servers.ts';

/** The caller closes `mailer`. */
export function activityDeps(
  {
    orm,
    config,
    deps: { rules, signRecord, tokenSigner, returnReferences, channelSecrets, live, files },
    origin,
    clock,
  }: TestApi,
  smtp: { host: string; port: number } = servers.mail,
): ActivityDeps & { mailer: NonNullable<ActivityDeps['mailer']> } {
  return {
    orm,
    clock: () => clock.now,
    referenceClock: async () => clock.now,
    outages: async () => ({ api: [], mail: [] }),
    mailer: createMailer({
      host: smtp.host,
      port: smtp.port,
      secure: false,
      user: '',
      password: '',
      from: 'Vault Handover <vault@vault.test>',
    }),
    mailHeart: createHeart('mail', toleranceMs(rules.dayMs)),
    rules,
    files,
    signRecord,
    tokenSigner,
    returnReferences,
    channelSecrets,
    pushKeys: pushKeysOf(config),
    guard: createGuard(addressRulesOf(config)),
    operators: [uniqueEmail('operator')],
    frontendUrl: origin,
    announce: live.announce,
  };
}
