/** Vaults that are open to a successor, as rows that the service would have written. */
import { activitySecretsOf, type Config } from '../config.ts';
import type { EntityManager } from '../db/orm.ts';
import { mintToken, tokenSigner } from '../db/tokens.ts';
import type { BenchOwner } from './requests/owners.ts';

/**
 * Releases the owners' vaults to their only successors.
 *
 * @returns the successor's token, by owner
 */
export async function release(
  em: EntityManager,
  config: Config,
  owners: readonly Pick<BenchOwner, 'id'>[],
): Promise<Map<string, string>> {
  const ids = `{${owners.map(({ id }) => id).join(',')}}`;
  await em.execute(
    `update switch set status = 'released', reminders_accepted = 3, last_reminder_at = now(), final_notice_at = now(),
       next_event_at = now() + interval '7 days' where user_id = any(?::uuid[])`,
    [ids],
  );
  await em.execute(
    `insert into handover (id, user_id, epoch, status, quorum, started_at, grace_ms, grace_ended_at, released_at)
       select uuidv7(), user_id, epoch, 'released', 1, now() - interval '3 days', ${48 * 3_600_000},
         now() - interval '1 day', now() - interval '1 hour' from switch where user_id = any(?::uuid[])`,
    [ids],
  );
  await em.execute(
    `insert into invitee (handover_id, successor_id, handover_delay_days, invitations_sent, invited_at, response,
         responded_at, access_ends_at)
       select h.id, s.id, 0, 1, now() - interval '1 day', 'accept', now() - interval '1 hour', now() + interval '60 days'
       from handover h join successor s on s.user_id = h.user_id where h.user_id = any(?::uuid[])`,
    [ids],
  );
  const signer = tokenSigner(activitySecretsOf(config));
  const links = await em.execute<{ userId: string; successorId: string; handoverId: string }[]>(
    `select h.user_id as "userId", i.successor_id as "successorId", h.id as "handoverId"
       from handover h join invitee i on i.handover_id = h.id where h.user_id = any(?::uuid[])`,
    [ids],
  );
  const tokens = new Map<string, string>();
  for (const link of links) {
    tokens.set(link.userId, await mintToken(em, signer, { purpose: 'access', ...link }, new Date()));
  }
  return tokens;
}
