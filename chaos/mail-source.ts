/** Reads the source of a mail. */
import { simpleParser } from 'mailparser';
import { buttonOf } from '../dev/mail-button.ts';

export type SourceKind =
  | 'verify_email'
  | 'password_reset'
  | 'successor_verification'
  | 'second_address'
  | 'contact_question'
  | 'reminder'
  | 'final_notice'
  | 'invitation'
  | 'access'
  | 'access_notice'
  | 'access_reminder'
  | 'handover_cancelled'
  | 'pause_reminder'
  | 'owner_alive'
  | 'rehearsal'
  | 'restored'
  | 'code'
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
  /** The token of its link; null if it has none. */
  token: string | null;
  /** Whether its link is marked as a rehearsal. */
  marked: boolean;
  /** Identifies this attempt if a relay reports the mail as returned; blank if it has none. */
  reference: string;
}

const SUBJECTS: readonly [SourceKind, RegExp][] = [
  ['verify_email', /^Confirm your email address/],
  ['password_reset', /^Reset your Vault Handover password$/],
  ['successor_verification', /^(?:You've been named as a successor|.* would like to leave you something$)/],
  [
    'second_address',
    /^(?:Please confirm your second address|.* would like us to reach you at this address too)$/,
  ],
  ['contact_question', / named you as a successor: is this still you\?$/],
  ['reminder', /^(?:Your check-in is due|Please log in) by .*, reminder (\d+) of (\d+)$/],
  ['final_notice', /^Final notice /],
  ['invitation', /^(?:Will you|Request (\d+): will you) accept (?:what|the handover from) /],
  ['access', /^(?:You can open what .* left to you until|Thank you for accepting the handover from) /],
  ['access_reminder', /^(?:Last reminder: your|Your) access to what .* left to you ends on /],
  ['access_notice', / opened what you left to them /],
  ['handover_cancelled', /^(?:The handover from .* has been cancelled|Good news: we've heard from .*)$/],
  ['pause_reminder', /^Your switch is paused until/],
  ['owner_alive', /^(?:One of your successors|Your successor) says you're alive/],
  ['rehearsal', /^Rehearsal: /],
  ['restored', /^Please check your account: /],
  ['code', /^Your code for /],
];

/** @param source one character for each byte */
export async function readMail(source: string): Promise<ReadMail> {
  const {
    subject = '',
    messageId = '',
    text = '',
    headers,
  } = await simpleParser(Buffer.from(source, 'latin1'), {
    skipHtmlToText: true,
    skipTextToHtml: true,
    skipImageLinks: true,
    skipTextLinks: true,
  });
  const [kind, pattern] = SUBJECTS.find(([, each]) => each.test(subject)) ?? ['other', /./];
  const [, n, of] = pattern.exec(subject) ?? [];
  const address = buttonOf(text)?.link;
  const link = address ? new URL(address).searchParams : null;
  return {
    messageId: /<([^@>]+)@/.exec(messageId)?.[1] ?? '',
    subject,
    kind,
    n: Number(n ?? (kind === 'invitation' ? 1 : 0)),
    of: Number(of ?? 0),
    token: link?.get('token') ?? null,
    marked: link?.has('rehearsal') ?? false,
    reference: String(headers.get('x-pm-metadata-return') ?? ''),
  };
}
