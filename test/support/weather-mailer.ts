/** The real way to the mail server, as far as a test's weather lets mails through; it remembers what went out. */
import { createMailer, type Mailer } from '../../activities/index.ts';
import { MailRefused, type OutgoingMail } from '../../activities/smtp.ts';
import { servers } from './servers.ts';

export interface MailWeather {
  /** No mail goes out. */
  mailDown: boolean;
  /** What the mail server says to which addresses: `SMTP 451`, `SMTP 550`. */
  refused: Map<string, string>;
}

/** @param sent gets every mail that the mail server took */
export function weatherMailer(weather: MailWeather, sent: OutgoingMail[]): Mailer {
  const { host, port } = servers.mail;
  const from = 'Vault Handover <vault@localhost>';
  const smtp = createMailer({ host, port, secure: false, user: '', password: '', from });
  return {
    ...smtp,
    async send(mail) {
      if (weather.mailDown) throw new MailRefused('ECONNREFUSED');
      const why = weather.refused.get(mail.to);
      if (why) throw new MailRefused(why);
      await smtp.send(mail);
      sent.push(mail);
    },
  };
}
