import { createHash } from 'node:crypto';
import type { ContactAnswer } from '../../db/entities/contact-question.ts';
import type { SuccessorRow } from '../../db/entities/successor.ts';
import { bounces } from '../../db/mail-problems.ts';
import type { EntityManager } from '../../db/orm.ts';
import { millisecondsOf as ms } from '../../db/prepared.ts';
import { notFound } from '../http/errors.ts';

/** The lowercase hex SHA-256 of the raw public key. Owner and successor compare it out of band, as six words. */
export const fingerprintOf = (publicKey: string): string =>
  createHash('sha256').update(Buffer.from(publicKey, 'base64')).digest('hex');

interface MailProblem {
  since: number;
  permanent: boolean;
}

/** A successor as `successorsWhere` finds them, with times in milliseconds. */
export interface FoundSuccessor {
  id: string;
  email: string;
  name: string;
  language: SuccessorRow['language'];
  timeZone: SuccessorRow['timeZone'];
  verifiedAt: number | null;
  secondEmail: string | null;
  secondVerifiedAt: number | null;
  optedOut: boolean;
  keyPinnedAt: number | null;
  handoverDelayDays: number;
  restrictToAssignedEntries: boolean;
  publicKey: string | null;
  publicKeySalt: string | null;
  ownerKey: string | null;
  encryptedShare: string | null;
  sharesStale: boolean;
  leftSomething: boolean;
  mailProblem: MailProblem | null;
  secondMailProblem: MailProblem | null;
  rehearsal: {
    requestedAt: number;
    mailAcceptedAt: number | null;
    response: 'accept' | 'decline' | 'owner_alive' | null;
    respondedAt: number | null;
    openedAt: number | null;
    expiresAt: number;
  } | null;
  contact: {
    askedAt: number | null;
    mailAcceptedAt: number | null;
    newEmail: string | null;
    answer: ContactAnswer | null;
    answeredAt: number | null;
    confirmedAt: number | null;
  } | null;
  createdAt: number;
}

const mailProblemAt = (address: Parameters<typeof bounces>[0]): string => `
  (select json_build_object('since', ${ms('min(m.refused_since)')}, 'permanent', bool_or(m.permanent_since is not null))
   from mail m where m.user_id = s.user_id and m.successor_id = s.id and ${bounces(address)} having count(*) > 0)`;

/** SQL that finds successors `s` as one JSON array, oldest first. */
export const successorsWhere = (condition: string): string => `
  select coalesce(json_agg(successor), '[]') as successors from (
    select s.id, s.email, s.name, s.language, s.time_zone as "timeZone", ${ms('s.verified_at')} as "verifiedAt",
      s.opted_out_at is not null as "optedOut", ${ms('s.key_pinned_at')} as "keyPinnedAt",
      s.handover_delay_days as "handoverDelayDays", s.restrict_to_assigned_entries as "restrictToAssignedEntries",
      s.public_key as "publicKey", s.public_key_salt as "publicKeySalt", s.owner_key as "ownerKey",
      s.encrypted_share as "encryptedShare", s.shares_stale as "sharesStale",
      case when s.restrict_to_assigned_entries
        then exists (select from assigned_entry a where a.successor_id = s.id and a.envelope is not null)
        else exists (select from vault_entry e where e.user_id = s.user_id) end as "leftSomething",
      ${mailProblemAt('s.email')} as "mailProblem",
      s.second_email as "secondEmail", ${ms('s.second_verified_at')} as "secondVerifiedAt",
      case when s.second_email is not null then ${mailProblemAt('s.second_email')} end as "secondMailProblem",
      (select json_build_object('requestedAt', ${ms('r.requested_at')}, 'mailAcceptedAt', ${ms('r.mail_accepted_at')},
         'response', r.response, 'respondedAt', ${ms('r.responded_at')}, 'openedAt', ${ms('r.opened_at')},
         'expiresAt', ${ms('r.expires_at')})
       from rehearsal r where r.successor_id = s.id) as rehearsal,
      (select json_build_object('askedAt', ${ms('c.asked_at')}, 'mailAcceptedAt', ${ms('c.mail_accepted_at')},
         'answer', c.answer, 'newEmail', c.new_email, 'answeredAt', ${ms('c.answered_at')}, 'confirmedAt', ${ms('c.confirmed_at')})
       from contact_question c where c.successor_id = s.id) as contact,
      ${ms('s.created_at')} as "createdAt"
    from successor s where ${condition} order by s.created_at, s.id
  ) successor`;

function iso(at: number): string;
function iso(at: number | null): string | null;
function iso(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}

const presentProblem = (problem: MailProblem | null) =>
  problem && { since: iso(problem.since), permanent: problem.permanent };

export const presentFound = ({ rehearsal, contact, ...found }: FoundSuccessor) => ({
  ...found,
  verified: found.verifiedAt !== null,
  verifiedAt: iso(found.verifiedAt),
  secondVerifiedAt: iso(found.secondVerifiedAt),
  keyPinnedAt: iso(found.keyPinnedAt),
  keyFingerprint: found.publicKey === null ? null : fingerprintOf(found.publicKey),
  mailProblem: presentProblem(found.mailProblem),
  secondMailProblem: presentProblem(found.secondMailProblem),
  rehearsal: rehearsal && {
    ...rehearsal,
    requestedAt: iso(rehearsal.requestedAt),
    mailAcceptedAt: iso(rehearsal.mailAcceptedAt),
    respondedAt: iso(rehearsal.respondedAt),
    openedAt: iso(rehearsal.openedAt),
    expiresAt: iso(rehearsal.expiresAt),
  },
  contact: contact && {
    ...contact,
    askedAt: iso(contact.askedAt),
    mailAcceptedAt: iso(contact.mailAcceptedAt),
    answeredAt: iso(contact.answeredAt),
    confirmedAt: iso(contact.confirmedAt),
  },
  createdAt: iso(found.createdAt),
});

async function find(em: EntityManager, condition: string, values: readonly string[]) {
  const [row] = await em.execute<{ successors: FoundSuccessor[] }[]>(successorsWhere(condition), values);
  return (row?.successors ?? []).map(presentFound);
}

/** All successors of an owner as that owner sees them, oldest first. */
export const presentSuccessors = (em: EntityManager, userId: string) => find(em, 's.user_id = ?', [userId]);

/**
 * One successor as their owner sees them.
 *
 * @throws Problem `not_found`, also for another owner's successor
 */
export async function presentSuccessor(em: EntityManager, userId: string, id: string) {
  const [successor] = await find(em, 's.user_id = ? and s.id = ?', [userId, id]);
  if (!successor) throw notFound('Successor');
  return successor;
}

/** A successor as they see themselves, with the data that their client needs besides the code of their kit. */
export const presentToThemselves = ({ id, name, publicKey, publicKeySalt, ownerKey }: SuccessorRow) => ({
  id,
  name,
  publicKey: publicKey ?? null,
  publicKeySalt: publicKeySalt ?? null,
  ownerKey: ownerKey ?? null,
});
