/** Writes a mail from the rows as they are at the moment of sending. */
import { LockMode } from '@mikro-orm/core';
import { type Due, whatIsDue } from '../db/due.ts';
import type { MailRow } from '../db/entities/mail.ts';
import { Successor } from '../db/entities/successor.ts';
import { User } from '../db/entities/user.ts';
import type { EntityManager } from '../db/orm.ts';
import { mintToken } from '../db/tokens.ts';
import type { MailDeps } from './deps.ts';
import type { MailContext } from './kind.ts';
import { kindOf } from './kinds/index.ts';
import type { Letter } from './layout/letter.ts';
import { LINKS } from './links.ts';

/** What a caller has just read or stored, so that it is not read or stored again. */
export interface Known {
  due?: Due;
  ownerName?: string;
  /** Of the check-in link. */
  token?: string;
}

const DAY_MS = 86_400_000;
/** How long the last mails of a deleted account are tried: a mailbox that takes none must not keep its address here. */
const LAST_MAILS_MS = 30 * DAY_MS;

/** @returns null once the mail has lost its point */
export async function writeMail(
  deps: MailDeps,
  em: EntityManager,
  mail: MailRow,
  now: Date,
  known: Known = {},
): Promise<Letter | null> {
  const kind = kindOf(mail);
  const ownerName = known.ownerName ?? (await nameOf(em, mail, now));
  if (ownerName === null) return null;
  const write = async (own: EntityManager) => {
    const facts = await kind.facts(contextOf(deps, own, mail, now, { ...known, ownerName }), mail);
    return facts === null ? null : kind.words(facts);
  };
  return kind.locks ? em.transactional(write) : write(em);
}

/** The owner's name; null once the account is gone and nobody needs to hear of it any more. */
async function nameOf(em: EntityManager, mail: MailRow, now: Date): Promise<string | null> {
  const owner = await em.findOne(User, { id: mail.userId }, { refresh: true });
  if (owner) return owner.name;
  const kept = mail.data.ownerName;
  const tooLate = now.getTime() - mail.createdAt.getTime() > LAST_MAILS_MS;
  return kept === undefined || tooLate ? null : String(kept);
}

function contextOf(
  deps: MailDeps,
  em: EntityManager,
  mail: MailRow,
  now: Date,
  known: Known & { ownerName: string },
): MailContext {
  const { rules, seal, frontendUrl } = deps;
  return {
    em,
    now,
    rules,
    frontendUrl,
    ownerName: known.ownerName,
    owner: () =>
      em.findOne(User, { id: mail.userId }, { refresh: true, lockMode: LockMode.PESSIMISTIC_READ }),
    async successor() {
      if (!mail.successorId) return null;
      const successor = await em.findOne(Successor, { id: mail.successorId }, { refresh: true });
      return successor && !successor.optedOutAt && successor.email === mail.recipient ? successor : null;
    },
    due: async () => known.due ?? whatIsDue(deps, em, { userId: mail.userId }),
    async link(purpose, options) {
      const { page, livesMs } = LINKS[purpose];
      const at = (token: string) => `${frontendUrl}/${page}?token=${token}`;
      if (purpose === 'check_in' && known.token !== undefined) return at(known.token);
      const lives = livesMs === null ? null : new Date(now.getTime() + livesMs);
      const { userId, successorId, handoverId, epoch, data } = mail;
      const request = {
        purpose,
        userId,
        successorId: successorId ?? null,
        handoverId: handoverId ?? null,
        epoch: epoch ?? null,
        registrationId: data.registrationId ? String(data.registrationId) : null,
        expiresAt: options?.expiresAt ?? lives,
      };
      return at(await mintToken(em, seal, request, now));
    },
  };
}
