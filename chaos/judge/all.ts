/** Every promise that a campaign tests. */
import type { Broken, CampaignEvidence, Rows } from '../evidence.ts';
import { judgeClockJumps } from './clock-jumps.ts';
import { judgeCopies } from './copies.ts';
import { judgeCrowd } from './crowd.ts';
import { judgeInheritances } from './inheritances.ts';
import { judgeIntruders } from './intruders.ts';
import { judgeMailboxes } from './mailboxes.ts';
import { judgeOpenings } from './openings.ts';
import { judgeOwnerAlive } from './owner-alive.ts';
import { withEndsOfPauses } from './pauses.ts';
import { judgeQuestions } from './questions.ts';
import { judgeRehearsals } from './rehearsals.ts';
import { judgeLives, judgeReleases } from './releases.ts';
import { judgeReturns } from './returns.ts';
import { judgeRows } from './rows.ts';
import { judgeSecondAddresses } from './second-addresses.ts';
import { judgeTakeover, startedOver } from './takeover.ts';
import { judgeUndeliverable } from './undeliverable.ts';
import { judgeWarnings } from './warnings.ts';
import { judgeWays } from './ways.ts';

/** @returns the broken promises, those seen from outside first */
export function judge(seen: CampaignEvidence, rows: Rows): Broken[] {
  const evidence = startedOver(withEndsOfPauses(seen));
  return [
    ...judgeOpenings(evidence),
    ...judgeWarnings(evidence),
    ...judgeCopies(evidence),
    ...judgeReturns(evidence),
    ...judgeOwnerAlive(evidence),
    ...judgeRehearsals(evidence),
    ...judgeInheritances(evidence),
    ...judgeIntruders(evidence),
    ...judgeMailboxes(evidence),
    ...judgeUndeliverable(evidence, rows),
    ...judgeWays(evidence, rows),
    ...judgeSecondAddresses(evidence, rows),
    ...judgeQuestions(evidence, rows),
    ...judgeReleases(evidence),
    ...judgeLives(evidence),
    ...judgeTakeover(evidence),
    ...judgeClockJumps(evidence, rows),
    // The crowd is judged by what was seen, without regard to what a promotion may have lost.
    ...judgeCrowd(seen),
    ...judgeRows(evidence, rows),
  ];
}
