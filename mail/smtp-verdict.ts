/**
 * What a mail server's refusal says about the mailbox (RFC 5321, RFC 3463).
 *
 * Only an answer about the mailbox itself is held against it. A wrong `gone` would make a living owner undeliverable,
 * while a wrong `blocked` only makes a switch wait for its operator. A problem with us as the sender (policy,
 * reputation, rate, authentication, content) may be over tomorrow, and says nothing about whether anyone reads the
 * mailbox.
 */
import type { RefusalReason } from '../switch/dead-mailbox.ts';

/** A refusal in the server's own words, from an SMTP session or from a report about returned mail (RFC 3464). */
export interface RefusalReply {
  /** The reply with its codes, such as `550 5.1.1 no such user`, or a report's Diagnostic-Code. */
  text: string;
  /** A report's Status field. It is used if the text has no enhanced code of its own. */
  status?: string;
  /** Whether the server refused the recipient rather than the content. A report doesn't say, so it is false there. */
  ofRecipient: boolean;
  /** Why the mailbox itself last refused a mail (`lastAnswer` in dead-mailbox.ts). */
  lastAnswer?: RefusalReason;
}

export interface Verdict {
  /** Null if the server said nothing about this mail's recipient or content. */
  reason: RefusalReason | null;
  /** Whether a provider didn't ask the mailbox, because the address is on its own list (`lastAnswer`). */
  suppressed?: boolean;
  /** Whether the mail certainly wasn't sent: the server refused some part of it, or was never reached. */
  unsent: boolean;
  /** Whether the server asked us to slow down. That is about all mails, so `reason` is null. */
  throttled?: boolean;
  /** Whether there is no encrypted connection: the server has no TLS, or its certificate isn't valid. */
  withoutTls?: boolean;
  /** Whether that is because a certificate has expired. */
  certificateExpired?: boolean;
}

/** No connection, no log-in or no turn: the server said nothing about this mail. */
export const UNANSWERED: Verdict = { reason: null, unsent: false };
/** The code of a mail that got no connection. */
export const BUSY = 'busy';
/** System calls that fail before there is a connection. */
const BEFORE_CONNECTING = ['connect', 'getaddrinfo'];

/** Replies that are about the mailbox, unless an enhanced code says otherwise (RFC 5321, 4.2.2). */
const MAILBOX_REPLIES = ['550', '551', '553'];
/** Enhanced codes about the sender's address: 5.1.7 and 5.1.8. */
const SENDERS_ADDRESS = ['7', '8'];
/** Mailbox codes that say it is gone: 5.2.0 and 5.2.1. */
const MAILBOX_GONE = ['0', '1'];

/**
 * Words about us or about how we send. Servers use any code to block a sender, even the one for a mailbox that doesn't
 * exist, so these words outweigh every code but that of a full mailbox.
 */
const ABOUT_US = new RegExp(
  [
    // Who we are, and whether we may send at all.
    'relay(?! recipient table)|authenti|authori[sz]|sender|spoof|banned|block|blacklist|denied|prohibit|polic(y|ies)',
    'reputation|complain|abus|suspicious|security|verification failed|reverse (dns|name)',
    '\\b(ip|ptr|spf|dkim|dmarc|rbl|dnsbl|helo|ehlo|tls)\\b',
    // What we send.
    'spam|junk|unsolicited|bulk|virus|malware|phish|content|message size',
    // How much, and how fast.
    'too (many|much|fast|quickly)|\\brate\\b|limit|thrott|slow down|volume|unusual|gr[ea]y-?list|deferred|server busy',
  ].join('|'),
  'i',
);
/** Exchange Online about a mailbox that isn't in its directory (5.4.1). About senders it says 5.7.x. */
const NOT_IN_DIRECTORY = /recipient address rejected: access denied/i;
/**
 * Words of a provider that didn't ask the mailbox, because the address is on a list of its own: after a bounce, or after
 * a complaint, which a living owner's mail program can make by itself.
 */
const SUPPRESSED = /suppress|marked as inactive/i;
const FULL = /quota|storage|\bfull\b/i;
const NO_DOMAIN = /(host|domain)( or domain)?( name)? not found|name service error|null ?mx/i;
const UNAVAILABLE = /mailbox (is )?unavailable/i;
/** Words that contradict a permanent code. */
const FOR_NOW = /tempor|try again|later|verif|message (was )?reject/i;
/** Words for a mailbox that doesn't exist, from servers whose code doesn't say so. */
const NO_MAILBOX =
  /no such (user|mailbox|recipient|person|address)|(user|recipient|mailbox|account)( is)? (unknown|not found|disabled|inactive)|(unknown|invalid) (user|recipient|mailbox)|(does not|doesn['’]t) (exist|have an? \S+ account)/i;
/**
 * English words with which a reply about the mailbox (550) says that there is none. The same reply is also used for a
 * full mailbox and for a block, and in another language we can't tell which it is.
 */
const MAILBOX = /\b(user|mailbox|recipient|address|account)\b/i;
const NONE =
  /\b(not|unknown|unavailable|unrout\w+|undeliverable|invalid|inactive|deactivated|non-?existent|no longer|incorrect|bad|disabled|rejected|no (user|mailbox|recipient|address|account))\b/i;
const WORDLESS = /^\P{L}*$/u;
/** Addresses and links in the reply, whose words are not the server's. */
const QUOTED = /@|:\/\//;
/** How much of a reply is read: a few lines of the greatest length that SMTP allows (RFC 5321, 4.5.3.1.5). */
const LONGEST_REPLY = 2_000;

/** The reply code and the enhanced code at the beginning of a reply. */
const CODES = /^\s*(?:smtp\s*;\s*)?(\d{3})?[ -]?\s*#?(?:([245])\.(\d{1,3})\.(\d{1,3})\b)?/i;
const STATUS = /^\s*([245])\.(\d{1,3})\.(\d{1,3})\b/;

/**
 * The server's own words. It looks at each word once, because anyone can send us a report, and a single pattern for
 * words that contain an address takes quadratic time: more than half an hour for a word of a megabyte.
 */
const wordsOf = (reply: string): string =>
  reply.slice(0, LONGEST_REPLY).replace(/\S+/g, (word) => (QUOTED.test(word) ? '' : word));

/** Whether a provider refused to send to an address on its own list. */
export const isSuppressed = (text: string): boolean => SUPPRESSED.test(wordsOf(text));

/** Why a mail was refused, for a reply in an SMTP session as well as for a report about returned mail. */
export function refusalReason(refusal: RefusalReply): RefusalReason {
  const { text, status = '', ofRecipient, lastAnswer = 'blocked' } = refusal;
  if (isSuppressed(text)) return lastAnswer;
  const [, reply = '', ...own] = text.match(CODES) ?? [];
  const enhanced = own[0] === undefined ? status.match(STATUS)?.slice(1) : own;
  const [klass = reply.slice(0, 1), subject = '0', detail = '0'] = enhanced ?? [];
  const permanent = klass === '5' && !reply.startsWith('4');
  const words = wordsOf(text);
  const forGood = permanent && !FOR_NOW.test(words) && !FULL.test(words);
  if (subject === '7') return 'blocked';
  if (subject === '2' && detail === '2') return 'unavailable';
  if (subject === '4' && NOT_IN_DIRECTORY.test(words)) return 'unavailable';
  if (ABOUT_US.test(words)) return 'blocked';
  switch (subject) {
    case '1':
      if (SENDERS_ADDRESS.includes(detail)) return 'blocked';
      // 5.1.0 doesn't say whose address it means.
      if (detail === '0') return 'unclear';
      if (permanent) return forGood ? 'gone' : 'unclear';
      return 'unavailable';
    case '2':
      // The length of a mail: 5.2.3.
      if (detail === '3') return 'blocked';
      if (forGood && MAILBOX_GONE.includes(detail)) return 'gone';
      break;
    case '6':
      return 'blocked';
  }
  if (forGood && subject !== '2' && NO_MAILBOX.test(words)) return 'gone';
  if (forGood && ofRecipient && !enhanced && MAILBOX_REPLIES.includes(reply)) {
    return WORDLESS.test(words) || (MAILBOX.test(words) && NONE.test(words)) ? 'gone' : 'unavailable';
  }
  if (FULL.test(words) || NO_DOMAIN.test(words)) return 'unavailable';
  if (permanent && UNAVAILABLE.test(words)) return 'unavailable';
  // "Unable to route", and a mailbox that is disabled.
  if ((subject === '4' && detail === '4') || (subject === '2' && detail === '1')) return 'unavailable';
  return subject === '5' ? 'blocked' : 'unclear';
}

/** Temporary replies that may mean that we send too much (RFC 5321, 4.2.2). */
const SLOW_DOWN_REPLIES = [421, 450, 451, 452, 454];
const SLOW_DOWN =
  /too (many|much|fast|quickly|busy)|\brate\b|rate-?limit|thrott|slow down|limit|volume|server busy/i;
const GREYLISTED = /gr[ea]y-?list/i;

/**
 * Whether a server asks us to send less in general, rather than to leave this recipient alone for a while.
 *
 * @param ofMail whether it already knows the recipient
 */
function isThrottled(reply: number, response: string, ofMail: boolean): boolean {
  if (!SLOW_DOWN_REPLIES.includes(reply) || GREYLISTED.test(response)) return false;
  const words = wordsOf(response);
  const subject = response.match(/^\d{3}[ -]4\.([357])\.\d{1,3}\b/)?.[1];
  if (ofMail) return (subject !== undefined || reply === 421) && SLOW_DOWN.test(words);
  return SLOW_DOWN.test(words) || /try again later/i.test(words) || (reply === 421 && subject === '7');
}

/** The parts we read of the SMTP client's errors. */
interface SmtpError {
  code?: string;
  /** The code of Node's error, if that is what went wrong. */
  originalCode?: string;
  command?: string;
  responseCode?: number;
  response?: string;
  syscall?: string;
}

/** A broken connection is a failed system call or a reset. Any other error of a socket is about TLS. */
const isAboutTls = ({ code, originalCode, syscall }: SmtpError): boolean =>
  code === 'ETLS' ||
  (code === 'ESOCKET' &&
    syscall === undefined &&
    originalCode !== undefined &&
    originalCode !== 'ECONNRESET');

/** @param error what the SMTP client threw */
export function verdictOf(error: unknown): Verdict {
  const { command, responseCode = 0, response = '', syscall = '' } = error as SmtpError;
  const unsent = responseCode >= 400 || BEFORE_CONNECTING.includes(syscall);
  if (isAboutTls(error as SmtpError)) {
    const certificateExpired = (error as SmtpError).originalCode === 'CERT_HAS_EXPIRED';
    return { ...UNANSWERED, unsent, withoutTls: true, certificateExpired };
  }
  const ofMail = command === 'RCPT TO' || command === 'DATA';
  if (isThrottled(responseCode, response, ofMail)) return { ...UNANSWERED, unsent, throttled: true };
  if (!ofMail || responseCode === 0) return { ...UNANSWERED, unsent };
  const reason = refusalReason({ text: response, ofRecipient: command === 'RCPT TO' });
  return { reason, unsent, suppressed: isSuppressed(response) };
}
