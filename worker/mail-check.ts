/** Checks whether the mail server can be used, and remembers why not. */
import type { Logger } from 'pino';
import type { MailProblem } from '../db/entities/worker-status.ts';
import { type Mailer, MailRefused } from '../mail/smtp.ts';

const PROBLEMS: Record<MailProblem, string> = {
  certificate_expired:
    'the certificate of the mail server has expired, so nothing is sent to it and mails stay queued: its operator has to renew it',
  no_tls:
    'the mail server offers no TLS with a valid certificate, so nothing is sent to it and mails stay queued: enable STARTTLS, set SMTP_SECURE=true if it speaks TLS from the first byte, or set SMTP_REQUIRE_TLS=false if it is on this machine or a network of your own',
};

function problemIn(error: unknown): MailProblem | null {
  if (!(error instanceof MailRefused) || !error.withoutTls) return null;
  return error.certificateExpired ? 'certificate_expired' : 'no_tls';
}

export interface MailCheck {
  /** Resolves if the mail server can be used. @throws otherwise */
  check(): Promise<void>;
  /** The problem that the last check found and an operator has to fix. */
  problem(): MailProblem | null;
  /** Until when the mail server's certificate is valid; a moment in the past if it has expired, null if none was seen. */
  certificateUntil(): Date | null;
}

/** @param mailer null if no mail server is configured */
export function mailCheck(mailer: Pick<Mailer, 'probe' | 'certificateUntil'> | null, log: Logger): MailCheck {
  let problem: MailProblem | null = null;
  /** An expired certificate is refused before its dates are seen. */
  let expiredSince: Date | null = null;
  return {
    async check() {
      if (!mailer) throw new Error('no mail server is configured');
      try {
        await mailer.probe();
        problem = null;
        expiredSince = null;
      } catch (error) {
        const found = problemIn(error);
        if (found !== null && problem !== found) log.error(PROBLEMS[found]);
        problem = found;
        expiredSince = found === 'certificate_expired' ? (expiredSince ?? new Date()) : null;
        throw error;
      }
    },
    problem: () => problem,
    certificateUntil: () => expiredSince ?? mailer?.certificateUntil() ?? null,
  };
}
