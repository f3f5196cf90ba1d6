/** `npm run admin -- status`: the state of an account, and nothing of its vault. */
import type { InferEntity } from '@mikro-orm/core';
import { lockoutStatus } from '../../api/auth/lockout.ts';
import { planned } from '../../api/switch/planned.ts';
import { Switch } from '../../db/entities/switch.ts';
import type { UserRow } from '../../db/entities/user.ts';
import { type LoadedSwitch, loadSwitch } from '../../db/load-switch.ts';
import { Failure } from '../../dev/cli/failure.ts';
import { effectiveQuorum, type SwitchState } from '../../switch/state.ts';
import { moment } from './moment.ts';
import { type AdminService, accountOf } from './service.ts';
import { failingMails, readWarnings, type Warnings } from './warnings.ts';

async function logIn(service: AdminService, { email }: UserRow, now: Date): Promise<string> {
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
    `${count('accept')} accepted, ${count('decline')} declined; quorum ${effectiveQuorum(state)}` +
    (open.undeliverable ? '; the final notice counted as undeliverable' : '')
  );
}

type Holding = Pick<InferEntity<typeof Switch>, 'heldBy' | 'heldSince'>;

function reminders({ remindersAccepted, settings }: SwitchState, { undeliverable }: Warnings): string {
  const accepted = `${remindersAccepted - undeliverable} of ${settings.reminderPercents.length} accepted`;
  return undeliverable === 0 ? accepted : `${accepted}, ${undeliverable} undeliverable`;
}

/** What the worker's latest look found, and what its mails are waiting for. */
function holds({ heldBy, heldSince }: Holding, { refused }: Warnings): string[] {
  return [...(heldBy ?? []).map((hold) => `${hold} since ${moment(heldSince)}`), ...refused];
}

const under = (lines: readonly string[]): string =>
  lines.length === 0 ? 'none' : lines.join(`\n${' '.repeat(16)}`);

/** @returns the lines to print */
export async function status(service: AdminService, address: string): Promise<string> {
  const { orm, clock } = service;
  const user = await accountOf(service, address, 'status_seen');
  const now = new Date(await clock());
  const em = orm.em.fork();
  const current = await loadSwitch(em, user.id);
  const row = await em.findOne(Switch, { userId: user.id });
  if (!current || !row) throw new Failure(`The account ${user.email} was removed a moment ago`);
  const plan = await planned(service, em, current, now);
  const { state } = current;
  const warnings = await readWarnings(em, current, now);
  const mails = await failingMails(em, user.id, warnings, now);
  const rows: [string, string][] = [
    ['Account', `${user.id}, ${user.emailVerifiedAt ? 'verified' : 'not verified'}`],
    ['Log-in', await logIn(service, user, now)],
    ['Switch', `${state.status}, cycle ${state.epoch}`],
    ['Last seen', moment(state.lastSeenAt)],
    ['Reminders', reminders(state, warnings)],
    ['Warnings', under(warnings.lines)],
    ...(state.undeliverableAt === null
      ? []
      : ([['Mailbox', `has counted as dead since ${moment(state.undeliverableAt)}`]] as [string, string][])),
    ['Deadline', moment(plan.deadline)],
    ['Credited', `${Math.round(plan.creditedMs / 1000)} s of outages`],
    ['Holds', under(holds(row, warnings))],
    ['Next look', moment(row.nextEventAt)],
    ...(state.status === 'paused'
      ? ([['Paused', `until ${moment(state.pausedUntil)}`]] as [string, string][])
      : []),
    ['Handover', handover(current)],
    ['Failing mails', under(mails)],
  ];
  return rows.map(([what, text]) => `${what.padEnd(16)}${text}`).join('\n');
}
