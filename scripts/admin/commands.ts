/** The commands of `npm run admin`. None of them can shorten a wait or release anything. */
import { randomUUIDv7 } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { otherRegistrations, verifyAddress } from '../../api/auth/registrations.ts';
import { removeTwoFactor } from '../../api/auth/two-factor.ts';
import { unlockAccount } from '../../api/auth/unlock-account.ts';
import { recordActivity } from '../../db/activity-log.ts';
import { User } from '../../db/entities/user.ts';
import { isJudged, judge } from '../../db/judgement.ts';
import { loadSwitch } from '../../db/load-switch.ts';
import { queueMail } from '../../db/mail.ts';
import { recordOperator } from '../../db/operator-log.ts';
import { forgetOptOuts } from '../../db/opt-outs.ts';
import { beginRestoration, startOverSome } from '../../db/restoration.ts';
import { changeSwitch } from '../../db/switch.ts';
import { transact } from '../../db/transact.ts';
import { Failure } from '../../dev/cli/failure.ts';
import { type AdminService, accountOf, addressIn } from './service.ts';

/** Lifts the lockout of an account. @returns what to say */
export async function unlock(service: AdminService, address: string): Promise<string> {
  const { orm, operator, clock, config } = service;
  const user = await accountOf(service, address);
  await transact(orm.em, async (em) => {
    const by = { at: new Date(await clock()), operator };
    if (!(await unlockAccount(service, em, user, by))) {
      throw new Failure(
        `Nothing was unlocked: the Redis at ${config.REDIS_HOST}:${config.REDIS_PORT} does not answer; check REDIS_HOST, REDIS_PORT and REDIS_PASSWORD`,
      );
    }
  });
  service.announce(user.id);
  return `${user.email} is unlocked: its failed log-ins are forgotten.`;
}

/** Marks an address as verified, as its link would have. @returns what to say */
export async function verifyEmail(service: AdminService, address: string): Promise<string> {
  const { orm, operator, clock, signRecord, rules } = service;
  const account = await accountOf(service, address);
  const { id: userId, email } = account;
  if (account.emailVerifiedAt) throw new Failure(`${email} is verified already`);
  const now = new Date(await clock());
  const status = await transact(orm.em, async (em) => {
    await loadSwitch(em, userId, { lock: true });
    const others = await otherRegistrations(em, account);
    if (others > 0) {
      throw new Failure(
        `${email} was registered ${others + 1} times, and it cannot be determined here which registration is the owner's: the owner has to open the link of their own, or let all expire and register again`,
      );
    }
    if (!(await verifyAddress(em, { userId }, now)))
      throw new Failure(`${email} was verified or removed a moment ago`);
    await recordOperator(em, { at: now, operator, action: 'email_verified', userId });
    const record = { type: 'email_verified' as const, detail: { by: 'operator' } };
    const context = { em, signRecord, rules, now };
    const after = await changeSwitch(context, userId, { kind: 'eligibility_changed' }, { record });
    return after?.state.status;
  });
  service.announce(userId);
  return `${email} is verified; its switch is ${status}.`;
}

/**
 * Switches the second factor of an account off, for an owner who lost it with the recovery codes, or whose account
 * someone else secured. The owner is told by mail and in their own log. @returns what to say
 */
export async function disableTwoFactor(service: AdminService, address: string): Promise<string> {
  const { orm, operator, clock, signRecord } = service;
  const { id: userId, email } = await accountOf(service, address);
  const at = new Date(await clock());
  await transact(orm.em, async (em) => {
    await loadSwitch(em, userId, { lock: true });
    const disabled = await em.nativeUpdate(
      User,
      { id: userId, twoFactorEnabled: true },
      { twoFactorEnabled: false },
    );
    if (disabled !== 1) throw new Failure(`Two-factor authentication of ${email} is already off`);
    await removeTwoFactor(em, userId);
    await recordOperator(em, { at, operator, action: 'two_factor_disabled', userId });
    const detail = { by: 'operator' };
    await recordActivity(em, signRecord, { userId, type: 'two_factor_disabled', at, detail });
    const data = { account: 'two_factor_off', at: at.getTime(), byOperator: true };
    const key = `security_change/${userId}/${randomUUIDv7()}`;
    await queueMail(em, { key, kind: 'security_change', recipient: email, userId, data }, at);
  });
  service.announce(userId);
  return `Two-factor authentication of ${email} is off, and its owner is told by mail.`;
}

/** Forgets an opt-out, for a person who changed their mind. @returns what to say */
export async function forgetOptOut(
  { orm, operator, clock, config }: AdminService,
  text: string,
): Promise<string> {
  const email = addressIn(text);
  await transact(orm.em, async (em) => {
    const forgotten = await forgetOptOuts(em, config, email);
    if (forgotten === 0) throw new Failure(`${email} has not asked never to be a successor`);
    const detail = { forgotten };
    await recordOperator(em, { at: new Date(await clock()), operator, action: 'opt_outs_forgotten', detail });
  });
  return `${email} may be named as a successor again.`;
}

/** How many switches a restored backup would start over. */
export async function countOpen({ orm }: AdminService): Promise<number> {
  const [row] = await orm.em
    .fork()
    .execute<{ n: number }[]>(
      `select count(*)::int as n from switch where status not in ('off', 'completed')`,
    );
  return row?.n ?? 0;
}

/**
 * Records that the database was moved while everything was stopped, and that nothing is missing. Reconcile then starts
 * nothing over, unless it finds that something is missing. @returns what to say
 */
export async function moved({ orm, operator, clock }: AdminService): Promise<string> {
  const at = new Date(await clock());
  await transact(orm.em, async (em) => {
    if (await isJudged(em)) {
      throw new Failure(
        'Nothing was done: reconcile has judged this database already. A move has to be reported before a worker starts',
      );
    }
    await recordOperator(em, { at, operator, action: 'moved' });
    await judge(em, { movedAt: at });
  });
  return 'Noted: the database was moved with nothing missing. Switches continue where they left off once a worker is running.';
}

/** After a restored backup: starts every open switch over, as reconcile does when it notices one. */
export async function restored(service: AdminService): Promise<string> {
  const { orm, operator, clock, signRecord, rules, announce } = service;
  const restoredAt = await clock();
  const switches = await countOpen(service);
  const fork = () => orm.em.fork();
  // Recorded first, so that an interrupted command leaves a trace. Workers would finish its work.
  await recordOperator(fork(), {
    at: new Date(restoredAt),
    operator,
    action: 'restored',
    detail: { switches },
  });
  await beginRestoration(fork(), new Date(restoredAt), 'operator', rules);
  const claimant = randomUUIDv7();
  const unreadable: string[] = [];
  const work = {
    fork,
    clock,
    signRecord,
    rules,
    announce,
    unreadable: (id: string) => unreadable.push(id),
  };
  for (;;) {
    const left = await startOverSome(work, claimant);
    if (left === 'nothing') break;
    // A worker is already doing it.
    if (left === 'others') await sleep(500);
  }
  return `${switches} open ${switches === 1 ? 'switch has' : 'switches have'} started over, as if every owner had just been seen.${unreadableRows(unreadable)}`;
}

/** What to say about the owners whose rows can't be read; blank if there are none. */
export const unreadableRows = (userIds: readonly string[]): string =>
  userIds.length === 0 ? '' : ` These rows cannot be read, and go nowhere: ${userIds.join(', ')}.`;
