/** Warns the owner: tries to send a reminder or the final notice at once, or leaves it to a workflow of its own. */
import { queueForWays } from '../db/channels.ts';
import { type DueResult, whatIsDue } from '../db/due.ts';
import { Mail, type MailRow } from '../db/entities/mail.ts';
import { ensureMail, requeueMail, takeNewMail } from '../db/mail.ts';
import type { EntityManager } from '../db/orm.ts';
import { putMessage } from '../db/outbox.ts';
import { newToken } from '../db/tokens.ts';
import { type Attempt, deliver } from '../mail/deliver.ts';
import { isOutdatedNotice } from '../mail/warning.ts';
import { ownerAliveAnswers, silenceStart } from '../switch/state.ts';
import type { ActivityDeps } from './deps.ts';
import { type Look, longestWaitMs, lookAfter, nextEventAt, reportDue, reportWait } from './look.ts';
import { type StepInput, tryAgain } from './now.ts';

type Warning = 'reminder' | 'final_notice';

/** The workflow waits no longer than this for its local step. If the mail is accepted later, it needs a signal. */
const LOCAL_STEP_MS = 4_000;

/** The mail for a warning. The same warning has the same key, so asking for it twice makes one mail. */
function warningOf({ loaded, plan: { due } }: DueResult, graceMs: number) {
  const { userId, state } = loaded;
  const since = silenceStart(state);
  const kind: Warning = due.kind === 'reminder' ? 'reminder' : 'final_notice';
  // Each time a successor says that the owner is alive, there is another final notice, with its own grace period.
  const data: Record<string, number> =
    due.kind === 'reminder'
      ? { since, n: due.n, of: due.of }
      : { since, n: ownerAliveAnswers(state), graceMs };
  // The key names the silence too, so that an owner who has been seen since is warned again.
  const key = `${kind}/${userId}/${state.epoch}/${since}/${data.n}`;
  return { key, kind, userId, epoch: state.epoch, data };
}

/**
 * The same warning, or another final notice if those accepted so far are outdated. That one is a mail of its own, because
 * mail programs hide a second copy of one that has arrived.
 */
async function notOutdated(
  em: EntityManager,
  { loaded: { state } }: DueResult,
  request: ReturnType<typeof warningOf>,
): Promise<ReturnType<typeof warningOf>> {
  const { key, kind, userId, epoch } = request;
  if (kind !== 'final_notice') return request;
  const notices = (await em.find(Mail, { userId, kind, epoch })).filter(
    (mail) => mail.key === key || mail.key.startsWith(`${key}/again/`),
  );
  // One that came back itself is sent again, after it has rested.
  const wanted =
    notices.find(({ status }) => status !== 'accepted') ??
    notices.find((mail) => !isOutdatedNotice(state, mail));
  if (wanted || notices.length === 0) return { ...request, key: wanted?.key ?? key };
  return { ...request, key: `${key}/again/${notices.length}` };
}

/**
 * Returns the warning's mail. A new one is inserted and claimed in one statement.
 *
 * @param mayGo whether it may be sent now; if not, it isn't claimed
 */
async function makeWarning(
  { tokenSigner }: ActivityDeps,
  em: EntityManager,
  found: DueResult,
  request: ReturnType<typeof warningOf>,
  mayGo: boolean,
): Promise<{ mail: MailRow; attempt: Attempt }> {
  const now = new Date(found.now);
  const minted = found.loaded.checkInByLink ? newToken(tokenSigner, 'check_in') : null;
  const taken = mayGo && (await takeNewMail(em, request, minted, now));
  if (taken) {
    const { mail, name, locale, ...attempt } = taken;
    return { mail, attempt: { ...attempt, owner: { name, ...locale } } };
  }
  return em.transactional(async (tx) => {
    const [owner] = await tx.execute<{ email: string }[]>(
      'select email from "user" where id = ? for key share',
      [request.userId],
    );
    if (!owner) throw tryAgain('account_gone');
    const mail = await ensureMail(tx, { ...request, recipient: owner.email }, now);
    // The planner has just found the warning due. Without the mail the switch would be stuck.
    return { mail: mail.status === 'obsolete' ? await requeueMail(tx, mail.id) : mail, attempt: {} };
  });
}

/** @returns what is due after it; null once the account is gone */
export async function warn(deps: ActivityDeps, input: StepInput, kind: Warning): Promise<Look | null> {
  const em = deps.orm.em.fork();
  const began = performance.now();
  const found = await whatIsDue(deps, em, input);
  if (!found) return null;
  const { due } = found.plan;
  if (due.kind !== kind) return reportDue(deps, em, found, input);
  const mayGo = input.atOnce && ((await deps.mailer?.turn()) ?? 1) === 0;
  // First the other ways: once the mailbox has taken the warning, its step is taken, and nobody asks again.
  const request = await notOutdated(em, found, warningOf(found, deps.rules.graceMs));
  await queueForWays(em, request, new Date(found.now));
  const { mail, attempt } = await makeWarning(deps, em, found, request, mayGo);
  let over = false;
  let after: DueResult | undefined;
  if (mayGo) {
    const step = {
      signalWorkflow: () => performance.now() - began >= LOCAL_STEP_MS,
      nextEventAt: (next: DueResult) => nextEventAt(deps, next, input),
    };
    const taken = (next: DueResult) => {
      after = next;
    };
    over = await deliver(deps, em, mail, { ...attempt, due: found, step, taken, hasTurn: true }).then(
      () => true,
      () => false,
    );
  }
  // If it wasn't accepted at once, a workflow keeps trying, even if the step was just taken because the mailbox is
  // dead.
  if (!over) await putMessage(em, { kind: 'mail', subjectId: mail.id, seq: 0 }, new Date(found.now));
  if (after) {
    deps.announce(input.userId);
    return reportDue(deps, em, after, input, true);
  }
  if (over) return lookAfter(deps, em, input, kind);
  const which = due.kind === 'reminder' ? `reminder ${due.n} of ${due.of}` : 'the final notice';
  return reportWait(deps, em, found, input, longestWaitMs(deps), `the mail server to take ${which}`);
}
