/** Kills that explain why something that was accepted is sent again. */
import type { CampaignEvidence, CertainOutage } from '../evidence.ts';
import { mayBeUnnoted } from './takeover.ts';

/** How long before its 250 a mail may be under way on a busy machine. A kill then comes too late to stop it. */
const UNDER_WAY_MS = 1_000;
/** How long after its 250 a mail may be uncommitted. */
const COMMIT_MS = 3_000;

/**
 * The kill that explains why something that was accepted at this moment was sent again; undefined if none does. A
 * promoted replica may not know that it was sent.
 *
 * @param sentAt when it was sent, if that is known
 */
export const killed = (
  at: number,
  { outages, takeover }: CampaignEvidence,
  sentAt = at,
): CertainOutage | undefined =>
  outages.find(
    ({ service, from }) =>
      (from === takeover?.killedAt && mayBeUnnoted({ at }, { takeover })) ||
      ((service === 'worker' || service === 'postgres' || service === 'mail') &&
        from >= sentAt - UNDER_WAY_MS &&
        from <= at + COMMIT_MS),
  );
