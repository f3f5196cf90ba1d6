/** Handles mail that comes back after the mail server had accepted it. */
import { recordActivity, type SignRecord } from '../db/activity-log.ts';
import { noteFailed, queueForWays } from '../db/channels.ts';
import { Mail, type MailRow } from '../db/entities/mail.ts';
import { type LoadedSwitch, loadSwitch } from '../db/load-switch.ts';
import { isClaimed, mailReturned, requeueMail } from '../db/mail.ts';
import type { EntityManager } from '../db/orm.ts';
import { keyForOther } from '../db/other-mailbox.ts';
import { putMessage, REPLACE_WORKFLOW } from '../db/outbox.ts';
import { mailIdIn, type ReturnReferences } from '../db/return-reference.ts';
import { tellOfRefusal } from '../db/successor-problems.ts';
import { changeSwitch } from '../db/switch.ts';
import { isAgainstMailbox, type RefusalReason } from '../switch/dead-mailbox.ts';
import { isUnheard, type Rules } from '../switch/state.ts';
import { evidenceFromOthers, giveUp, isMailboxDead, lastAnswer } from './dead-mailbox.ts';
import { isLatestNotice } from './kinds/final-notice.ts';
import { kindOf } from './kinds/index.ts';
import { delayAfterReturn, isReportInTime } from './retry.ts';
import { isSuppressed, refusalReason } from './smtp-verdict.ts';
import { isWarning } from './warning.ts';

/** The parts of a report about a mail that couldn't be delivered (RFC 3464). */
export interface ReturnReport {
  /** The signed reference of the mail. */
  reference: string;
  /** For example `5.1.1`; blank if it isn't known. */
  status: string;
  /** The words of the server that refused it, such as `smtp; 550 5.1.1 User unknown`; blank if they aren't known. */
  diagnostic: string;
  /** When it reached us, if it was read only later. */
  arrivedAt?: Date;
}

export interface ReturnDeps {
  em: EntityManager;
  signRecord: SignRecord;
  returnReferences: ReturnReferences;
  rules: Rules;
  operators: readonly string[];
}

/** A mail came back before its acceptance was noted. The report can be handled once that has been done. */
export class ReturnedTooSoon extends Error {
  override name = 'ReturnedTooSoon';
}

/**
 * Undoes the acceptance of a mail: queues it again, notes the refusal as if it had come at once, and takes back the
 * step that followed from the acceptance, all in one transaction. Nothing changes if the reference is forged, unknown
 * or of an earlier acceptance, or if the same report has come before.
 *
 * @returns whose mail it was; null if nothing changed
 * @throws ReturnedTooSoon while a worker is still noting the acceptance
 */
export async function takeBack(deps: ReturnDeps, report: ReturnReport, now: Date): Promise<string | null> {
  const { em, signRecord, rules, returnReferences } = deps;
  const id = mailIdIn(report.reference);
  // Read before the row, which has the acceptance if it was noted in between.
  const claimed = await isClaimed(em, id);
  const mail = await em.findOne(Mail, { id }, { refresh: true });
  if (!mail || !returnReferences.isOf(report.reference, mail.id, mail.attempts)) return null;
  if (claimed && mail.status === 'queued') throw new ReturnedTooSoon();
  if (mail.status !== 'accepted' || !mail.acceptedAt) return null;
  if (!isReportInTime(mail.acceptedAt, report.arrivedAt ?? now, rules)) return null;
  return em.transactional(async (tx) => {
    // All code that notes a mail's outcome locks its switch first.
    const before = await loadSwitch(tx, mail.userId, { lock: true });
    if (!before) return null;
    const at = now.getTime();
    const { reason, code } = refusalIn(report, await lastAnswer(tx, mail, before.state.lastSeenAt));
    const evidence = await evidenceFromOthers(deps, tx, mail, at, { returnedAt: at });
    const queued = await mailReturned(tx, mail, code, {
      reason,
      against: isAgainstMailbox(reason, evidence, at, rules),
      at: now,
      restsUntil: new Date(at + delayAfterReturn(reason, mail, rules, now)),
      dayMs: rules.dayMs,
    });
    if (!queued) return null;
    await tellOfRefusal(tx, queued, rules.dayMs, now);
    const { userId, channelId } = queued;
    if (channelId) await noteFailed(tx, channelId, code, now);
    const detail = { kind: queued.kind, n: Number(queued.data.n ?? 0) };
    await recordActivity(tx, signRecord, { userId, at: now, type: 'mail_returned', detail });
    const context = { em: tx, signRecord, rules, now };
    const kind = kindOf(queued);
    const heard = await isHeardElsewhere(tx, queued);
    const after = await changeSwitch(context, userId, ({ state }) =>
      heard ? null : (kind.returned?.(state, queued, at) ?? null),
    );
    if (after) await warnAgain(tx, after, now);
    const { state } = after ?? before;
    const step = kind.undeliverable?.(state, queued, at);
    if (step && (await isMailboxDead(deps, tx, queued, state, reason, evidence, at))) {
      await changeSwitch(context, userId, step, { record: { type: 'warning_undeliverable', detail } });
    }
    if (reason === 'gone') await giveUp(deps, tx, queued, evidence, now);
    return userId;
  });
}

/**
 * If the report has led back to the long grace period, the final notice is queued again wherever it became obsolete when
 * the usual one ended. The step isn't due again, so nothing else would do that.
 */
async function warnAgain(em: EntityManager, { userId, state }: LoadedSwitch, now: Date): Promise<void> {
  if (state.status !== 'grace_period' || !isUnheard(state)) return;
  const order = { orderBy: { createdAt: 'desc' }, refresh: true } as const;
  const notices = await em.find(Mail, { userId, kind: 'final_notice', epoch: state.epoch }, order);
  const latest = notices.find((mail) => isLatestNotice(state, mail));
  if (!latest) return;
  const { id, key, kind, data, status } = latest;
  await queueForWays(em, { key, kind, userId, epoch: state.epoch, data }, now);
  if (status !== 'obsolete') return;
  await requeueMail(em, id);
  await putMessage(em, { kind: 'mail', subjectId: id, seq: REPLACE_WORKFLOW }, now);
}

/**
 * Whether a reference names one of our mails, and no secret signed it for any attempt: it is forged, or the secret was
 * replaced and isn't listed any more.
 */
export async function isSignedByNone(
  { em, returnReferences }: Pick<ReturnDeps, 'em' | 'returnReferences'>,
  reference: string,
): Promise<boolean> {
  const mail = await em.findOne(Mail, { id: mailIdIn(reference) });
  if (!mail) return false;
  const attempts = Array.from({ length: mail.attempts }, (_, before) => before + 1);
  return !attempts.some((attempt) => returnReferences.isOf(reference, mail.id, attempt));
}

/**
 * Whether another way than this one took the same warning and has never returned it, so that the owner was reached; or
 * the other mailbox of a successor took the same mail.
 */
async function isHeardElsewhere(
  em: EntityManager,
  { key, kind, userId, successorId, channelId }: MailRow,
): Promise<boolean> {
  if (successorId) return (await em.count(Mail, { key: keyForOther(key), status: 'accepted' })) > 0;
  if (!channelId) return false;
  const taken = await em.find(Mail, { userId, kind, status: 'accepted' }, { refresh: true });
  const warning = key.slice(0, -channelId.length);
  return taken.some((mail) => mail.key.startsWith(warning) && mail.data.returned === undefined);
}

/**
 * Whose warning was reported as spam; null if the reference is forged or unknown, or names another mail. It was
 * delivered, so its step isn't taken back. It isn't a sign of life either, because mail programs complain by
 * themselves.
 */
export async function warningReportedAsSpam(
  { em, returnReferences }: Pick<ReturnDeps, 'em' | 'returnReferences'>,
  reference: string,
): Promise<string | null> {
  const mail = await em.findOne(Mail, { id: mailIdIn(reference) });
  if (!mail || !returnReferences.isOf(reference, mail.id, mail.attempts)) return null;
  return isWarning(mail) ? mail.userId : null;
}

/**
 * Why the mail was refused, and a code for operators, which leaves out the server's words.
 *
 * @param before see `lastAnswer`
 */
export function refusalIn(
  { status, diagnostic }: Pick<ReturnReport, 'status' | 'diagnostic'>,
  before: RefusalReason = 'blocked',
): {
  reason: RefusalReason;
  code: string;
} {
  const [, reply, own] =
    diagnostic.match(/^(?:\s*[\w-]+\s*;)?\s*(\d{3})[ -](?:(\d\.\d{1,3}\.\d{1,3})\b)?/) ?? [];
  const known = own ?? (reply && /^\d\.0\.0$/.test(status) ? reply : status);
  return {
    reason: refusalReason({ text: diagnostic, status, ofRecipient: false, lastAnswer: before }),
    code: `returned ${isSuppressed(diagnostic) ? 'suppressed' : known || (reply ?? '')}`.trim(),
  };
}
