/** The mails that the catcher caught, read as a person reads them. */

export interface Mail {
  id: string;
  to: string;
  subject: string;
  /** When it was first seen, in milliseconds; MailDev itself only tells the second. */
  at: number;
  /** What its button says, and where that leads; null where nothing is asked. */
  asks: { label: string; link: string } | null;
  /** Everything that was sent, to be searched. */
  source: string;
}

/** A mail as MailDev tells it. */
interface CaughtMail {
  id: string;
  subject: string;
  text: string;
  html: string;
  envelope: { to: { address: string }[] };
}

/** The one thing to do stands first, below the heading: a label with a colon, then the link. */
export function asked(text: string): Mail['asks'] {
  const [, label, link] = /^[^\n]+\n\n([^\n]+):\n(https?:\/\/\S+)\n/.exec(text) ?? [];
  return label && link ? { label, link } : null;
}

/** Reads a mail catcher's new mails, as somebody who looks again and again. */
export interface Mailbox {
  /** The mails that have come since the last look, in the order in which they came. */
  look(signal: AbortSignal): Promise<Mail[]>;
  /** All that were seen. */
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
      const caught = (await (await fetch(`${page}/email`, { signal })).json()) as CaughtMail[];
      const at = Date.now();
      const fresh = caught
        .filter(({ id }) => !seen.has(id))
        .map((mail) => ({
          id: mail.id,
          to: mail.envelope.to[0]?.address ?? '',
          subject: mail.subject,
          at,
          asks: asked(mail.text),
          source: JSON.stringify(mail),
        }));
      for (const mail of fresh) seen.set(mail.id, mail);
      return fresh;
    },
  };
}
