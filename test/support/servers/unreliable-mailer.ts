/** The real connection to the mail server, as far as a test's outages let mails through. It remembers what went out. */
import { createMailer, type Mailer } from '../../../activities/index.ts';
import { MailRefused, type OutgoingMail } from '../../../mail/smtp.ts';
import { servers } from './shared-servers.ts';

export interface MailFaults {
  /** No mail goes out. */
  mailDown: boolean;
  /** Addresses that the mail server refuses for now. */
  refused: Set<string>;
  /** Addresses that it calls unknown mailboxes. */
  refusedForGood: Set<string>;
}

/** @param sent gets every mail that the mail server accepted */
export function unreliableMailer(faults: MailFaults, sent: OutgoingMail[]): Mailer {
  const { host, port } = servers.mail;
  const from = 'Vault Handover <vault@localhost>';
  const smtp = createMailer({ host, port, secure: false, user: '', password: '', from });
  return {
    ...smtp,
    async send(mail) {
      if (faults.mailDown) throw new MailRefused('ECONNREFUSED');
      if (faults.refusedForGood.has(mail.to))
        throw new MailRefused('SMTP 550', { reason: 'gone', unsent: true });
      if (faults.refused.has(mail.to)) throw new MailRefused('SMTP 451', { reason: 'unclear', unsent: true });
      await smtp.send(mail);
      sent.push(mail);
    },
  };
}
