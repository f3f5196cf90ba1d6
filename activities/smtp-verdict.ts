/**
 * What a mail server's no says about the mailbox (RFC 5321, RFC 3463).
 *
 * Only an answer that is about the mailbox itself is held against it: a wrong "permanent" would make a living owner
 * undeliverable, a wrong "temporary" only costs a month. What is about the sender, the connection, the content or
 * somebody's policy may be right again tomorrow, and is the same for every recipient.
 */
export interface Verdict {
  /** Whether the server answered about this mail's recipient or content. */
  answered: boolean;
  /** Whether it answered that this mailbox does not exist. */
  permanent: boolean;
}

/** Nobody there, nobody let in, or no turn: nothing was said of this mail. */
export const UNANSWERED: Verdict = { answered: false, permanent: false };

/** Replies that mean the mailbox where no enhanced code says more (RFC 5321, 4.2.2). */
const MAILBOX_REPLIES = [550, 551, 553];
/** Address codes that are about the sender: 5.1.7 and 5.1.8. */
const ABOUT_THE_SENDER = [7, 8];
/** Mailbox codes that say it is gone (5.2.0, 5.2.1): a full one may be emptied, a long mail is ours (5.2.2 to 5.2.4). */
const MAILBOX_GONE = [0, 1];
/** A bare 550 is also how servers refuse senders. Words are believed only where they speak for the mailbox. */
const ABOUT_US =
  /relay|authenti|sender|spam|polic|block|blacklist|denied|reputation|\b(spf|dkim|dmarc|rbl)\b/i;

/** @param error what the SMTP client threw: its `command`, `responseCode` and `response` */
export function verdictOf(error: unknown): Verdict {
  const {
    command,
    responseCode = 0,
    response = '',
  } = error as {
    command?: string;
    responseCode?: number;
    response?: string;
  };
  if ((command !== 'RCPT TO' && command !== 'DATA') || responseCode === 0) return UNANSWERED;
  const gone = responseCode >= 500 && isMailboxGone(command, responseCode, response);
  return { answered: true, permanent: gone };
}

function isMailboxGone(command: string, reply: number, response: string): boolean {
  const [, klass, subject, detail] = response.match(/^\d{3}[ -](\d)\.(\d{1,3})\.(\d{1,3})\b/) ?? [];
  if (klass === undefined)
    return command === 'RCPT TO' && MAILBOX_REPLIES.includes(reply) && !ABOUT_US.test(response);
  if (klass !== '5') return false;
  if (subject === '1') return !ABOUT_THE_SENDER.includes(Number(detail));
  return subject === '2' && MAILBOX_GONE.includes(Number(detail));
}
