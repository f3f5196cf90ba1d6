/** Every activity, bound to its dependencies. Workflows see only these types. */
import type { ActivityDeps } from './deps.ts';
import { createFileActivities } from './files.ts';
import { createMailActivities } from './mail.ts';
import { createReconcileActivities } from './reconcile.ts';
import { redactErrors } from './redact-errors.ts';
import { createSwitchActivities } from './steps.ts';

/** @param waysAtOnce the most requests to users' addresses at a time; by default as many as for account mail */
export function createActivities(deps: ActivityDeps, waysAtOnce?: number) {
  return redactErrors({
    ...createSwitchActivities(deps),
    ...createMailActivities(deps, waysAtOnce),
    ...createReconcileActivities(deps),
    ...createFileActivities(deps),
  });
}

export type Activities = ReturnType<typeof createActivities>;
export { createMailer, type Mailer, type MailServer } from '../mail/smtp.ts';
export type { ActivityDeps } from './deps.ts';
export type { Look } from './look.ts';
export type { StepInput } from './now.ts';
