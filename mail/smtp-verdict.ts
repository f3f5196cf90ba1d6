/**
 * What a mail server's refusal says about the mailbox (RFC 5321, RFC 3463).
 *
 * Only an answer about the mailbox itself counts against it: a wrong "permanent" would make a living owner
 * undeliverable, while a wrong "temporary" only costs a month. Trouble with the sender, the connection, the content or
 * a policy may be over tomorrow, and concerns every recipient alike.
 */
export interface Verdict {
  /** Whether the server answered about this mail's recipient or content. */
  answered: boolean;
  /** Whether it answered that this mailbox does not exist. */
  permanent: boolean;
  /** Whether the mail surely went nowhere: the server refused some part of it, or was never reached. */
  unsent: boolean;
}

/** No connection, no login or no turn: the server said nothing about this mail. */
export const UNANSWERED: Verdict = { answered: false, permanent: false, unsent: false };
/** System calls that fail before there is a connection. */
const BEFORE_CONNECTING = ['connect', 'getaddrinfo'];

/** Replies that mean the mailbox where no enhanced code says more (RFC 5321, 4.2.2). */
const MAILBOX_REPLIES = [550, 551, 553];
/** Address codes that are about the sender, 5.1.7 and 5.1.8, or do not say whose address they mean, 5.1.0. */
const ABOUT_THE_SENDER = [0, 7, 8];
/** Mailbox codes that say it is gone (5.2.0, 5.2.1). The others mean a full mailbox or too long a mail. */
const MAILBOX_GONE = [0, 1];
/**
 * Servers use every code for senders they block, too, and for mailboxes that are full, flooded or could not be looked
 * up. None of that lasts, and anybody can cause some of it. A code counts only if no word speaks against it.
 */
const NOT_FOR_GOOD =
  /relay(?! recipient table)|authenti|sender|spam|polic|block|denied|reputation|quota|too many|tempor|try again|verif|\b(full|rate|ip|ptr|spf|dkim|dmarc|rbl)\b/i;
/** Addresses and links in the reply, whose words are not the server's. */
const QUOTED = /\S*(?:@|:\/\/)\S*/g;

/** @param error what the SMTP client threw: its `command`, `responseCode`, `response` and `syscall` */
export function verdictOf(error: unknown): Verdict {
  const {
    command,
    responseCode = 0,
    response = '',
    syscall = '',
  } = error as {
    command?: string;
    responseCode?: number;
    response?: string;
    syscall?: string;
  };
  const unsent = responseCode >= 400 || BEFORE_CONNECTING.includes(syscall);
  if ((command !== 'RCPT TO' && command !== 'DATA') || responseCode === 0) return { ...UNANSWERED, unsent };
  const gone = responseCode >= 500 && isMailboxGone(command, responseCode, response);
  return { answered: true, permanent: gone, unsent };
}

function isMailboxGone(command: string, reply: number, response: string): boolean {
  if (NOT_FOR_GOOD.test(response.replace(QUOTED, ''))) return false;
  const [, klass, subject, detail] = response.match(/^\d{3}[ -](\d)\.(\d{1,3})\.(\d{1,3})\b/) ?? [];
  if (klass === undefined) return command === 'RCPT TO' && MAILBOX_REPLIES.includes(reply);
  if (klass !== '5') return false;
  if (subject === '1') return !ABOUT_THE_SENDER.includes(Number(detail));
  return subject === '2' && MAILBOX_GONE.includes(Number(detail));
}
