/** What activities need from outside. */
export type { MailDeps as ActivityDeps } from '../mail/deps.ts';
