/** Delivers one mail: writes it from the current rows, sends it, and notes the mail server's answer. */
import { noteFailed, noteTaken } from '../db/channels.ts';
import { type DueResult, whatIsDue } from '../db/due.ts';
import type { MailRow } from '../db/entities/mail.ts';
import { loadSwitch } from '../db/load-switch.ts';
import {
  type ClaimedMail,
  claimMail,
  mailAccepted,
  mailObsolete,
  mailRefused,
  releaseClaim,
} from '../db/mail.ts';
import type { EntityManager } from '../db/orm.ts';
import { tellOfRefusal } from '../db/successor-problems.ts';
import { forgetTokens, rememberingSigner } from '../db/tokens.ts';
import { type Evidence, isAgainstMailbox, type RefusalReason } from '../switch/dead-mailbox.ts';
import type { Rules, SwitchState } from '../switch/state.ts';
import { step } from '../switch/step.ts';
import { claimedElsewhere, isReaddressed, isStillClaimed, keepClaim, readdressed } from './claim.ts';
import { evidenceFromOthers, giveUp, isMailboxDead, lastAnswer } from './dead-mailbox.ts';
import type { MailDeps } from './deps.ts';
import { kindOf } from './kinds/index.ts';
import { render } from './layout/render.ts';
import { failureOf, notYet, waitsForServer } from './not-yet.ts';
import { delayAfterRefusal, RETRY, remainingDelayMs } from './retry.ts';
import { MailRefused } from './smtp.ts';
import { type MailOutcome, type StepOptions, takeStep } from './step.ts';
import { assertDue, isOutdatedNotice, isWarning, precedesLastReminder } from './warning.ts';
import { sendToWay } from './ways/send.ts';
import { type Prefetched, writeMail } from './write.ts';

/** What the caller has already read or claimed, and how to take the step that follows from the mail. */
export interface Attempt extends Prefetched {
  /** If left out, `deliver` claims the mail. */
  claim?: ClaimedMail;
  step?: StepOptions;
  /** Called once that step is committed, with what is due after it. */
  taken?: (due: DueResult) => void;
  /** Whether the mail has already been given its turn. */
  hasTurn?: boolean;
}

/**
 * Tries to deliver a mail. It is sent only once, unless we crash between the server's 250 and our commit. The
 * transaction that notes its outcome also takes the step of the switch that follows.
 *
 * @returns when the server accepted it; null if the mail has become obsolete or is given up
 * @throws ApplicationFailure, retryable, while the server doesn't accept it
 */
export async function deliver(
  deps: MailDeps,
  em: EntityManager,
  mail: MailRow,
  attempt: Attempt = {},
): Promise<Date | null> {
  const due = attempt.due ?? (isWarning(mail) ? await whatIsDue(deps, em, { userId: mail.userId }) : null);
  const follow: Follow = async (outcome, write) => {
    const next = await em.transactional(async (tx) => {
      const found = await takeStep(deps, tx, mail, due, outcome, attempt.step);
      await write?.(tx);
      return found;
    });
    if (next) attempt.taken?.(next);
  };
  if (mail.status !== 'queued') return takeMissingStep(deps, mail, due, follow);
  if (mail.byMail && !deps.mailer) throw notYet('mail_unconfigured');
  const delayMs = remainingDelayMs(mail, deps.rules, await deps.clock());
  if (delayMs > 0) throw notYet(mail.lastError ?? 'not due yet', delayMs);
  const waitMs = attempt.hasTurn || !mail.byMail ? 0 : await turnOf(deps);
  if (waitMs > 0) throw waitsForServer(waitMs);
  const claim = attempt.claim ?? (await claimMail(em, mail.id));
  if (!claim) throw claimedElsewhere();

  const now = new Date(await deps.clock());
  // The tokens' hashes are committed before the mail goes out. If an attempt may have arrived, its tokens stay valid.
  const { tokenSigner, minted } = rememberingSigner(deps.tokenSigner);
  if (attempt.token !== undefined) minted.push(attempt.token);
  const prefetched: Prefetched = { ...attempt, ...(due ? { due } : {}) };
  const letter = await writeMail({ ...deps, tokenSigner }, em, mail, now, prefetched).catch(
    async (error: unknown) => {
      await forgetTokens(em, minted);
      await releaseClaim(em, claim);
      throw error;
    },
  );
  if (!letter) {
    await forgetTokens(em, minted);
    await note(em, { what: 'dropped', at: now }, follow, (own) => mailObsolete(own, mail.id));
    return null;
  }

  const answeredAt = stopwatch(deps, now);
  const reference = deps.returnReferences.of(mail.id, claim.attempt);
  const { recipient } = mail;
  const refused = await send(deps, em, claim, (still) =>
    mail.byMail
      ? deps.mailer?.send({ id: mail.id, reference, to: recipient, ...render(letter) }, still)
      : sendToWay(deps, em, mail, letter),
  );
  const at = await answeredAt();
  if (!refused) {
    await note(em, { what: 'accepted', at }, follow, async (own) => {
      if (!(await mailAccepted(own, mail.id, at, recipient))) throw readdressed();
      // A mailbox that returned it once may return it again, so taking it proves nothing.
      if (mail.channelId && !mail.data.returned) await noteTaken(own, mail.channelId, at);
    }).catch(async (error: unknown) => {
      if (isReaddressed(error)) await releaseClaim(em, claim);
      throw error;
    });
    if (mail.byMail) await deps.mailHeartbeatRecorder.beat(em, at);
    return at;
  }
  if (refused.throttled) {
    // The server wants less mail of any kind. That isn't held against this one.
    if (refused.unsent) await forgetTokens(em, minted);
    await releaseClaim(em, claim);
    throw waitsForServer(Math.max(RETRY.shortestMs, await turnOf(deps)));
  }
  const reason = await reasonOf(em, mail, refused);
  const { rules } = deps;
  const nextDelayMs = delayAfterRefusal(reason, mail, rules, at);
  const restsUntil = nextDelayMs === undefined ? null : new Date(at.getTime() + nextDelayMs);
  if (refused.unsent) await forgetTokens(em, minted);
  const evidence =
    reason === null || !mail.byMail
      ? null
      : await evidenceFromOthers(deps, em, mail, at.getTime(), due?.loaded.state);
  const against =
    reason !== null && evidence !== null && isAgainstMailbox(reason, evidence, at.getTime(), rules);
  await mailRefused(em, claim, refused.message, {
    reason,
    against,
    at,
    restsUntil,
    dayMs: rules.dayMs,
    recipient,
  });
  if (mail.channelId) await noteFailed(em, mail.channelId, refused.message, at);
  await tellOfRefusal(em, mail, rules.dayMs, at);
  if (!mail.byMail && reason === 'gone') {
    // Its receiver has said that it wants nothing any more. The next warning asks again.
    await mailObsolete(em, mail.id);
    return null;
  }
  if (evidence !== null && due) await giveUpOnDeadMailbox(deps, em, mail, due, reason, evidence, at, follow);
  if (evidence !== null && reason === 'gone' && (await giveUp(deps, em, mail, evidence, at))) return null;
  throw notYet(refused.message, nextDelayMs, failureOf({ message: refused.message, reason }));
}

/** Takes the step that follows from a mail's outcome. @param write what else its transaction notes, after the step */
type Follow = (outcome: MailOutcome, write?: (tx: EntityManager) => Promise<void>) => Promise<void>;

/**
 * Takes the step of a mail whose outcome was noted without it: the step failed (see `note`), or was taken back when an
 * earlier warning came back.
 */
async function takeMissingStep(
  deps: MailDeps,
  mail: MailRow,
  due: DueResult | null,
  follow: Follow,
): Promise<Date | null> {
  const { acceptedAt = null } = mail;
  const takenBack = acceptedAt !== null && due !== null && isTakenBack(due.loaded.state, mail);
  if (takenBack && !isDueAgain(due, mail, deps.rules)) return acceptedAt;
  const outcome: MailOutcome =
    acceptedAt && !takenBack
      ? { what: 'accepted', at: acceptedAt }
      : { what: acceptedAt ? 'accepted' : 'dropped', at: new Date(await deps.clock()) };
  await follow(outcome);
  return acceptedAt;
}

/** Whether the step of an accepted warning was taken back. A change of address forgets what was returned. */
const isTakenBack = (state: SwitchState, mail: MailRow): boolean =>
  state.returnedAt !== null || precedesLastReminder(state, mail);

/**
 * Whether a step that was taken back is due again. Later steps keep their distance to it.
 *
 * @throws ApplicationFailure, retryable, if the switch waits for this step and it isn't due yet: nobody else may take it
 */
function isDueAgain(found: DueResult, mail: MailRow, rules: Rules): boolean {
  const { state } = found.loaded;
  if (isOutdatedNotice(state, mail)) return false;
  if (found.plan.due.kind === mail.kind) return true;
  const next = kindOf(mail).accepted?.(state, mail, found.now);
  if (next && step(state, next, found.now, rules)) assertDue(found, rules);
  return false;
}

/** Notes a mail's outcome and takes its step in one transaction, so that neither can be lost without the other. */
async function note(
  em: EntityManager,
  outcome: MailOutcome,
  follow: Follow,
  write: (em: EntityManager) => Promise<void>,
): Promise<void> {
  try {
    await follow(outcome, write);
  } catch (error) {
    // Note the outcome even if the step fails, or the mail would be sent again and again. The step is retried
    // separately.
    await write(em);
    throw error;
  }
}

/**
 * The mail server's answer must be noted even if the clock can't be trusted by then: the time is then counted from
 * `from`.
 */
function stopwatch({ clock }: MailDeps, from: Date): () => Promise<Date> {
  const began = performance.now();
  return async () => {
    const elapsed = from.getTime() + performance.now() - began;
    return new Date(await (async () => clock())().catch(() => elapsed));
  };
}

/** Asks for a mail's turn at the mail server. */
const turnOf = async ({ mailer }: MailDeps): Promise<number> => (mailer ? mailer.turn() : 0);

/** @returns the refusal; undefined if the mail was accepted */
async function send(
  deps: MailDeps,
  em: EntityManager,
  claim: ClaimedMail,
  handOver: (still: () => Promise<void>) => Promise<void> | undefined,
): Promise<MailRefused | undefined> {
  const release = keepClaim(deps, claim);
  let lost: unknown;
  // The database may have gone down while this mail waited. If its outcome can't be noted, it would be sent twice.
  const still = async () => {
    lost = await isStillClaimed(deps, em, claim).then(
      (ours) => (ours ? undefined : claimedElsewhere()),
      (error: unknown) => error,
    );
    if (lost !== undefined) throw lost;
  };
  try {
    await handOver(still);
    return undefined;
  } catch (error) {
    if (lost !== undefined) throw lost;
    return error instanceof MailRefused ? error : new MailRefused('unreachable');
  } finally {
    release();
  }
}

/**
 * Why a mail was refused. The switch is read only now, after `at`: an owner who was seen while the server decided
 * isn't dead because of what their mailbox said before.
 */
async function reasonOf(
  em: EntityManager,
  mail: MailRow,
  { reason, suppressed }: MailRefused,
): Promise<RefusalReason | null> {
  const loaded = suppressed ? await loadSwitch(em, mail.userId) : null;
  return loaded ? lastAnswer(em, mail, loaded.state.lastSeenAt) : reason;
}

/** A warning to a dead mailbox counts as a step. Otherwise a rightful release would wait for ever. */
async function giveUpOnDeadMailbox(
  deps: MailDeps,
  em: EntityManager,
  mail: MailRow,
  { loaded }: DueResult,
  reason: RefusalReason | null,
  evidence: Evidence,
  at: Date,
  follow: Follow,
): Promise<void> {
  if (reason === null || !kindOf(mail).undeliverable) return;
  if (await isMailboxDead(deps, em, mail, loaded.state, reason, evidence, at.getTime())) {
    await follow({ what: 'undeliverable', at });
  }
}
