/** What a successor reads after the release. */

import { recordActivity } from '../../../db/activity-log.ts';
import { Handover } from '../../../db/entities/handover.ts';
import { Invitee, type InviteeRow } from '../../../db/entities/invitee.ts';
import { Successor, type SuccessorRow } from '../../../db/entities/successor.ts';
import { User, type UserRow } from '../../../db/entities/user.ts';
import { queueMail } from '../../../db/mail.ts';
import type { EntityManager } from '../../../db/orm.ts';
import { findToken, tokenExpired } from '../../../db/tokens.ts';
import type { ApiDeps } from '../../deps.ts';
import { Problem } from '../../errors.ts';
import { route } from '../../route.ts';
import { tokenQuery } from '../../schemas.ts';
import { readRehearsal } from './rehearsal.ts';
import { SuccessorAccess } from './schema.ts';

/** The entries a successor may read, with the envelope that is sealed to them. Byte for byte as they were stored. */
function readableEntries(em: EntityManager, { id, userId, restrictToAssignedEntries }: SuccessorRow) {
  return em.execute<{ createdAt: Date; updatedAt: Date }[]>(
    `select e.id, e.encrypted_data as "encryptedData", e.iv, e.salt, e.algorithm, e.category, e.tags, e.version,
       e.created_at as "createdAt", e.updated_at as "updatedAt", a.envelope
     from vault_entry e
     left join assigned_entry a on a.user_id = e.user_id and a.entry_id = e.id and a.successor_id = ?
     where e.user_id = ? and (a.entry_id is not null or not ?)
     order by e.created_at, e.id`,
    [id, userId, restrictToAssignedEntries],
  );
}

/** Notes the access, and tells the owner by mail, at most once a day. */
async function noteAccess(
  deps: ApiDeps,
  em: EntityManager,
  owner: UserRow,
  successor: SuccessorRow,
  handoverId: string,
  now: Date,
) {
  await em.nativeUpdate(Invitee, { handoverId, successorId: successor.id }, { lastAccessAt: now });
  const detail = { successorId: successor.id };
  await recordActivity(em, deps.sign, { userId: owner.id, type: 'vault_accessed', at: now, detail });
  const day = Math.floor(now.getTime() / deps.rules.dayMs);
  const data = { successorName: successor.name, at: now.getTime() };
  await queueMail(
    em,
    {
      key: `access_notice/${handoverId}/${successor.id}/${day}`,
      kind: 'access_notice',
      recipient: owner.email,
      userId: owner.id,
      data,
    },
    now,
  );
}

/** Shares that the other accepting successors sealed again to this one. Before the quorum nobody gets here. */
const resharesFor = (successorId: string, invitees: readonly InviteeRow[]) =>
  invitees
    .filter(({ response }) => response === 'accept')
    .flatMap((each) =>
      (each.reshares ?? [])
        .filter((reshare) => reshare.successorId === successorId)
        .map(({ encryptedShare }) => ({ fromSuccessorId: each.successorId, encryptedShare })),
    );

const tooLate = () =>
  new Problem(
    'token_expired',
    'Your time to read with this link is over. We can send a new one to your mailbox.',
  );

const successorAccess = route({
  method: 'get',
  path: '/vault/successor-access',
  tag: 'Handover',
  summary: 'Read what was left to a successor',
  description: 'Changes nothing but the record of access; the owner is told by mail, at most once a day.',
  access: 'public',
  limit: 'token_link',
  query: tokenQuery,
  responses: { 200: SuccessorAccess },
  errors: ['token_invalid', 'token_expired', 'access_not_released'],
  async handler({ em: outer, query, now, deps }) {
    return outer.transactional(async (em) => {
      const rehearsed = await findToken(em, deps.seal, 'rehearsal_access', query.token);
      if (rehearsed) return readRehearsal(deps, em, rehearsed, now);
      const token = await findToken(em, deps.seal, 'access', query.token);
      if (!token?.successorId || !token.handoverId) throw new Problem('token_invalid');
      const { userId, successorId, handoverId } = token;
      // A release that is being taken back at this moment comes first, or waits for this answer.
      await em.execute('select 1 from switch where user_id = ? for share', [userId]);
      const handover = await em.findOneOrFail(Handover, { id: handoverId }, { refresh: true });
      const successor = await em.findOne(Successor, { id: successorId, optedOutAt: null }, { refresh: true });
      const invitees = await em.find(
        Invitee,
        { handoverId },
        { refresh: true, orderBy: { successorId: 'asc' } },
      );
      const own = invitees.find((each) => each.successorId === successorId);
      if (handover.status === 'completed' && successor && own?.response === 'accept') throw tooLate();
      if (handover.status !== 'released' || !successor || own?.response !== 'accept' || !own.accessEndsAt) {
        throw new Problem('access_not_released', `The handover is ${handover.status}: nothing can be read.`);
      }
      if (own.accessEndsAt <= now || tokenExpired(token, now)) {
        throw tooLate();
      }
      const owner = await em.findOneOrFail(User, { id: userId });
      const entries = await readableEntries(em, successor);
      await noteAccess(deps, em, owner, successor, handoverId, now);
      return {
        status: 200,
        about: userId,
        body: {
          ownerName: owner.name,
          successor: {
            id: successor.id,
            name: successor.name,
            publicKey: successor.publicKey ?? null,
            publicKeySalt: successor.publicKeySalt ?? null,
          },
          quorum: handover.quorum,
          accepted: invitees.filter(({ response }) => response === 'accept').length,
          expiresAt: own.accessEndsAt.toISOString(),
          threshold: successor.encryptedShare ? handover.quorum : null,
          encryptedShare: successor.encryptedShare ?? null,
          reshares: resharesFor(successorId, invitees),
          entries: entries.map((entry) => ({
            ...entry,
            createdAt: new Date(entry.createdAt).toISOString(),
            updatedAt: new Date(entry.updatedAt).toISOString(),
          })),
        },
      };
    });
  },
});

export const accessRoutes = [successorAccess];
