/** Writes a mail from the current rows, when it is about to be sent. */
import { LockMode } from '@mikro-orm/core';
import { type DueResult, whatIsDue } from '../db/due.ts';
import { Channel } from '../db/entities/channel.ts';
import type { MailRow } from '../db/entities/mail.ts';
import { Registration } from '../db/entities/registration.ts';
import { Successor } from '../db/entities/successor.ts';
import { User } from '../db/entities/user.ts';
import { DEFAULT_LOCALE, type Language, type Locale, localeIn } from '../db/locale.ts';
import type { EntityManager } from '../db/orm.ts';
import { mintToken, stopToken } from '../db/tokens.ts';
import type { MailDeps } from './deps.ts';
import { letterOf, type MailContext } from './kind.ts';
import { kindOf } from './kinds/index.ts';
import type { Letter } from './layout/letter.ts';
import { LINKS } from './links.ts';
import { hasOutlivedAccount } from './retry.ts';

/** The owner's name, language and time zone. */
type OwnerProfile = { name: string } & Locale;

/** Values that the caller has just read or stored, so that they needn't be read or stored again. */
export interface Prefetched {
  due?: DueResult;
  owner?: OwnerProfile;
  /** The token of the check-in link. */
  token?: string;
}

/** @returns null once the mail has become obsolete */
export async function writeMail(
  deps: MailDeps,
  em: EntityManager,
  mail: MailRow,
  now: Date,
  prefetched: Prefetched = {},
): Promise<Letter | null> {
  const kind = kindOf(mail);
  const owner = prefetched.owner ?? (await ownerOf(em, mail, now));
  if (owner === null) return null;
  const locale = localeIn((await readerOf(em, mail)) ?? owner);
  const about = { ...prefetched, ownerName: owner.name, language: locale.language };
  const write = async (own: EntityManager) => {
    const facts = await kind.facts(contextOf(deps, own, mail, now, about), mail);
    return facts === null ? null : letterOf(kind, facts, locale);
  };
  return kind.locks ? em.transactional(write) : write(em);
}

/** Null once the account is gone and its last mails are no longer worth sending. */
async function ownerOf(em: EntityManager, mail: MailRow, now: Date): Promise<OwnerProfile | null> {
  const owner = await em.findOne(User, { id: mail.userId }, { refresh: true });
  if (owner) return { name: owner.name, ...localeIn(owner) };
  const kept = mail.data.ownerName;
  return kept === undefined || hasOutlivedAccount(mail, now)
    ? null
    : { name: String(kept), ...localeIn(mail.data) };
}

/** The row with the reader's language and time zone; null if the owner's applies. */
async function readerOf(
  em: EntityManager,
  { kind, recipient, successorId, data }: MailRow,
): Promise<Partial<Record<keyof Locale, unknown>> | null> {
  if (successorId) {
    const successor = await em.findOne(Successor, { id: successorId }, { refresh: true });
    // The mail's row keeps what it needs of a successor who was removed.
    return successor ?? (data.language === undefined ? null : data);
  }
  if (data.registrationId) {
    return em.findOne(Registration, { id: String(data.registrationId) }, { refresh: true });
  }
  if (kind === 'owner_unreachable') {
    // An operator may have an account of their own.
    const account = { email: recipient.toLowerCase(), emailVerifiedAt: { $ne: null } };
    return (await em.findOne(User, account, { refresh: true })) ?? DEFAULT_LOCALE;
  }
  return null;
}

function contextOf(
  deps: MailDeps,
  em: EntityManager,
  mail: MailRow,
  now: Date,
  prefetched: Prefetched & { ownerName: string; language: Language },
): MailContext {
  const { rules, tokenSigner, frontendUrl } = deps;
  const logInLink = `${frontendUrl}/log-in?lang=${prefetched.language}`;
  const link: MailContext['link'] = async (purpose, options) => {
    const { page, livesMs } = LINKS[purpose];
    const at = (token: string) => `${frontendUrl}/${page}?token=${token}&lang=${prefetched.language}`;
    if (purpose === 'check_in' && prefetched.token !== undefined) return at(prefetched.token);
    const lives = livesMs === null ? null : new Date(now.getTime() + livesMs);
    const { userId, successorId, handoverId, epoch, data } = mail;
    const request = {
      purpose,
      userId,
      successorId: successorId ?? null,
      handoverId: handoverId ?? null,
      epoch: epoch ?? null,
      registrationId: data.registrationId ? String(data.registrationId) : null,
      channelId: mail.channelId ?? null,
      toSecond: data.toSecond === true,
      expiresAt: options?.expiresAt ?? lives,
    };
    return at(await mintToken(em, tokenSigner, request, now));
  };
  return {
    em,
    now,
    rules,
    frontendUrl,
    ownerName: prefetched.ownerName,
    owner: () =>
      em.findOne(User, { id: mail.userId }, { refresh: true, lockMode: LockMode.PESSIMISTIC_READ }),
    async successor() {
      if (!mail.successorId) return null;
      const locking = em.isInTransaction() ? { lockMode: LockMode.PESSIMISTIC_READ } : {};
      const successor = await em.findOne(Successor, { id: mail.successorId }, { refresh: true, ...locking });
      // The mail that asks to confirm a second address goes there before it is confirmed.
      const confirmed = successor?.secondVerifiedAt || mail.kind === 'second_address';
      const second = confirmed ? successor?.secondEmail : null;
      const address = mail.data.toSecond ? second : successor?.email;
      return successor && !successor.optedOutAt && address === mail.recipient ? successor : null;
    },
    channel: async () =>
      mail.channelId ? em.findOne(Channel, { id: mail.channelId }, { refresh: true }) : null,
    codeOf: ({ id, codeRound }) => deps.channelSecrets.code(id, codeRound),
    due: async () => prefetched.due ?? whatIsDue(deps, em, { userId: mail.userId }),
    link,
    stopLink: (mailbox) =>
      `${frontendUrl}/no-mail?token=${stopToken(tokenSigner, mailbox)}&lang=${prefetched.language}`,
    logInLink,
    async signOfLifeLink({ checkInByLink }) {
      return { link: checkInByLink ? await link('check_in') : logInLink, toLogIn: !checkInByLink };
    },
  };
}
