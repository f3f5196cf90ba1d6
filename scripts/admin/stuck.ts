/** `npm run admin -- stuck`: what is overdue, why, and what to do about it. */
import { recordOperator } from '../../db/operator-log.ts';
import { type Overdue, type OverdueReason, readOutlook } from '../../db/outlook.ts';
import type { Hold } from '../../switch/plan.ts';
import { listed, shownIds } from './listed.ts';
import type { AdminService } from './service.ts';

const ADVICE: Partial<Record<OverdueReason | Hold, string>> = {
  mail_unconfigured: 'set SMTP_HOST and restart the worker',
  clock_skew: 'correct the clocks of worker, database and Temporal',
  mail_refused:
    'if other mails are refused too, check the mail server and its reputation; else only the mailbox is at fault',
  mail_blocked: 'the refusal is about us: check the sender’s reputation, SPF, DKIM and DMARC',
  database_changed:
    'reconcile judges the database within moments; if it doesn’t go away, check the worker’s log',
  mail_waiting: 'check the mail server, and the worker’s log',
  workflow_not_seen:
    'check that a worker runs and Temporal answers; reconcile signals the workflow every 5 minutes',
  quorum_unreachable: 'only the owner, or those who declined, can change it',
  no_answer: 'reach the successor by other means, if you can',
  step_not_taken: 'check the worker’s log',
  unreadable: 'the row has an invalid time: compare it with a backup',
};

const WHY: Record<OverdueReason, string> = {
  workflow_not_seen: 'its workflow has not looked',
  mail_refused: 'the mail server refuses',
  mail_blocked: 'the mail server blocks us and refuses',
  mail_waiting: 'not accepted yet:',
  quorum_unreachable: 'too many successors declined for the quorum',
  no_answer: 'a successor has not answered',
  step_not_taken: 'a due step was not taken',
  unreadable: 'its row cannot be read',
};

const isReason = (reason: string): reason is OverdueReason => Object.hasOwn(WHY, reason);

function line({ userId, status, reason, since, mail, code }: Overdue): string {
  const why = isReason(reason) ? WHY[reason] : `held: ${reason}`;
  const what = mail === null ? '' : ` ${mail}${code === null ? '' : ` (${code})`}`;
  const from = since === null ? '' : ` since ${new Date(since).toISOString()}`;
  const advice = ADVICE[reason as keyof typeof ADVICE] ?? 'see docs/operations.md, "Troubleshooting"';
  return `${userId}  ${status}: ${why}${what}${from}. What to do: ${advice}.`;
}

/** @returns the lines to print */
export async function stuck({ orm, operator, clock, rules }: AdminService): Promise<string> {
  const now = new Date(await clock());
  const em = orm.em.fork();
  const { overdue, complete } = await readOutlook(em, now, rules, rules.dayMs / 24);
  await recordOperator(em, {
    at: now,
    operator,
    action: 'stuck_seen',
    detail: { userIds: shownIds(overdue) },
  });
  if (overdue.length === 0 && complete) return 'Nothing is overdue.';
  const total = `${complete ? '' : 'at least '}${overdue.length} overdue`;
  return listed(
    total,
    Map.groupBy(overdue, ({ reason }) => reason),
    overdue,
    line,
  );
}
