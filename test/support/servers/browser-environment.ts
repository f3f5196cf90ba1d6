/** A whole service with its page, for tests that play people in browsers. Days pass when a test says so. */
import { userOf } from '../builders/account.ts';
import { type CaughtMail, caughtMails, followMail } from '../clients/caught-mail.ts';
import { type RealDays, startRealDays } from './long-day-environment.ts';

export interface BrowserEnvironment {
  /** Where the page is. */
  origin: string;
  life: RealDays;
  /** Every mail to somebody so far, oldest first. */
  mailFor(address: string): Promise<CaughtMail[]>;
  /** Waits for a mail, and gives the link in the latest one. */
  followMail: typeof followMail;
  /** Lets days pass for one owner, and waits until everything that has fallen due is done. */
  passDays(ownerEmail: string, days: number): Promise<void>;
  close(): Promise<void>;
}

/** API and worker, in this process. @param env variables besides those of a life */
export async function startTown(env: Record<string, string> = {}): Promise<BrowserEnvironment> {
  const life = await startRealDays({ DEFAULT_PLAN: 'family', ...env });
  return {
    origin: life.origin,
    life,
    mailFor: caughtMails,
    followMail,
    async passDays(ownerEmail, days) {
      const { id } = await userOf(life, ownerEmail);
      await life.passDays(id, days);
      await life.rest();
    },
    close: () => life.close(),
  };
}
