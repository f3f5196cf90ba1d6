/** Reads the mails in the mail catcher. */
import { buttonOf, type MailButton } from '../mail-button.ts';

export interface Mail {
  id: string;
  to: string;
  subject: string;
  /** When it was first seen, in milliseconds. MailDev only gives seconds. */
  at: number;
  /** Its button; null if it has none. */
  asks: MailButton | null;
  /** The whole mail. */
  source: string;
}

/** A mail as MailDev returns it. */
interface MailDevMail {
  id: string;
  subject: string;
  text: string;
  html: string;
  envelope: { to: { address: string }[] };
}

/** The mail catcher's mails, read repeatedly. */
export interface Mailbox {
  /** The mails since the last call, oldest first. */
  look(signal: AbortSignal): Promise<Mail[]>;
  /** Every mail so far. */
  readonly seen: readonly Mail[];
}

/** @param page where MailDev answers */
export function openMailbox(page: string): Mailbox {
  const seen = new Map<string, Mail>();
  return {
    get seen() {
      return [...seen.values()];
    },
    async look(signal) {
      const caught = (await (await fetch(`${page}/email`, { signal })).json()) as MailDevMail[];
      const at = Date.now();
      const fresh = caught
        .filter(({ id }) => !seen.has(id))
        .map((mail) => ({
          id: mail.id,
          to: mail.envelope.to[0]?.address ?? '',
          subject: mail.subject,
          at,
          asks: buttonOf(mail.text),
          source: JSON.stringify(mail),
        }));
      for (const mail of fresh) seen.set(mail.id, mail);
      return fresh;
    },
  };
}
