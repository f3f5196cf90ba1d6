/** Checks whether the mail server can be used, and remembers why not. */
import type { Logger } from 'pino';
import type { MailProblem } from '../db/entities/worker-status.ts';
import { type Mailer, MailRefused } from '../mail/smtp.ts';

const WITHOUT_TLS =
  'the mail server offers no TLS with a valid certificate, so nothing is sent to it and mails stay queued: enable STARTTLS, set SMTP_SECURE=true if it speaks TLS from the first byte, or set SMTP_REQUIRE_TLS=false if it is on this machine or a network of your own';

export interface MailCheck {
  /** Resolves if the mail server can be used. @throws otherwise */
  check(): Promise<void>;
  /** The problem that the last check found and an operator has to fix. */
  problem(): MailProblem | null;
}

/** @param mailer null if no mail server is configured */
export function mailCheck(mailer: Pick<Mailer, 'probe'> | null, log: Logger): MailCheck {
  let problem: MailProblem | null = null;
  return {
    async check() {
      if (!mailer) throw new Error('no mail server is configured');
      try {
        await mailer.probe();
        problem = null;
      } catch (error) {
        const found = error instanceof MailRefused && error.withoutTls ? 'no_tls' : null;
        if (found !== null && problem === null) log.error(WITHOUT_TLS);
        problem = found;
        throw error;
      }
    },
    problem: () => problem,
  };
}
