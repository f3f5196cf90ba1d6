/** Reads the source of a mail (RFC 5322, RFC 2045), as far as our own mails need it. */
import { buttonOf } from '../dev/mail-button.ts';

export type SourceKind =
  | 'verify_email'
  | 'password_reset'
  | 'successor_verification'
  | 'reminder'
  | 'final_notice'
  | 'invitation'
  | 'access'
  | 'access_notice'
  | 'handover_cancelled'
  | 'pause_reminder'
  | 'owner_alive'
  | 'rehearsal'
  | 'restored'
  | 'other';

/** What a person would see in a mail. */
export interface ReadMail {
  /** The part of its `Message-ID` before the @. */
  messageId: string;
  subject: string;
  kind: SourceKind;
  /** Which reminder or request it is, and of how many; 0 for other mails. */
  n: number;
  of: number;
  /** Of its link; null when it has none. */
  token: string | null;
  /** Whether its link is marked as a rehearsal. */
  marked: boolean;
  /** By which a relay names this attempt if it reports the mail as returned; blank if it has none. */
  reference: string;
}

const SUBJECTS: readonly [SourceKind, RegExp][] = [
  ['verify_email', /^Confirm your email address/],
  ['password_reset', /^Reset your Vault Handover password$/],
  ['successor_verification', /^You've been named as a successor/],
  ['reminder', /^Reminder (\d+) of (\d+)/],
  ['final_notice', /^Final notice/],
  ['invitation', /^(?:Will you|Request (\d+): will you) accept (?:what|the handover from) /],
  ['access', /^(?:You can open what .* left to you until|Thank you for accepting the handover from) /],
  ['access_notice', / opened what you left to them /],
  ['handover_cancelled', /^(?:The handover from .* has been cancelled|Good news: we've heard from .*)$/],
  ['pause_reminder', /^Your switch is paused until/],
  ['owner_alive', /^(?:One of your successors|Your successor) says you're alive/],
  ['rehearsal', /^Rehearsal: /],
  ['restored', /^Please check your account: /],
];

const bytes = (text: string) => Buffer.from(text, 'latin1');

/** Quoted-printable (RFC 2045, 6.7). */
const unquoted = (text: string): string =>
  text
    .replace(/=\r\n/g, '')
    .replace(/=([\dA-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

const DECODE: Record<string, (body: string) => Buffer> = {
  base64: (body) => Buffer.from(body, 'base64'),
  'quoted-printable': (body) => bytes(unquoted(body)),
};

/** Decodes the words of a header that are not ASCII (RFC 2047). */
const decodedWords = (value: string): string =>
  value
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([BQ])\?([^?]*)\?=/gi, (_, how: string, text: string) =>
      how.toUpperCase() === 'B'
        ? Buffer.from(text, 'base64').toString('utf8')
        : bytes(unquoted(text.replaceAll('_', ' '))).toString('utf8'),
    );

interface MimePart {
  header(name: string): string;
  body: string;
}

function part(source: string): MimePart {
  const end = source.indexOf('\r\n\r\n');
  const head = source.slice(0, end).replace(/\r\n[ \t]+/g, ' ');
  return {
    header: (name) => new RegExp(`^${name}: *(.*)$`, 'im').exec(head)?.[1]?.trim() ?? '',
    body: source.slice(end + 4),
  };
}

/** The plain text of a mail, from whichever part has one. */
function plainText({ header, body }: MimePart): string | null {
  const type = header('Content-Type');
  const boundary = /boundary="?([^";]+)"?/i.exec(type)?.[1];
  if (boundary) {
    const parts = `\r\n${body}`.split(`\r\n--${boundary}`).slice(1, -1);
    for (const each of parts) {
      const text = plainText(part(each.replace(/^\r\n/, '')));
      if (text !== null) return text;
    }
    return null;
  }
  if (!/^text\/plain/i.test(type)) return null;
  const decode = DECODE[header('Content-Transfer-Encoding').toLowerCase()] ?? bytes;
  return decode(body).toString('utf8').replaceAll('\r\n', '\n');
}

export function readMail(source: string): ReadMail {
  const mail = part(source);
  const subject = decodedWords(mail.header('Subject'));
  const [kind, pattern] = SUBJECTS.find(([, each]) => each.test(subject)) ?? ['other', /./];
  const [, n, of] = pattern.exec(subject) ?? [];
  const address = buttonOf(plainText(mail) ?? '')?.link;
  const link = address ? new URL(address).searchParams : null;
  return {
    messageId: /<([^@>]+)@/.exec(mail.header('Message-ID'))?.[1] ?? '',
    subject,
    kind,
    n: Number(n ?? (kind === 'invitation' ? 1 : 0)),
    of: Number(of ?? 0),
    token: link?.get('token') ?? null,
    marked: link?.has('rehearsal') ?? false,
    reference: mail.header('X-PM-Metadata-return'),
  };
}
