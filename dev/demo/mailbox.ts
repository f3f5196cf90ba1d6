/** Reads the mails that were caught, as a person would. */

export interface Mail {
  id: string;
  to: string;
  subject: string;
  /** When it was first seen, in milliseconds. MailDev itself gives only seconds. */
  at: number;
  /** The label of its button, and its link. Null when it has none. */
  asks: { label: string; link: string } | null;
  /** Everything that was sent. */
  source: string;
}

/** A mail as MailDev returns it. */
interface CaughtMail {
  id: string;
  subject: string;
  text: string;
  html: string;
  envelope: { to: { address: string }[] };
}

/** The button comes first, below the heading: a label with a colon, then the link. */
export function asked(text: string): Mail['asks'] {
  const [, label, link] = /^[^\n]+\n\n([^\n]+):\n(https?:\/\/\S+)\n/.exec(text) ?? [];
  return label && link ? { label, link } : null;
}

/** The mail catcher's mails, for a reader who looks again and again. */
export interface Mailbox {
  /** The mails that have come since the last look, oldest first. */
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
