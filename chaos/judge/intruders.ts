/** What strangers, thieves and the trash must not bring about. */
import { CHECK_IN_FIRST } from '../../api/switch/programs.ts';
import type { Broken, CampaignEvidence, OwnerEvidence } from '../evidence.ts';
import { thiefOf } from '../thief.ts';

/** How a thief may be turned away: no recent confirmation, a handover under way or completed, or nothing there. */
const TURNED_AWAY = ['confirmation_required', ...CHECK_IN_FIRST, 'no_active_handover', 'not_found'];

function theftsDone({ plan, thefts }: OwnerEvidence, { mails }: CampaignEvidence): Broken[] {
  const promise = 'a token alone weakens nothing';
  const owner = plan.email;
  const done = thefts
    .filter(({ outcome, code }) => outcome === 'acknowledged' || (code && !TURNED_AWAY.includes(code)))
    .filter(({ outcome }) => outcome !== 'unknown')
    .map(({ tried, outcome, code }) => ({
      promise,
      owner,
      evidence: `to ${tried} was ${outcome}${code ? `: ${code}` : ''}`,
    }));
  const mailed = mails
    .filter(({ to }) => to === thiefOf(plan.email))
    .map(({ subject }) => ({ promise, owner, evidence: `the thief was sent "${subject}"` }));
  return [...done, ...mailed];
}

/** Log-ins from an owner's own browser that found the address locked. */
const lockedOut = ({ plan, acts }: OwnerEvidence): Broken[] =>
  acts
    .filter(({ code }) => code === 'account_locked')
    .map(({ what }) => ({
      promise: 'a stranger locks nobody out',
      owner: plan.email,
      evidence: `a ${what} of the owner's own browser was told that the account is locked`,
    }));

/** Readings that show anything but what the owner had kept. */
const misread = ({ plan, successorActs, kept }: OwnerEvidence): Broken[] =>
  kept === null
    ? []
    : successorActs
        .filter(({ did, outcome }) => did === 'read' && outcome === 'acknowledged')
        // On a busy machine, the vault may open before its owner has written anything.
        .filter(({ sentAt }) => sentAt > kept.since)
        .filter(({ entries = [] }) => entries.toSorted().join() !== kept.entries.join())
        .map(({ successor, entries = [] }) => ({
          promise: 'successors get what was kept, and nothing of the trash',
          owner: plan.email,
          evidence: `${successor} read ${entries.length} entries, not the ${kept.entries.length} that were kept`,
        }));

export const judgeIntruders = (evidence: CampaignEvidence): Broken[] =>
  evidence.owners.flatMap((owner) => [
    ...theftsDone(owner, evidence),
    ...lockedOut(owner),
    ...misread(owner),
  ]);
