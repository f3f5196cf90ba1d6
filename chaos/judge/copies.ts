/** One mail per step and person: which mails came twice, and whether a kill between 250 and commit explains it. */
import type { AcceptedMail, Broken, CampaignEvidence, CertainOutage, OwnerEvidence } from '../evidence.ts';
import { successorMailboxes } from '../plan-seconds.ts';
import { killed } from './kills.ts';
import { CROSSING_MS } from './moments.ts';
import { firstCopies } from './warnings.ts';

export interface JudgedCopy {
  mail: AcceptedMail;
  /** The kill that explains it, or null. */
  excuse: CertainOutage | null;
}

/** Every second and later copy of a mail. */
export function copies(evidence: CampaignEvidence): JudgedCopy[] {
  const latest = new Map<string, AcceptedMail>();
  const found: JudgedCopy[] = [];
  for (const mail of evidence.mails) {
    const before = latest.get(mail.messageId);
    latest.set(mail.messageId, mail);
    if (!before) continue;
    // A mail that came back is sent again.
    const back = evidence.returned.some(
      ({ messageId, at }) => messageId === mail.messageId && at > before.at && at < mail.at,
    );
    if (back) continue;
    found.push({ mail, excuse: killed(before.at, evidence) ?? null });
  }
  return found;
}

/** Mails that a successor gets once per handover, or once per request. */
const ONCE: readonly AcceptedMail['kind'][] = ['invitation', 'access'];

/** Different mails for the same step, although the owner did nothing in between. */
function repeated({ plan, acts }: OwnerEvidence, mails: readonly AcceptedMail[]): Broken[] {
  return [...successorMailboxes(plan)].flatMap((email) => {
    const own = firstCopies(mails).filter(({ to, kind }) => to === email && ONCE.includes(kind));
    return own.flatMap(({ kind, n, at, subject }, i) => {
      const before = own.slice(0, i).findLast((each) => each.kind === kind && each.n === n);
      if (!before) return [];
      const shown = acts.some(
        (act) => act.outcome !== 'refused' && act.endedAt >= before.at - CROSSING_MS && act.sentAt <= at,
      );
      if (shown) return [];
      const promise = 'one mail per step and person';
      return { promise, owner: email, evidence: `"${subject}" came again as another mail` };
    });
  });
}

export function judgeCopies(evidence: CampaignEvidence): Broken[] {
  const recipients = new Map<string, string>();
  const misled = evidence.mails.flatMap(({ messageId, to, subject }) => {
    const first = recipients.get(messageId) ?? to;
    recipients.set(messageId, first);
    if (first === to) return [];
    return {
      promise: 'one mail per step and person',
      owner: to,
      evidence: `"${subject}" is also ${first}'s`,
    };
  });
  const twice = copies(evidence)
    .filter(({ excuse }) => excuse === null)
    .map(({ mail }) => ({
      promise: 'one mail per step and person',
      owner: mail.to,
      evidence: `"${mail.subject}" came twice (${mail.messageId}), and nothing was killed when it was sent`,
    }));
  return [...misled, ...twice, ...evidence.owners.flatMap((owner) => repeated(owner, evidence.mails))];
}
