/** A whole service with its web app, for tests in browsers. Days pass when a test says so. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { userOf } from '../builders/account.ts';
import { type CaughtMail, caughtMails, followMail } from '../clients/caught-mail.ts';
import { use } from '../use.ts';
import { type LongDayEnvironment, startLongDayEnvironment } from './long-day-environment.ts';

export interface BrowserEnvironment extends LongDayEnvironment {
  /** Every mail to an address so far, oldest first. */
  mailFor(address: string): Promise<CaughtMail[]>;
  /** Waits for a mail, and returns the link in the latest one. */
  followMail: typeof followMail;
  /** Lets days pass for one owner, and waits until everything that has fallen due is done. */
  passOwnerDays(email: string, days: number): Promise<void>;
}

/** API and worker, in this process. @param env variables besides those that the environment sets */
async function startBrowserEnvironment(env: Record<string, string> = {}): Promise<BrowserEnvironment> {
  const files = await mkdtemp(join(tmpdir(), 'stored-'));
  const environment = await startLongDayEnvironment({ DEFAULT_PLAN: 'family', FILES_DIR: files, ...env });
  const { close } = environment;
  return Object.assign(environment, {
    async close() {
      await close();
      await rm(files, { recursive: true });
    },
    mailFor: caughtMails,
    followMail,
    async passOwnerDays(email: string, days: number) {
      const { id } = await userOf(environment, email);
      await environment.passDays(id, days);
      await environment.rest();
    },
  });
}

/** An environment for all tests of a file. */
export const useBrowserEnvironment = (env?: Record<string, string>): Promise<BrowserEnvironment> =>
  use(() => startBrowserEnvironment(env));
