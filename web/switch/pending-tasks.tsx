/** The owner's tasks, each with the next step. */

import { Trans, useLingui } from '@lingui/react/macro';
import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { hasNotAnswered, isReachable } from '../../client/reachable.ts';
import { Card } from '../ui/card.tsx';
import { useNames } from './mark-words.ts';
import type { SwitchFacts } from './use-switch.ts';

interface PendingTask {
  key: string;
  look: 'alarm' | 'warn' | 'plain';
  text: ReactNode;
  to: string;
}

interface PendingTasksProps extends SwitchFacts {
  isVaultEmpty: boolean;
}

function useTasks({ settings, successors, handover, isVaultEmpty }: PendingTasksProps): PendingTask[] {
  const { t } = useLingui();
  const names = useNames();
  const present = successors.filter(({ optedOut }) => !optedOut);
  const tasks: PendingTask[] = [];
  /** Adds a task about these people, if there are any. */
  function addTaskAbout(
    people: readonly { name: string }[],
    task: Omit<PendingTask, 'text'>,
    text: (names: string) => ReactNode,
  ) {
    if (people.length > 0) tasks.push({ ...task, text: text(names(people.map(({ name }) => name))) });
  }
  for (const hold of settings.holds) {
    const text = {
      mail_unconfigured: t`The service can’t send emails at the moment, so your switch is waiting.`,
      clock_skew: t`The service’s clocks disagree, so your switch is waiting until they’re right again.`,
      database_changed: t`The service’s database was replaced and is being checked, so your switch is waiting.`,
      mail_refused: t`Your mail server is rejecting our warnings, so your switch is waiting. Please check your email address.`,
    }[hold];
    tasks.push({ key: hold, look: 'alarm', text, to: '/account' });
  }
  addTaskAbout(
    present.filter((each) => !isReachable(each)),
    { key: 'bouncing', look: 'alarm', to: '/successors' },
    (bouncingNames) => (
      <Trans>Our emails don’t reach {bouncingNames}. Ask them for a different address.</Trans>
    ),
  );
  addTaskAbout(
    present.filter((each) => isReachable(each) && (each.mailProblem || each.secondMailProblem)),
    { key: 'half reached', look: 'warn', to: '/successors' },
    (halfReachedNames) => (
      <Trans>
        One address of {halfReachedNames} rejects our emails; the other still works. Replace or remove it.
      </Trans>
    ),
  );
  addTaskAbout(
    present.filter(({ contact }) => contact?.answer === 'sheet_lost'),
    { key: 'lost', look: 'alarm', to: '/successors' },
    (lostNames) => <Trans>The sheet is lost: {lostNames}. Ask for a new one.</Trans>,
  );
  for (const { id, name, contact } of present)
    if (contact?.answer === 'moved' && contact.newEmail !== null) {
      const { newEmail } = contact;
      tasks.push({
        key: `moved ${id}`,
        look: 'warn',
        text: (
          <Trans>
            {name} asks us to write to {newEmail} instead. Call {name} first, then change the address.
          </Trans>
        ),
        to: `/successors/${id}`,
      });
    }
  addTaskAbout(
    present.filter((each) => isReachable(each) && hasNotAnswered(each)),
    { key: 'silent', look: 'warn', to: '/successors' },
    (silentNames) => (
      <Trans>
        No answer from {silentNames} for a month, though we asked whether our emails still arrive. Give them a
        call.
      </Trans>
    ),
  );
  // While the switch is off, the first steps say so.
  const isOn = settings.status !== 'off';
  if (isVaultEmpty && isOn)
    tasks.push({
      key: 'empty',
      look: 'warn',
      text: <Trans>Your vault is empty. Put something into it: a letter, a password, a document.</Trans>,
      to: '/vault',
    });
  addTaskAbout(
    present.filter(({ sharesStale }) => sharesStale),
    { key: 'stale', look: 'warn', to: '/successors/who-gets-what' },
    (staleNames) => (
      <Trans>Something has changed since you chose what {staleNames} would get. Save it once more.</Trans>
    ),
  );
  if (successors.length === 0 && isOn)
    tasks.push({
      key: 'nobody',
      look: 'warn',
      text: <Trans>Name someone who should receive your vault.</Trans>,
      to: '/successors',
    });
  const rehearsed = present.some(({ rehearsal }) => rehearsal?.openedAt);
  if (!handover && present.some(({ encryptedShare }) => encryptedShare) && !rehearsed)
    tasks.push({
      key: 'rehearse',
      look: 'plain',
      text: <Trans>Rehearse the handover with a successor, so that you’ve both seen it work.</Trans>,
      to: '/successors',
    });
  return tasks;
}

export function PendingTasks(facts: PendingTasksProps) {
  const { t } = useLingui();
  const tasks = useTasks(facts);
  if (tasks.length === 0) return null;
  return (
    <Card title={t`To do`}>
      <ul className="bare ruled tasks">
        {tasks.map(({ key, look, text, to }) => (
          <li key={key} className={look}>
            <Link href={to}>
              <span>{text}</span>
              <ChevronRight aria-hidden="true" size={20} />
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}
