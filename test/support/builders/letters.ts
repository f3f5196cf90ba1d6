/** One of each mail, for tests that write or read them. */
import { DEFAULT_LOCALE, LANGUAGES, type Language, type Locale } from '../../../db/locale.ts';
import { letterOf, type MailKind } from '../../../mail/kind.ts';
import { KINDS, type MailKindName } from '../../../mail/kinds/index.ts';
import { type RenderedMail, render } from '../../../mail/layout/render.ts';

/** The facts that each kind writes its words from. */
export type LetterFacts = { [K in MailKindName]: Parameters<(typeof KINDS)[K]['words'][Language]>[0] };

export const LINK = 'https://vault.example/check-in?token=abc_DEF-123.sig&x=1';
export const OPT_OUT = 'https://vault.example/opt-out?token=opt_OUT-456';
export const STOP = 'https://vault.example/no-mail?token=stop_MAIL.789';
export const IP = '203.0.113.7';
export const AT = new Date('2026-11-21T14:05:09.123Z');

/** One of each mail, with every name in it. */
export function samples(name: string): LetterFacts {
  const toSuccessor = { successorName: name, ownerName: name, optOutLink: OPT_OUT };
  const reminder = {
    name,
    n: 2,
    of: 3,
    daysLeft: 13.5,
    deadline: AT,
    successors: 2,
    hasAsked: false,
    link: LINK,
    toLogIn: false,
  };
  const finalNotice = {
    name,
    graceEndsAt: AT,
    graceHours: 48,
    successors: 2,
    quorum: 2,
    hasAsked: false,
    opensAtOnce: false,
    hasDelay: true,
    link: LINK,
    toLogIn: false,
  };
  const change = { name, at: AT, device: { browser: name }, ipAddress: IP, link: LINK };
  return {
    verify_email: { link: LINK, at: AT, device: { browser: name } },
    account_exists: { name, link: LINK },
    password_reset: { name, link: LINK },
    second_factor_removal: { name, link: LINK },
    email_change: { link: LINK, stopLink: STOP },
    email_change_notice: { name, link: LINK },
    reminder,
    final_notice: finalNotice,
    channel_code: { code: '20914637', link: LINK, stopLink: STOP },
    channel_test: { name, link: LINK },
    channel_gone: { name, way: 'Phone', link: LINK },
    channel_reminder: reminder,
    channel_final_notice: finalNotice,
    pause_reminder: { name, at: AT, pausedUntil: AT, hasSuccessor: true, link: LINK },
    switch_off: { name, handoverCancelled: true, link: LINK },
    successor_verification: { ...toSuccessor, stage: 'named', link: LINK },
    successor_kit: { name, successorName: name, link: LINK },
    successor_opted_out: { name, successorName: name, link: LINK },
    successor_problem: {
      name,
      successorName: name,
      problem: 'mailbox',
      otherWorks: false,
      askedAt: AT,
      link: LINK,
    },
    successor_removed: { successorName: name, ownerName: name },
    owner_alive: { name, deadline: AT, successors: 2, link: LINK, toLogIn: false },
    owner_unreachable: {
      userId: '01900000-0000-7000-8000-000000000000',
      since: AT,
      code: { code: 'SMTP 550 5.1.1 EENVELOPE' },
      rule: 'gone',
    },
    invitation: {
      ...toSuccessor,
      n: 2,
      declined: true,
      isReleased: false,
      maySayAlive: true,
      leftSomething: true,
      link: LINK,
    },
    access: { ...toSuccessor, leftSomething: true, link: LINK, expiresAt: AT },
    access_reminder: { ...toSuccessor, n: 1, link: LINK, expiresAt: AT },
    rehearsal: { ...toSuccessor, link: LINK, expiresAt: AT },
    contact_question: { ...toSuccessor, hasKit: true, link: LINK },
    second_address: { successorName: name, ownerName: name, link: LINK, stopLink: STOP },
    handover_cancelled: { ...toSuccessor, reason: name, ownerIsBack: true, isSuccessor: true },
    access_notice: { name, successorName: name, at: AT, link: LINK },
    payment_failed: { name, link: LINK },
    security_change: {
      ...change,
      changes: { successor: 'moved', unrestricted: true, thresholdDaysBefore: 365, thresholdDays: 7 },
      successorName: name,
    },
    change_summary: {
      ...change,
      changes: [
        { changes: { successor: 'named', unrestricted: true }, successorName: name },
        { changes: { thresholdDaysBefore: 365, thresholdDays: 7 }, successorName: '' },
      ],
    },
    farewell: { name },
    restored: {
      name,
      isStandby: false,
      restoredAt: AT,
      knownUntil: AT,
      accountReturned: false,
      confirmed: [name, name],
      unconfirmed: [name],
      returned: [name],
      status: 'armed',
      pausedUntil: null,
      thresholdDays: 90,
      quorum: 2,
      countsFrom: AT,
      link: LINK,
    },
  };
}

/** A mail of a kind, with these facts. */
export const written = <K extends MailKindName>(
  kind: K,
  facts: LetterFacts[K],
  locale: Locale = DEFAULT_LOCALE,
): RenderedMail => render(letterOf(KINDS[kind] as MailKind<LetterFacts[K]>, facts, locale));

/** A reader of each language, in a time zone that is not UTC. */
export const READERS: readonly Locale[] = LANGUAGES.map((language) => ({
  language,
  timeZone: 'Europe/Berlin',
}));
