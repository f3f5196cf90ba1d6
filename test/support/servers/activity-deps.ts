/** What activities need, with the real database of a test's API and the real mail catcher. */
import { type ActivityDeps, createMailer } from '../../../activities/index.ts';
import { createHeartbeatRecorder } from '../../../db/heartbeat.ts';
import { toleranceMs } from '../../../db/liveness.ts';
import { configuredDeps } from '../../../worker/configured-deps.ts';
import { uniqueEmail } from '../builders/owner.ts';
import type { TestApi } from './api.ts';
import { servers } from './shared-servers.ts';

/** The caller closes `mailer`. */
export function activityDeps(
  { orm, config, deps: { rules, live, files }, clock }: TestApi,
  smtp: { host: string; port: number } = servers.mail,
): ActivityDeps & { mailer: NonNullable<ActivityDeps['mailer']> } {
  return {
    ...configuredDeps(config),
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
    mailHeartbeatRecorder: createHeartbeatRecorder('mail', toleranceMs(rules.dayMs)),
    files,
    operators: [uniqueEmail('operator')],
    announce: live.announce,
  };
}
