/** `npm run admin -- status`: the state of an account, and nothing of its vault. */
import { lockoutStatus } from '../../api/auth/lockout.ts';
import { planned } from '../../api/routes/inactivity/planned.ts';
import { Mail } from '../../db/entities/mail.ts';
import { Switch } from '../../db/entities/switch.ts';
import type { UserRow } from '../../db/entities/user.ts';
import { type LoadedSwitch, loadSwitch } from '../../db/load-switch.ts';
import { recordOperator } from '../../db/operator-log.ts';
import { Failure } from '../../dev/cli/failure.ts';
import { effectiveQuorum } from '../../switch/state.ts';
import { accountOf, type Service } from './service.ts';

const moment = (at: Date | number | null | undefined): string =>
  at === null || at === undefined ? 'none' : new Date(at).toISOString();

async function logIn(service: Service, { email }: UserRow, now: Date): Promise<string> {
  if (service.redis.status !== 'ready') return 'unknown: Redis does not answer';
  const { isLocked, lockedUntil, failedAttempts } = await lockoutStatus(service, email, now);
  const state = isLocked ? `locked until ${moment(lockedUntil)}` : 'not locked';
  return `${state}, ${failedAttempts} failed ${failedAttempts === 1 ? 'attempt' : 'attempts'}`;
}

function handover({ state }: LoadedSwitch): string {
  const open = state.handover;
  if (!open) return 'none';
  const count = (response: string | null) =>
    open.invitees.filter((invitee) => invitee.response === response).length;
  const asked = open.invitees.filter(({ invitationsSent }) => invitationsSent > 0).length;
  return (
    `${open.status} since ${moment(open.startedAt)}; of ${open.invitees.length} successors ${asked} asked, ` +
    `${count('accept')} accepted, ${count('decline')} declined; quorum ${effectiveQuorum(state)}`
  );
}

async function failingMails({ orm }: Service, { id }: UserRow): Promise<string[]> {
  const mails = await orm.em
    .fork()
    .find(Mail, { userId: id, status: 'queued', attempts: { $gt: 0 } }, { orderBy: { createdAt: 'asc' } });
  return mails.map(
    ({ kind, attempts, createdAt, lastError }) =>
      `${kind}, tried ${attempts} times since ${moment(createdAt)}: ${lastError ?? 'no answer yet'}`,
  );
}

/** @returns the lines to print */
export async function status(service: Service, address: string): Promise<string> {
  const { orm, operator, clock } = service;
  const user = await accountOf(service, address);
  const now = new Date(await clock());
  const em = orm.em.fork();
  const current = await loadSwitch(em, user.id);
  const row = await em.findOne(Switch, { userId: user.id });
  if (!current || !row) throw new Failure(`The account ${user.email} was removed a moment ago`);
  await recordOperator(em, { at: now, operator, action: 'status_seen', userId: user.id });
  const plan = await planned(service, em, current, now);
  const { state } = current;
  const mails = await failingMails(service, user);
  const rows: [string, string][] = [
    ['Account', `${user.id}, ${user.emailVerifiedAt ? 'verified' : 'not verified'}`],
    ['Log-in', await logIn(service, user, now)],
    ['Switch', `${state.status}, cycle ${state.epoch}`],
    ['Last seen', moment(state.lastSeenAt)],
    ['Reminders', `${state.remindersAccepted} of ${state.settings.reminderPercents.length} accepted`],
    ['Deadline', moment(plan.deadline)],
    ['Credited', `${Math.round(plan.creditedMs / 1000)} s of outages`],
    ['Holds', plan.conditions.holds.join(', ') || 'none'],
    ['Next look', moment(row.nextEventAt)],
    ...(state.status === 'paused'
      ? ([['Paused', `until ${moment(state.pausedUntil)}`]] as [string, string][])
      : []),
    ['Handover', handover(current)],
    ['Failing mails', mails.length === 0 ? 'none' : mails.join(`\n${' '.repeat(16)}`)],
  ];
  return rows.map(([what, text]) => `${what.padEnd(16)}${text}`).join('\n');
}
