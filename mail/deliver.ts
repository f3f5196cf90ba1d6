/** Delivers one mail: writes it from the rows as they are now, sends it, and notes what the mail server said. */
import { type Due, whatIsDue } from '../db/due.ts';
import type { MailRow } from '../db/entities/mail.ts';
import {
  type ClaimedMail,
  claimMail,
  endDeadMail,
  mailAccepted,
  mailObsolete,
  mailRefused,
  releaseClaim,
} from '../db/mail.ts';
import type { EntityManager } from '../db/orm.ts';
import { forgetTokens, remembering } from '../db/tokens.ts';
import { isMailboxDead } from './dead-mailbox.ts';
import type { MailDeps } from './deps.ts';
import { inOtherHands, keepInHand, stillInHand } from './in-hand.ts';
import { kindOf } from './kinds/index.ts';
import { render } from './layout/render.ts';
import { failureOf, notYet } from './not-yet.ts';
import { restAfter, restsForMs } from './rests.ts';
import { MailRefused } from './smtp.ts';
import { type Fate, type StepOptions, takeStep } from './step.ts';
import { isWarning } from './warning.ts';
import { type Known, writeMail } from './write.ts';

/** A mailbox that took nothing for so many days, and was gone each time, is not tried any more where nobody waits. */
const DEAD_FOR_DAYS = 30;

/** What the caller knows and holds already, and how the step is taken that the mail brings. */
export interface Attempt extends Known {
  /** Left out, the mail is claimed here. */
  claim?: ClaimedMail;
  step?: StepOptions;
}

/**
 * Tries to deliver a mail, at least once and, short of a crash between the server's 250 and our commit, at most once.
 * The step of the switch that its fate brings is taken in the transaction that notes it.
 *
 * @returns when the server accepted it; null where the mail has lost its point
 * @throws ApplicationFailure, retryable, while the server does not take it
 */
export async function deliver(
  deps: MailDeps,
  em: EntityManager,
  mail: MailRow,
  attempt: Attempt = {},
): Promise<Date | null> {
  const due = attempt.due ?? (isWarning(mail) ? await whatIsDue(deps, em, { userId: mail.userId }) : null);
  const follow = (own: EntityManager, fate: Fate) => takeStep(deps, own, mail, due, fate, attempt.step);
  if (mail.status !== 'queued') return takeMissingStep(deps, em, mail, follow);
  if (!deps.mailer) throw notYet('mail_unconfigured');
  const restMs = restsForMs(mail, deps.rules, await deps.clock());
  if (restMs > 0) throw notYet(mail.lastError ?? 'refused', restMs);
  const claim = attempt.claim ?? (await claimMail(em, mail.id));
  if (!claim) throw inOtherHands();

  const now = new Date(await deps.clock());
  // The tokens' hashes are committed before the mail goes out; those of tries that may have arrived stay valid.
  const { seal, minted } = remembering(deps.seal);
  if (attempt.token !== undefined) minted.push(attempt.token);
  const known: Known = { ...attempt, ...(due ? { due } : {}) };
  const letter = await writeMail({ ...deps, seal }, em, mail, now, known).catch(async (error: unknown) => {
    await forgetTokens(em, minted);
    await releaseClaim(em, claim);
    throw error;
  });
  if (!letter) {
    await forgetTokens(em, minted);
    await note(em, { what: 'dropped', at: now }, follow, (own) => mailObsolete(own, mail.id));
    return null;
  }

  const answeredAt = stopwatch(deps, now);
  const refused = await send(deps, em, claim, { id: mail.id, to: mail.recipient, ...render(letter) });
  const at = await answeredAt();
  if (!refused) {
    await note(em, { what: 'accepted', at }, follow, (own) => mailAccepted(own, mail.id, at));
    await deps.mailHeart.beat(em, at);
    return at;
  }
  const { answered, permanent } = refused;
  const { dayMs } = deps.rules;
  const rest = restAfter(refused, mail, deps.rules, at);
  const restsUntil = rest === undefined ? null : new Date(at.getTime() + rest);
  if (refused.unsent) await forgetTokens(em, minted);
  await mailRefused(em, claim, refused.message, { answered, permanent, at, restsUntil, dayMs });
  if (answered && due) await giveUpOnDeadMailbox(deps, em, mail, due, refused, at, follow);
  if (permanent && (await endDeadMail(em, mail, at, DEAD_FOR_DAYS * dayMs))) return null;
  throw notYet(refused.message, rest, failureOf(refused));
}

type Follow = (em: EntityManager, fate: Fate) => Promise<void>;

/** Noted without its step, where the step failed: it is taken now. */
async function takeMissingStep(
  deps: MailDeps,
  em: EntityManager,
  mail: MailRow,
  follow: Follow,
): Promise<Date | null> {
  const { acceptedAt = null } = mail;
  const fate: Fate = acceptedAt
    ? { what: 'accepted', at: acceptedAt }
    : { what: 'dropped', at: new Date(await deps.clock()) };
  await em.transactional((tx) => follow(tx, fate));
  return acceptedAt;
}

/** Notes the fate of a mail together with its step: whatever is lost after, Temporal's data included, the two agree. */
async function note(
  em: EntityManager,
  fate: Fate,
  follow: Follow,
  write: (em: EntityManager) => Promise<void>,
): Promise<void> {
  try {
    await em.transactional(async (tx) => {
      await follow(tx, fate);
      await write(tx);
    });
  } catch (error) {
    // A step that cannot be taken must not have the mail sent again and again: it is tried again by itself.
    await write(em);
    throw error;
  }
}

/** What the mail server said has to be noted even if nobody can vouch for the time any more: counted on from then. */
function stopwatch({ clock }: MailDeps, from: Date): () => Promise<Date> {
  const began = performance.now();
  return async () => {
    const counted = from.getTime() + performance.now() - began;
    return new Date(await (async () => clock())().catch(() => counted));
  };
}

/** @returns the mail server's no; undefined where it took the mail */
async function send(
  deps: MailDeps,
  em: EntityManager,
  claim: ClaimedMail,
  mail: { id: string; to: string; subject: string; text: string; html: string },
): Promise<MailRefused | undefined> {
  const release = keepInHand(deps, claim);
  let lost: unknown;
  // While others were sent, the database may have gone: a mail that could not be noted would be sent again later.
  const still = async () => {
    lost = await stillInHand(deps, em, claim).then(
      (ours) => (ours ? undefined : inOtherHands()),
      (error: unknown) => error,
    );
    if (lost !== undefined) throw lost;
  };
  try {
    await deps.mailer?.send(mail, still);
    return undefined;
  } catch (error) {
    if (lost !== undefined) throw lost;
    return error instanceof MailRefused ? error : new MailRefused('unreachable');
  } finally {
    release();
  }
}

/** A warning to a mailbox that is dead for good counts as a step, or a rightful release would wait for ever. */
async function giveUpOnDeadMailbox(
  deps: MailDeps,
  em: EntityManager,
  mail: MailRow,
  { loaded }: Due,
  { permanent }: MailRefused,
  at: Date,
  follow: Follow,
): Promise<void> {
  if (!kindOf(mail).undeliverable) return;
  if (await isMailboxDead(deps, em, mail, loaded.state, permanent, at.getTime())) {
    await em.transactional((tx) => follow(tx, { what: 'undeliverable', at }));
  }
}
