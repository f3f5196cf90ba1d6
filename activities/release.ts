/** The successors' side of the switch: the end of the grace period, invitations, and the end of access. */

import { whatIsDue } from '../db/due.ts';
import { Mail } from '../db/entities/mail.ts';
import { loadSwitch } from '../db/switch.ts';
import type { Due } from '../switch/plan.ts';
import { owedMails, type SwitchEvent, step } from '../switch/state.ts';
import { changeAndAnnounce } from './change.ts';
import type { ActivityDeps } from './deps.ts';
import type { StepInput } from './now.ts';
import { unchanged } from './switch.ts';

/** Whether an undeliverable final notice was accepted and the step not taken, as by a crash; then it is taken now. */
async function noticedAfterAll(deps: ActivityDeps, userId: string): Promise<boolean> {
  const em = deps.orm.em.fork();
  const loaded = await loadSwitch(em, userId);
  const { undeliverableAt, finalNoticeAt, epoch } = loaded?.state ?? {};
  if (undeliverableAt == null || finalNoticeAt == null || epoch === undefined) return false;
  const since = new Date(finalNoticeAt);
  const notice = await em.findOne(Mail, {
    userId,
    epoch,
    kind: 'final_notice',
    status: 'accepted',
    acceptedAt: { $gt: since },
  });
  if (!notice?.acceptedAt) return false;
  const at = notice.acceptedAt;
  const graceMs = Number(notice.data.graceMs ?? deps.rules.graceMs);
  const event = { kind: 'final_notice_accepted', at: at.getTime(), handoverId: '', graceMs } as const;
  await changeAndAnnounce(deps, em, userId, at, ({ state: before }) => {
    const state = step(before, event, at.getTime(), deps.rules);
    return state && { state, owedMails: owedMails(before, state), record: null, tell: 'nobody' };
  });
  return true;
}

export function createReleaseActivities(deps: ActivityDeps) {
  /** Plans again with this moment's rows, clocks and outages, and takes the step only if it is still due. */
  async function advance<K extends Due['kind']>(
    input: StepInput,
    kind: K,
    event: (due: Extract<Due, { kind: K }>) => SwitchEvent,
  ): Promise<void> {
    const em = deps.orm.em.fork();
    const found = await whatIsDue(deps, em, input);
    if (!found || found.plan.due.kind !== kind) return;
    const due = found.plan.due as Extract<Due, { kind: K }>;
    await changeAndAnnounce(deps, em, input.userId, new Date(found.now), (before) => {
      if (!unchanged(before, found.loaded)) return null;
      const after = step(before.state, event(due), found.now, deps.rules);
      return (
        after && { state: after, owedMails: owedMails(before.state, after), record: null, tell: 'nobody' }
      );
    });
  }

  return {
    /** The grace period is over and the owner was not seen: the successors may be invited. */
    async endGrace(input: StepInput): Promise<void> {
      if (await noticedAfterAll(deps, input.userId)) return;
      await advance(input, 'end_grace', () => ({ kind: 'grace_ended' }));
    },

    /** Asks those successors to respond whose time has come; each invitation is a mail of its own. */
    askSuccessors: (input: StepInput): Promise<void> =>
      advance(input, 'invite', ({ successorIds }) => ({ kind: 'successors_invited', successorIds })),

    completeHandover: (input: StepInput): Promise<void> =>
      advance(input, 'complete', () => ({ kind: 'completed' })),
  };
}
