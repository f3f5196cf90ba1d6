/** Explains the state of the switch, and what to do. */

import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { SwitchStatus } from '../api/schemas.ts';
import { Moment } from '../ui/moment.tsx';
import { useNames } from './mark-words.ts';
import type { SwitchFacts } from './use-switch.ts';

export function useStatusTitle(): (status: SwitchStatus) => string {
  const { t } = useLingui();
  return (status) =>
    ({
      off: t`Your switch is off`,
      armed: t`All is well`,
      reminding: t`We’re waiting for a sign of life from you`,
      grace_period: t`You’ve had the final notice: please check in`,
      awaiting_successors: t`We’re asking your successors whether they accept`,
      released: t`What you left can be opened now`,
      completed: t`Your vault has been handed over`,
      paused: t`Your switch is paused`,
    })[status];
}

/** Whether the owner should do something now. */
export const isUrgent = (status: SwitchStatus): boolean =>
  ['grace_period', 'awaiting_successors', 'released', 'completed'].includes(status);

const RECENT_MS = 30 * 24 * 60 * 60 * 1000;

/** The last handover that reached other people, if its owner came back recently. */
export function endedLately({
  settings,
  lastReleased,
  lastCancelled,
}: SwitchFacts): SwitchFacts['lastReleased'] {
  if (settings.status !== 'armed' && settings.status !== 'off') return null;
  const isNews = (ended: SwitchFacts['lastReleased']) => {
    const backAt = ended?.ownerBackAt ?? ended?.cancelledAt;
    return backAt != null && Date.now() - Date.parse(backAt) < RECENT_MS;
  };
  if (isNews(lastReleased)) return lastReleased;
  const someAsked = lastCancelled?.responses.some(({ invitationsSent }) => invitationsSent > 0);
  return someAsked && isNews(lastCancelled) ? lastCancelled : null;
}

/** The sentences under the title. */
export function StatusWords({ settings, successors, handover }: SwitchFacts): ReactNode {
  const { status, deadline, pausedUntil } = settings;
  const names = useNames();
  const who = names(successors.filter(({ optedOut }) => !optedOut).map(({ name }) => name));
  const accepted = handover?.accepted ?? 0;
  const needed = handover?.effectiveQuorum ?? 1;
  switch (status) {
    case 'off':
      return successors.length === 0 ? (
        <Trans>So far, nobody would receive your vault. A few steps will change that.</Trans>
      ) : (
        <Trans>
          Nobody has confirmed their email address yet. The switch will turn on as soon as someone has.
        </Trans>
      );
    case 'armed':
      if (settings.holds.length > 0)
        return (
          <Trans>
            Something is holding it up, as you see below. Until that’s resolved, nothing is handed over.
          </Trans>
        );
      return (
        <Trans>
          If we don’t hear from you by <Moment at={deadline ?? ''} />, we’ll send you the final notice.
          Logging in or checking in starts the clock again.
        </Trans>
      );
    case 'reminding':
      return (
        <Trans>
          Check in before <Moment at={deadline ?? ''} />, and the clock starts again. Nothing is handed over
          before then.
        </Trans>
      );
    case 'grace_period':
      return (
        <Trans>
          If you don’t check in before <Moment at={deadline ?? ''} />, we’ll ask {who} whether they accept the
          handover.
        </Trans>
      );
    case 'awaiting_successors':
      return (
        <Trans>
          Accepted so far: {accepted} of the {needed} needed. Check in, and the handover ends at once: nobody
          will be able to open anything.
        </Trans>
      );
    case 'released':
      return (
        <Trans>Check in, and all access ends at once. Anything already saved can’t be taken back.</Trans>
      );
    case 'completed':
      return (
        <Trans>
          Everyone’s access has ended, but a successor who had it can still ask for more time. Check in to
          rule that out too. Your switch will then start again from the beginning.
        </Trans>
      );
    case 'paused':
      return pausedUntil === null ? (
        <Trans>The clock is stopped until you start it again.</Trans>
      ) : (
        <Trans>
          The clock is stopped until <Moment at={pausedUntil} />. We’ll remind you of that every month.
        </Trans>
      );
  }
}
