/** Problems that don't resolve themselves, each with the remedy. */

import { plural } from '@lingui/core/macro';
import { useLingui as useWords } from '@lingui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Card } from '../ui/card.tsx';
import { Moment } from '../ui/moment.tsx';
import { MAILS, REASONS, STATUS_NAMES, type Stats } from './figures.ts';

interface Finding {
  key: string;
  what: ReactNode;
  todo: ReactNode;
  /** Which accounts, oldest first. */
  cases?: readonly { userId: string; since: string | null; more?: string | undefined }[];
}

/** Reasons that may well go away on their own. */
const HARMLESS = ['locked', 'failing', 'refused', 'links'];

/** A message that has waited longer than this isn't reaching Temporal. */
const LAG_MS = 60_000;

export function Stuck({ stats }: { stats: Stats }) {
  const findings = [
    ...useServiceFindings(stats),
    ...useOverdueFindings(stats),
    ...useHandoverFindings(stats),
    ...useMailFindings(stats),
  ];
  if (findings.length === 0)
    return (
      <Card title={<Trans>What is stuck</Trans>} look="wash">
        <p>
          <Trans>Nothing. Every switch, handover and email continues automatically.</Trans>
        </p>
      </Card>
    );
  return (
    <Card
      title={<Trans>What is stuck</Trans>}
      look={findings.every(({ key }) => HARMLESS.includes(key)) ? 'plain' : 'alarm'}
    >
      <ul className="bare ruled stuck">
        {findings.map(({ key, what, todo, cases = [] }) => (
          <li key={key}>
            <p>
              <strong>{what}</strong>
            </p>
            <div>{todo}</div>
            {cases.length > 0 && (
              <details>
                <summary>
                  <Trans>The oldest: {cases.length}</Trans>
                </summary>
                <ul>
                  {cases.map(({ userId, since, more }) => (
                    <li key={`${userId}${since}${more}`}>
                      {since === null ? (
                        <Trans>
                          Account <code>{userId}</code>
                        </Trans>
                      ) : (
                        <Trans>
                          Account <code>{userId}</code>, since <Moment at={since} as="short moment" />
                        </Trans>
                      )}
                      {more && <span className="quiet block">{more}</span>}
                    </li>
                  ))}
                </ul>
              </details>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}

const only = (...findings: (Finding | false)[]): Finding[] => findings.filter((each) => each !== false);

function useServiceFindings(stats: Stats): Finding[] {
  const { t } = useLingui();
  const {
    holds,
    failingChores,
    workers,
    liveness,
    overdueEvents,
    outbox,
    restorations,
    returnedAccounts,
    seenInFuture,
  } = stats;
  const { neverAnsweredSince } = liveness;
  return only(
    holds.includes('mail_unconfigured') && {
      key: 'mail_unconfigured',
      what: t`No mail server is configured, so no switch can continue.`,
      todo: t`Set SMTP_HOST and restart the worker. The switches will continue within the hour.`,
    },
    holds.includes('clock_skew') && {
      key: 'clock_skew',
      what: t`The clocks of the worker, the database and Temporal are more than five minutes apart, so no switch can continue.`,
      todo: t`Correct the clocks. The switches will continue within the hour.`,
    },
    holds.includes('database_changed') && {
      key: 'database_changed',
      what: t`The database isn’t the one we knew, so no switch can continue.`,
      todo: t`A worker checks it within a minute. If this message doesn’t go away, check the worker’s log.`,
    },
    failingChores.length > 0 && {
      key: 'failing_chores',
      what: t`Some housekeeping tasks are failing: ${failingChores.map(({ name }) => name).join(', ')}.`,
      todo: t`Check the worker’s log. No switch is waiting for this.`,
    },
    seenInFuture > 0 && {
      key: 'seen_in_future',
      what: t`A wrong clock dated ${plural(seenInFuture, { one: '# sign of life', other: '# signs of life' })} in the future, so nothing happens until then.`,
      todo: t`Make sure the clocks are right, then run: npm run admin -- clock --accept`,
    },
    workers.reporting === 0 && {
      key: 'workers',
      what: t`No worker is running. Reminders, handovers and emails are waiting.`,
      todo: t`Start a worker, and check its log if it stops again. Nothing is lost until then.`,
    },
    liveness.mail.lastBeatAt !== null &&
      !liveness.mail.up && {
        key: 'mail',
        what: t`The mail server can’t be reached.`,
        todo: t`Check the server in SMTP_HOST and the network in between. Emails will go out once it responds.`,
      },
    neverAnsweredSince !== null && {
      key: 'public',
      what: t`The public address has never responded.`,
      todo: t`Check FRONTEND_URL and LIVENESS_URL: the address must lead here from the internet.`,
    },
    overdueEvents > 0 && {
      key: 'overdue',
      what: t`${plural(overdueEvents, { one: '# switch is', other: '# switches are' })} more than two minutes late.`,
      todo: t`Check that a worker is running and that Temporal is responding. The switches will catch up automatically.`,
    },
    outbox.lagMs > LAG_MS && {
      key: 'outbox',
      what: t`${plural(outbox.size, { one: '# message has', other: '# messages have' })} been waiting for Temporal for more than a minute.`,
      todo: t`Check that Temporal is responding. The messages are kept and will be sent then.`,
    },
    restorations.startingOverSince !== null && {
      key: 'restored',
      what: t`A backup was restored, and switches that were running start over.`,
      todo: t`Nothing: it takes a few minutes. Owners get their full time again.`,
    },
    returnedAccounts.count > 0 && {
      key: 'returned',
      what: t`${plural(returnedAccounts.count, { one: '# deleted account', other: '# deleted accounts' })} came back with a backup.`,
      todo: t`Nothing: they’re switched off, and their owners have been asked to delete them again. You may have to make sure they do.`,
      cases: returnedAccounts.oldest,
    },
  );
}

function useOverdueFindings({ unwarned, overdue }: Stats): Finding[] {
  const { t } = useLingui();
  const { _ } = useWords();
  const answered = (code: string | null) => (code ? t`The mail server responded with ${code}.` : '');
  return only(
    unwarned.count > 0 && {
      key: 'unwarned',
      what: t`${plural(unwarned.count, { one: '# owner doesn’t', other: '# owners don’t' })} get our warnings, because their mailbox no longer accepts email.`,
      todo: t`Reach them some other way if you can. Any sign of life stops the handover.`,
      cases: unwarned.oldest.map(({ userId, since, status, goesOn, code }) => ({
        userId,
        since,
        more: [
          `${_(STATUS_NAMES[status])}.`,
          goesOn ? t`The switch continues without warnings.` : t`The switch is still waiting.`,
          answered(code),
        ].join(' '),
      })),
    },
    overdue.count > 0 && {
      key: 'late',
      what: t`${plural(overdue.count, { one: '# switch is', other: '# switches are' })} overdue.`,
      todo: (
        <ul>
          {Object.entries(overdue.byReason).map(([reason, count]) => (
            <li key={reason}>
              {REASONS[reason] ? _(REASONS[reason]) : reason}: {count}
            </li>
          ))}
        </ul>
      ),
      cases: overdue.oldest.map(({ userId, since, reason, mail, code }) => ({
        userId,
        since,
        more: [
          `${REASONS[reason] ? _(REASONS[reason]) : reason}.`,
          ...(mail ? [`${MAILS[mail] ? _(MAILS[mail]) : mail}.`] : []),
          answered(code),
        ].join(' '),
      })),
    },
  );
}

function useHandoverFindings({
  stuckHandovers,
  quorumUnreachable,
  bouncingSuccessors,
  keptAliveByLinks,
}: Stats): Finding[] {
  const { t } = useLingui();
  return only(
    stuckHandovers.count > 0 && {
      key: 'stuck',
      what: t`In ${plural(stuckHandovers.count, { one: '# handover', other: '# handovers' })} a successor hasn’t answered for 30 days.`,
      todo: t`Nothing is broken, and the link in their email still works. If you can reach them some other way, please do.`,
      cases: stuckHandovers.oldest,
    },
    quorumUnreachable > 0 && {
      key: 'quorum',
      what: t`In ${plural(quorumUnreachable, { one: '# handover', other: '# handovers' })} so many successors declined that too few are left.`,
      todo: t`Only the owner can change how many must accept. Nobody else can, not even you.`,
    },
    bouncingSuccessors.count > 0 && {
      key: 'bouncing',
      what: t`${plural(bouncingSuccessors.count, { one: '# successor', other: '# successors' })} in an open handover can’t be reached by email.`,
      todo: t`Reach them some other way. Their email will go out once the mailbox works.`,
      cases: bouncingSuccessors.oldest.map(({ userId, since, code }) => ({
        userId,
        since,
        more: code ? t`The mail server responded with ${code}.` : undefined,
      })),
    },
    keptAliveByLinks.count > 0 && {
      key: 'links',
      what: t`For a year, ${plural(keptAliveByLinks.count, { one: '# owner has', other: '# owners have' })} checked in only with links from our emails, or through automations or programs.`,
      todo: t`This doesn’t open anything. Someone else may be reading their email, or an automation or a program may have outlived them. If you can, ask the successors whether the owner is well.`,
      cases: keptAliveByLinks.oldest,
    },
  );
}

function useMailFindings({ refusedMails, failingMails, locked }: Stats): Finding[] {
  const { t } = useLingui();
  const { _ } = useWords();
  const { permanent } = refusedMails;
  return only(
    refusedMails.count > 0 && {
      key: 'refused',
      what: t`${plural(refusedMails.count, { one: '# email was', other: '# emails were' })} rejected by a mail server.`,
      todo: t`Nothing, if the mailbox no longer exists, as for ${permanent} of them: we try every six hours. If there are many, check your mail server and its reputation.`,
      cases: refusedMails.oldest.map(({ userId, since, kind }) => ({
        userId,
        since,
        more: MAILS[kind] ? _(MAILS[kind]) : kind,
      })),
    },
    failingMails.count > refusedMails.count && {
      key: 'failing',
      what: t`${plural(failingMails.count - refusedMails.count, { one: '# email is waiting', other: '# emails are waiting' })} for the mail server.`,
      todo: t`We keep trying. If it doesn’t stop, check the worker’s log.`,
    },
    (locked ?? 0) > 0 && {
      key: 'locked',
      what: t`${plural(locked ?? 0, { one: '# account is', other: '# accounts are' })} locked after failed log-ins.`,
      todo: (
        <Trans>
          They unlock automatically. If an owner asks,{' '}
          <Link href="/admin/users?filter=locked">unlock the account here</Link>.
        </Trans>
      ),
    },
  );
}
