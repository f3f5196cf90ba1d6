/** Sends one mail row: composes it from the rows as they are now, mints its links, and notes what the server said. */
import { asyncLocalStorage as activityContext } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import { Mail, type MailRow } from '../db/entities/mail.ts';
import {
  type ClaimedMail,
  claimMail,
  endDeadMail,
  extendClaim,
  mailAccepted,
  mailObsolete,
  mailRefused,
  type TakenMail,
} from '../db/mail.ts';
import type { EntityManager } from '../db/orm.ts';
import { noteRehearsal } from '../db/rehearsal.ts';
import { changeSwitch } from '../db/switch.ts';
import { forgetTokens, remembering } from '../db/tokens.ts';
import { render } from '../mail/layout/render.ts';
import { notYet } from '../mail/not-yet.ts';
import { BUSY, MailRefused } from '../mail/smtp.ts';
import { type Known, writeMail } from '../mail/write.ts';
import { owedMails, type Rules, step } from '../switch/state.ts';
import type { MailInput } from '../workflows/contract.ts';
import type { ActivityDeps } from './deps.ts';
import { trustClock } from './now.ts';

/** Whether the mail server has just said no to this mail, and whether for good; null where it was not asked, or silent. */
export function refusalIn(error: unknown): 'permanent' | 'temporary' | null {
  if (!(error instanceof ApplicationFailure)) return null;
  if (error.type === 'MailboxGone') return 'permanent';
  return error.type === 'MailRefused' ? 'temporary' : null;
}

/** What a mail that did not get its turn fails with: the server was not asked, so that its own rests are not for it. */
const NO_TURN = 'MailHadNoTurn';

const failureOf = ({ message, permanent, answered }: MailRefused): string | undefined => {
  if (permanent) return 'MailboxGone';
  if (answered) return 'MailRefused';
  return message === BUSY ? NO_TURN : undefined;
};

const inOtherHands = () => ApplicationFailure.retryable('in another worker’s hands', 'MailInHand');

/** How long a mailbox that does not exist is left alone: a quarter of a day. */
export const patienceMs = ({ dayMs }: Rules): number => Math.max(1_000, dayMs / 4);

/** So long a mail that a mailbox refuses otherwise is tried as often as the activity's backoff says, then once an hour. */
const HASTE_DAYS = 1;
/** After so many days with a refusal it is tried every three hours: a month is not worth nine thousand knocks. */
const PATIENCE_DAYS = 7;
/** More seldom, a mailbox that answers "come again later" has forgotten that somebody was there. */
const TRIES_A_DAY = 8;

/** A mailbox that took nothing for so many days, and was gone each time, is not tried any more where nobody waits. */
const DEAD_FOR_DAYS = 30;

/** How long a mail that was just refused is left alone; undefined, as the activity's backoff says. */
function restAfter(
  no: MailRefused,
  { refusedSince, refusedDays }: MailRow,
  rules: Rules,
  at: Date,
): number | undefined {
  if (no.permanent) return patienceMs(rules);
  const refusedMs = at.getTime() - (refusedSince ?? at).getTime();
  if (!no.answered || refusedMs < HASTE_DAYS * rules.dayMs) return undefined;
  return Math.max(1_000, rules.dayMs / (refusedDays < PATIENCE_DAYS ? 24 : TRIES_A_DAY));
}

/**
 * How long the mail must not be tried yet; 0 where it may be. By the row, so that a workflow that is told to look
 * again, or that changes from a local try to a remote one, does not knock once more.
 */
function restsForMs({ restsUntil }: MailRow, rules: Rules, now: number): number {
  const rest = (restsUntil?.getTime() ?? now) - now;
  // What a clock that was ahead wrote down must not keep a mail for years.
  return rest > patienceMs(rules) ? 0 : Math.max(0, rest);
}

/**
 * The step that the fate of a mail brings, in the transaction that notes it: whatever is lost after, Temporal's data
 * included, the two stand together.
 *
 * @param acceptedAt null where the mail has lost its point
 */
export type Consequence = (tx: EntityManager, acceptedAt: Date | null) => Promise<unknown>;

/** Notes the fate of a mail together with its step. */
async function noteFate(
  em: EntityManager,
  acceptedAt: Date | null,
  consequence: Consequence | undefined,
  note: (em: EntityManager) => Promise<void>,
): Promise<void> {
  if (!consequence) return note(em);
  try {
    await em.transactional(async (tx) => {
      await consequence(tx, acceptedAt);
      await note(tx);
    });
  } catch (error) {
    // A step that cannot be taken must not have the mail sent again and again: it is tried again by itself.
    await note(em);
    throw error;
  }
}

/**
 * Delivers a mail, at least once and, short of a crash between the server's 250 and our commit, at most once.
 *
 * @param known what the caller has just read
 * @param consequence not taken where the fate of the mail was noted before
 * @returns when the server accepted it; null where the mail has lost its point
 * @throws ApplicationFailure, retryable, while the server does not take it
 */
export async function deliver(
  deps: ActivityDeps,
  em: EntityManager,
  mail: MailRow,
  known: Known = {},
  consequence?: Consequence,
): Promise<Date | null> {
  if (mail.status !== 'queued') return mail.acceptedAt ?? null;
  if (!deps.mailer) throw notYet('mail_unconfigured');
  const now = await deps.clock();
  const restMs = restsForMs(mail, deps.rules, now);
  if (restMs > 0) throw notYet(mail.lastError ?? 'refused', restMs);
  const claim = await claimMail(em, mail.id);
  if (!claim) throw inOtherHands();
  return deliverClaimed(deps, em, { mail, claim }, known, consequence);
}

/** As `deliver`, a mail that is in this worker's hands already. */
export async function deliverClaimed(
  deps: ActivityDeps,
  em: EntityManager,
  { mail, claim }: Pick<TakenMail, 'mail' | 'claim'>,
  known: Known,
  consequence?: Consequence,
): Promise<Date | null> {
  if (!deps.mailer) throw notYet('mail_unconfigured');
  const now = new Date(await deps.clock());
  // The tokens' hashes are committed before the mail goes out; those of tries that may have arrived stay valid.
  const { seal, minted } = remembering(deps.seal);
  if (known.token !== undefined) minted.push(known.token);
  const letter = await writeMail({ ...deps, seal }, em, mail, now, known);
  if (!letter) {
    await forgetTokens(em, minted);
    await noteFate(em, null, consequence, (own) => mailObsolete(own, mail.id));
    return null;
  }
  const release = keepInHand(deps, claim);
  const began = performance.now();
  // What the mail server said has to be noted even if nobody can vouch for the time any more: counted on from then.
  const answeredAt = async () => {
    const counted = now.getTime() + performance.now() - began;
    const clock = (async () => deps.clock())();
    return new Date(await clock.catch(() => counted));
  };
  let lost: unknown;
  // While others were sent, the database may have gone: a mail that could not be noted would be sent again later.
  const still = async () => {
    lost = await stillOurs(deps, em, claim).then(
      (ours) => (ours ? undefined : inOtherHands()),
      (error: unknown) => error,
    );
    if (lost !== undefined) throw lost;
  };
  try {
    const outgoing = { id: mail.id, to: mail.recipient, ...render(letter) };
    await deps.mailer.send(outgoing, still);
  } catch (error) {
    if (lost !== undefined) throw lost;
    const no = error instanceof MailRefused ? error : new MailRefused('unreachable');
    const { answered, permanent } = no;
    const at = await answeredAt();
    const restMs = restAfter(no, mail, deps.rules, at);
    const restsUntil = restMs === undefined ? null : new Date(at.getTime() + restMs);
    if (no.unsent) await forgetTokens(em, minted);
    const { dayMs } = deps.rules;
    await mailRefused(em, claim, no.message, { answered, permanent, at, restsUntil, dayMs });
    if (permanent && (await endDeadMail(em, mail, at, DEAD_FOR_DAYS * dayMs))) return null;
    throw notYet(no.message, restMs, failureOf(no));
  } finally {
    release();
  }
  const acceptedAt = await answeredAt();
  await noteFate(em, acceptedAt, consequence, (own) => mailAccepted(own, mail.id, acceptedAt));
  await deps.mailHeart.beat(em, acceptedAt);
  return acceptedAt;
}

/** So long a claim is young: it lasts for a minute, and no other worker can have the mail yet. */
const YOUNG_MS = 1_000;

/**
 * Whether the mail is still in hand, and the database there to note what becomes of it. Of a young claim only the
 * latter is asked, which all who wait in a storm share.
 */
async function stillOurs(
  { referenceClock }: ActivityDeps,
  em: EntityManager,
  claim: ClaimedMail,
): Promise<boolean> {
  if (performance.now() - claim.takenAt >= YOUNG_MS) return extendClaim(em, claim);
  await referenceClock();
  return true;
}

const HOLD_EVERY_MS = 15_000;

/** A mail server may think for minutes (RFC 5321, 4.5.3.2.6): nobody else takes the mail, and Temporal knows. */
function keepInHand({ orm }: ActivityDeps, claim: ClaimedMail): () => void {
  const heartbeat = activityContext.getStore();
  const timer = setInterval(() => {
    heartbeat?.heartbeat();
    // A database that does not answer lets the claim run out, which costs a second mail at worst.
    extendClaim(orm.em.fork(), claim).catch(() => {});
  }, HOLD_EVERY_MS);
  return () => clearInterval(timer);
}

/** Where the mail server answers no, or nothing, the first rest and the longest. */
const FIRST_REST_MS = 5_000;
const LONGEST_REST_MS = 30 * 60_000;

/**
 * What the mail server said, or that it was silent, a mail waits for ever longer, and that is told with the failure. All
 * else is over soon, such as a database that is down, a worker that was killed with the mail in hand, or a burst in which
 * it did not get its turn: for that there is the backoff of the mail's workflow, which stays short however many tries
 * there were.
 */
function restingLonger(error: unknown): unknown {
  if (!(error instanceof ApplicationFailure) || error.nextRetryDelay !== undefined) return error;
  if (!refusalIn(error) && error.type !== 'MailNotAccepted') return error;
  const attempt = activityContext.getStore()?.info.attempt ?? 1;
  const restMs = Math.min(LONGEST_REST_MS, FIRST_REST_MS * 2 ** (attempt - 1));
  return notYet(error.message, restMs, error.type ?? undefined);
}

/** The activity of a mail that has a workflow of its own. */
export function createMailActivities(deps: ActivityDeps) {
  return {
    /**
     * Sends a queued mail; returns at once when there is nothing left to send.
     *
     * @throws ApplicationFailure, retryable, while it is not accepted, or this worker's clock is wrong
     */
    async sendMail({ mailId }: MailInput): Promise<void> {
      try {
        await sendQueued(deps, mailId);
      } catch (error) {
        throw restingLonger(error);
      }
    },
  };
}

async function sendQueued(deps: ActivityDeps, mailId: string): Promise<void> {
  await trustClock(deps);
  const em = deps.orm.em.fork();
  const mail = await em.findOne(Mail, { id: mailId });
  if (!mail) return;
  const consequence = await consequenceOf(deps, mail);
  if (!consequence) {
    await deliver(deps, em, mail);
    return;
  }
  // Noted without its step, as by an older version or where the step failed: it is taken now.
  if (mail.status === 'queued') await deliver(deps, em, mail, {}, consequence);
  else await em.transactional((tx) => consequence(tx, mail.acceptedAt ?? null));
  deps.announce(mail.userId);
}

/** The step that a mail brings which has a workflow of its own. */
async function consequenceOf(deps: ActivityDeps, mail: MailRow): Promise<Consequence | undefined> {
  const { kind, successorId, data } = mail;
  if (kind === 'rehearsal') {
    return async (tx, at) =>
      at && noteRehearsal(tx, deps.signRecord, String(data.rehearsalId), 'mail_accepted', at);
  }
  if (kind !== 'invitation' || !successorId) return undefined;
  const now = new Date(await deps.clock());
  return (tx, acceptedAt) => noteAsked(deps, tx, mail, successorId, acceptedAt, now);
}

/** From the mail server's word on, or from when the ask lost its point, the time counts until the next one. */
async function noteAsked(
  { signRecord, rules }: ActivityDeps,
  tx: EntityManager,
  mail: MailRow,
  successorId: string,
  acceptedAt: Date | null,
  now: Date,
) {
  const at = acceptedAt ?? now;
  const ask = Number(mail.data.n);
  const event = acceptedAt
    ? { kind: 'invitation_accepted' as const, successorId, at: at.getTime() }
    : { kind: 'invitation_dropped' as const, successorId, ask };
  await changeSwitch({ em: tx, signRecord, now: at }, mail.userId, ({ state: before }) => {
    if (before.handover?.id !== mail.handoverId) return null;
    const invitee = before.handover?.invitees.find((each) => each.successorId === successorId);
    // It was noted before, or a later ask is on its way.
    if (invitee?.invitationsSent !== ask || invitee.invitedAt !== null) return null;
    const state = step(before, event, at.getTime(), rules);
    return state && { state, owedMails: owedMails(before, state), record: null, tell: 'workflow' };
  });
}
