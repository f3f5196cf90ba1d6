/** The dependencies of activities. */
export type { MailDeps as ActivityDeps } from '../mail/deps.ts';
