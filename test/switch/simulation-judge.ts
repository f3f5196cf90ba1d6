/**
 * Works out from the journal of a simulation what is allowed and when. It does so differently from the switch: it judges
 * single moments, and searches for the first at which a step is allowed.
 */
import type { Interval } from '../../switch/plan.ts';
import { silenceStart } from '../../switch/state.ts';
import type { JournalEntry, Simulation, SimulationResult } from './simulation.ts';
import { DAY, HOUR, START } from './switch-builders.ts';

/** Throws if a promise is broken. `expect` is too slow to be called millions of times. */
export function must(kept: boolean, promise: string): asserts kept {
  if (!kept) throw new Error(promise);
}

const during = (stretches: readonly Interval[], moment: number) =>
  stretches.some(({ from, to }) => from <= moment && moment < to);

/** How long something was the case between two moments. @param edges the only moments at which that may change */
function timeWhere(isSo: (moment: number) => boolean, edges: Interval[], from: number, to: number): number {
  const marks = [...edges.flatMap((each) => [each.from, each.to])].filter((mark) => mark > from && mark < to);
  const all = [from, ...marks.sort((a, b) => a - b), to];
  return all.slice(1).reduce((sum, mark, i) => (isSo(all[i] ?? 0) ? sum + mark - (all[i] ?? 0) : sum), 0);
}

/** The first moment at which something is allowed, if it stays allowed from then on. */
function firstMoment(willDo: (moment: number) => boolean, from: number): number {
  let low = from - 1;
  let span = 1;
  while (!willDo(low + span)) span *= 2;
  let high = low + span;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (willDo(middle)) high = middle;
    else low = middle;
  }
  return high;
}

/** The first moment from this one on at which nothing is down. */
function onceUp(moment: number, ...down: Interval[][]): number {
  const ends = down.flat().map(({ to }) => to);
  const candidates = [moment, ...ends.filter((end) => end > moment)].sort((a, b) => a - b);
  return candidates.find((each) => !down.some((stretches) => during(stretches, each))) ?? Number.NaN;
}

/** How late the end of an outage may be noticed, because nobody can know it in advance. */
const NOTICED_WITHIN = DAY;

/** Whether a step happened as soon as it was possible, and everything it needs was up. */
function inTime(at: number, possible: number, needs: Interval[][], waitedFor: Interval[][]): boolean {
  const lately = waitedFor.flat().some(({ from, to }) => from < possible && to >= possible - NOTICED_WITHIN);
  const latest = onceUp(possible + (lately ? NOTICED_WITHIN : 0), ...needs);
  return at >= onceUp(possible, ...needs) && at <= latest;
}

/** Follows the journal with a memory of its own. @throws naming the first broken promise */
export function judge(simulation: Simulation, { journal, end, silentFrom }: SimulationResult): void {
  const { api, mail, worker } = simulation.outages;
  const successors = new Map<string, number>();
  const holders = new Set<string>();
  let settings = simulation.settings;
  let since = START;
  let reminders: number[] = [];
  let noticeAt: number | null = null;
  /** The setting that the final notice named. */
  let graceMs = Number.NaN;
  /** How many reminders came before the final notice. Settings may change once the handover is completed. */
  let remindersBeforeNotice = 0;
  let graceEndedAt: number | null = null;
  let quorum = 0;
  let delays = new Map<string, number>();
  let invitations = new Map<string, { count: number; acceptedAt: number | null }>();
  let answers = new Map<string, 'accept' | 'decline'>();
  let answeredAt = new Map<string, number>();
  let ownerAlive: string[] = [];
  let ownerAliveAt: number | null = null;
  /** Warnings that came back and have not been accepted again since, and when one last took a step back. */
  const back = new Set<number | 'final notice'>();
  let tookBackAt = Number.NEGATIVE_INFINITY;
  /** Whether the owner's mailbox was declared dead in this silence. */
  let dead = false;
  let opened = false;
  let access = new Map<string, number>();
  /** The last reminder of the end of each one's access, in the order of `remindersOf`. */
  let accessReminders = new Map<string, number>();
  /** When a handover was last completed. Access that had ended by then was judged by the settings of that time. */
  let completedAt = Number.NEGATIVE_INFINITY;
  let releasedInSilence = false;
  const owedKeys = new Set<string>();

  const startOver = (at: number) => {
    since = Math.max(since, at);
    reminders = [];
    noticeAt = null;
    graceEndedAt = null;
    invitations = new Map();
    answers = new Map();
    answeredAt = new Map();
    ownerAlive = [];
    ownerAliveAt = null;
    back.clear();
    tookBackAt = Number.NEGATIVE_INFINITY;
    dead = false;
    opened = false;
    access = new Map();
    accessReminders = new Map();
  };

  /** When the reminders of an end are due: 30 and 7 days before, unless that is the first half of the access. */
  const remindersOf = (end: number) => {
    const begin = end - settings.accessDays * DAY;
    return [30, 7].map((days) => end - days * DAY).filter((at) => at - begin >= end - at);
  };

  /** When the step at a percentage of the threshold becomes possible. The last reminder leaves at least a day. */
  const stepAt = (percent: number, percentBefore: number): number => {
    const whole = settings.thresholdDays * DAY;
    const last = ((settings.reminderPercents.at(-1) ?? 100) / 100) * whole;
    const sooner = whole - last < DAY ? (whole - DAY) / last : 1;
    const share = (part: number) => (whole * part * (part === 100 ? 1 : sooner)) / 100;
    const before = reminders.at(-1) ?? null;
    return firstMoment((t) => {
      const unreachable = timeWhere((m) => during(api, m), api, since, t);
      if (t < since + share(percent) + Math.min(share(100), unreachable)) return false;
      return before === null || t >= before + share(percent) - share(percentBefore);
    }, since);
  };
  const bothUp = (from: number, to: number) =>
    timeWhere((m) => !during(api, m) && !during(mail, m), [...api, ...mail], from, to);

  const percentOf = (n: number) => settings.reminderPercents[n] ?? 100;
  /** The frozen quorum, but no more than the successors who remain on the list. */
  const needed = () =>
    Math.max(1, Math.min(quorum, [...delays.keys()].filter((id) => successors.has(id)).length));
  const accepted = () => [...answers].filter(([id, said]) => said === 'accept' && successors.has(id));
  /** Enough of them and, where there are shares, enough who hold one, or all who still do. */
  const enoughOf = (ids: readonly string[]) => {
    const left = [...delays.keys()].filter((id) => successors.has(id) && holders.has(id));
    const missing = left.filter((id) => !ids.includes(id));
    const holding = left.length - missing.length;
    return ids.length >= needed() && (missing.length === 0 || holding >= quorum);
  };
  /** Nobody answers a final notice to a dead mailbox, so its grace period is long. */
  const fullGrace = () => (dead ? Math.max(graceMs, 30 * DAY) : graceMs);
  /** A step that was taken back is due at once, or when it would be in any case. */
  const dueAgain = (due: number) => Math.max(due, tookBackAt);

  const quorumAccepted = () => enoughOf(accepted().map(([id]) => id));

  /** Checks everything that a release requires, once more. */
  function release(at: number, after: JournalEntry['after']): void {
    must(reminders.length === remindersBeforeNotice, 'no release without every reminder');
    must(dead || back.size === 0, 'no release while a warning that came back was not accepted again');
    must(noticeAt !== null && bothUp(noticeAt, at) >= fullGrace(), 'no release without a full grace period');
    must(
      reminders.every((each) => each > since) && noticeAt > since,
      'no warning from before a sign of life',
    );
    for (const [id] of accepted()) if (!access.has(id)) access.set(id, at + settings.accessDays * DAY);
    if (at >= silentFrom) releasedInSilence = true;
    for (const { successorId, accessEndsAt } of after.handover?.invitees ?? []) {
      must(accessEndsAt === (access.get(successorId) ?? null), 'access for those who accepted, from then on');
    }
  }

  /** When the final notice is due: 14 days after "the owner is alive", and at its distance to the last reminder. */
  function noticeDue(): number {
    const own = stepAt(100, percentOf(settings.reminderPercents.length - 1));
    const from = ownerAliveAt;
    if (from === null) return dueAgain(own);
    const postponed = firstMoment((t) => {
      const unreachable = timeWhere((m) => during(api, m), api, from, t);
      return t >= from + 14 * DAY + Math.min(settings.thresholdDays * DAY, unreachable);
    }, from);
    return dueAgain(Math.max(own, postponed));
  }

  function giveNotice({ at, graceMs: setTo }: JournalEntry): void {
    must(
      reminders.length === settings.reminderPercents.length,
      'no final notice without every reminder of the cycle',
    );
    must(at >= noticeDue(), 'no final notice before it is due');
    noticeAt = at;
    remindersBeforeNotice = reminders.length;
    graceMs = setTo;
    ownerAliveAt = null;
    // After "the owner is alive" or a returned warning, what was frozen stays frozen.
    if (opened) return;
    opened = true;
    quorum = Math.min(settings.quorum, successors.size);
    delays = new Map(successors);
  }

  const check: { [K in JournalEntry['event']['kind']]?: (entry: JournalEntry) => void } = {
    reminder_accepted: ({ at }) => {
      must(reminders.length < settings.reminderPercents.length, 'no more reminders than there are');
      const n = reminders.length;
      const due = dueAgain(stepAt(percentOf(n), n === 0 ? 0 : percentOf(n - 1)));
      const kept = inTime(at, due, [worker, mail], [api]);
      must(kept, `reminder ${n + 1} goes out when it is due (${(at - due) / HOUR} hours off)`);
      reminders.push(at);
      back.delete(n + 1);
    },
    reminder_undeliverable: ({ at }) => {
      const n = reminders.length;
      must(back.has(n + 1), 'a mailbox is not declared dead by a reminder that it has');
      const due = stepAt(percentOf(n), n === 0 ? 0 : percentOf(n - 1));
      must(at >= due, `reminder ${n + 1} is no step before it is due`);
      reminders.push(at);
      dead = true;
    },
    final_notice_undeliverable: (entry) => {
      must(back.has('final notice'), 'a mailbox is not declared dead by a final notice that it has');
      dead = true;
      giveNotice(entry);
    },
    warning_returned: ({ at, event, before, after }) => {
      if (event.kind !== 'warning_returned') return;
      const { reminder } = event;
      must(
        ['reminding', 'grace_period', 'awaiting_successors'].includes(before.status),
        'nothing is taken back after the release',
      );
      back.add(reminder ?? 'final notice');
      const taken = reminder === null ? noticeAt !== null : reminder <= reminders.length;
      if (dead || !taken) {
        must(after.status === before.status, 'where the mailbox is known to be dead, the steps stand');
        return;
      }
      must(after.status === 'reminding', 'a returned warning is due again');
      must(after.handover?.id === before.handover?.id, 'and its handover waits');
      if (reminder !== null) reminders = reminders.slice(0, reminder - 1);
      noticeAt = null;
      graceEndedAt = null;
      tookBackAt = at;
    },
    final_notice_accepted: (entry) => {
      const due = noticeDue();
      const kept = inTime(entry.at, due, [worker, mail], [api]);
      must(kept, `the final notice goes out when it is due (${(entry.at - due) / HOUR} hours off)`);
      back.delete('final notice');
      giveNotice(entry);
    },
    grace_ended: ({ at, after }) => {
      must(noticeAt !== null, 'no grace period without a final notice');
      const from = noticeAt;
      const full = firstMoment((t) => bothUp(from, t) >= fullGrace(), from);
      must(
        inTime(at, full, [worker], [api, mail]),
        'the grace period ends when it has been full, and no later',
      );
      graceEndedAt = at;
      // Answers from before "the owner is alive" or a returned warning may be enough.
      must((after.status === 'released') === quorumAccepted(), 'released by a quorum');
      if (after.status === 'released') release(at, after);
    },
    invitation_dropped: ({ at, event }) => {
      if (event.kind !== 'invitation_dropped') return;
      invitations.set(event.successorId, {
        count: invitations.get(event.successorId)?.count ?? 0,
        acceptedAt: at,
      });
    },
    owner_alive: ({ at, event, before, after }) => {
      if (event.kind !== 'owner_alive') return;
      must(invitations.has(event.successorId), 'only those who were invited may say so');
      answers.delete(event.successorId);
      if (ownerAliveAt !== null) return;
      must(
        ['reminding', 'awaiting_successors', 'grace_period'].includes(before.status),
        'from the first invitation to the release',
      );
      must(after.status === 'reminding', 'the warnings start over');
      ownerAlive.push(event.successorId);
      must(ownerAlive.filter((id) => id === event.successorId).length <= 2, 'twice each');
      must(ownerAlive.length * 14 <= 56, 'and 56 days in all');
      ownerAliveAt = at;
      noticeAt = null;
      graceEndedAt = null;
    },
    successors_invited: ({ at, event }) => {
      must(graceEndedAt !== null, 'nobody is invited before the grace period ends');
      for (const id of event.kind === 'successors_invited' ? event.successorIds : []) {
        must(successors.has(id) && delays.has(id), 'only successors of the handover are invited');
        must(answers.get(id) !== 'accept', 'those who accepted are not invited again');
        const declinedAt = answers.get(id) === 'decline' ? (answeredAt.get(id) ?? 0) : 0;
        const hoped = [...delays.keys()].filter(
          (each) => successors.has(each) && answers.get(each) !== 'decline',
        );
        must(
          declinedAt === 0 || !enoughOf(hoped),
          'those who declined are invited again only if they are needed',
        );
        const last = invitations.get(id);
        if (last) {
          must(last.acceptedAt !== null, 'nobody is invited while an invitation is on its way');
          const pause = (last.count <= 4 ? 7 : 30) * DAY;
          must(at >= Math.max(last.acceptedAt, declinedAt) + pause, 'nobody is invited again too soon');
        } else {
          must(at >= graceEndedAt + (delays.get(id) ?? 0) * DAY, 'nobody is invited before their delay');
        }
        invitations.set(id, { count: (last?.count ?? 0) + 1, acceptedAt: null });
      }
    },
    invitation_accepted: ({ event }) => {
      if (event.kind !== 'invitation_accepted') return;
      invitations.set(event.successorId, {
        count: invitations.get(event.successorId)?.count ?? 0,
        acceptedAt: event.at,
      });
    },
    invitation_returned: ({ event }) => {
      if (event.kind !== 'invitation_returned') return;
      const { count, acceptedAt } = invitations.get(event.successorId) ?? { count: 0, acceptedAt: null };
      must(acceptedAt !== null, 'only what was accepted comes back');
      invitations.set(event.successorId, { count, acceptedAt: null });
    },
    responded: ({ at, event, before, after }) => {
      if (event.kind !== 'responded') return;
      must(invitations.has(event.successorId), 'only those who were invited may answer');
      must(
        before.status !== 'released' || answers.get(event.successorId) !== 'accept',
        'nobody takes an acceptance back after the release',
      );
      answers.set(event.successorId, event.response);
      answeredAt.set(event.successorId, at);
      const asking = before.status === 'awaiting_successors';
      const enough = before.status === 'released' || (asking && quorumAccepted());
      must((after.status === 'released') === enough, 'released by a quorum and nothing less');
      if (enough) release(at, after);
    },
    completed: ({ at }) => {
      for (const id of delays.keys()) {
        const over = answers.get(id) === 'decline' || (access.get(id) ?? at + 1) <= at;
        must(over || !successors.has(id), 'not completed while someone may still get or use access');
        const end = access.get(id);
        if (end === undefined || end <= completedAt || !successors.has(id)) continue;
        const missed = remindersOf(end)[accessReminders.get(id) ?? 0];
        must(
          missed === undefined || onceUp(missed, worker) >= end,
          'nobody’s access ends without its reminders, unless no worker was there',
        );
      }
      completedAt = at;
    },
    access_reminded: ({ at, event }) => {
      if (event.kind !== 'access_reminded') return;
      for (const { successorId: id, n } of event.reminders) {
        const end = access.get(id) ?? at;
        must(successors.has(id) && at < end, 'only those who have access are reminded that it ends');
        const sent = accessReminders.get(id) ?? 0;
        const times = remindersOf(end);
        must(n > sent && n <= times.length, 'each reminder once');
        must(at >= times[n - 1]!, 'no reminder of the end of access before its time');
        must(inTime(at, times[sent]!, [worker], []), 'and none later than the worker allows');
        accessReminders.set(id, n);
      }
    },
    access_renewed: ({ at, event, before, after }) => {
      if (event.kind !== 'access_renewed') return;
      const { successorId: id } = event;
      must(
        before.status === 'released' || before.status === 'completed',
        'nothing to renew before the release',
      );
      must(answers.get(id) === 'accept' && successors.has(id), 'only for a successor who accepted');
      must((access.get(id) ?? at + 1) <= at, 'and whose access has ended');
      access.set(id, at + settings.accessDays * DAY);
      accessReminders.delete(id);
      must(after.status === 'released', 'a window is open again');
      for (const { successorId, accessEndsAt } of after.handover?.invitees ?? []) {
        must(accessEndsAt === (access.get(successorId) ?? null), 'and nobody else’s');
      }
    },
    pause_reminded: ({ at, before }) => {
      must(at >= (before.pausedAt ?? at) + 30 * DAY, 'no pause reminder before a month has passed');
    },
  };

  for (const entry of journal) {
    const { at, event, before, after } = entry;
    successors.clear();
    holders.clear();
    for (const { id, handoverDelayDays, holdsShare } of after.successors) {
      successors.set(id, handoverDelayDays);
      if (holdsShare) holders.add(id);
    }
    must(after.lastSeenAt >= before.lastSeenAt, 'lastSeenAt never decreases');
    must(silenceStart(after) >= silenceStart(before), 'silence never begins earlier');
    const restarted = event.kind === 'restored';
    const armed = after.status === 'armed' && before.status !== 'armed';
    must(after.epoch === before.epoch + (armed || restarted ? 1 : 0), '+1 at every entry to armed');
    if (
      event.kind === 'eligibility_changed' &&
      before.handover &&
      after.handover?.id === before.handover.id
    ) {
      const left = [...delays.keys()].filter((id) => successors.has(id)).length;
      for (const { successorId, handoverDelayDays } of after.handover.invitees) {
        if (delays.has(successorId)) continue;
        must(left < quorum, 'nobody joins a handover that can go on without them');
        delays.set(successorId, handoverDelayDays);
      }
      if (before.status === 'awaiting_successors') {
        const enough = quorumAccepted();
        must((after.status === 'released') === enough, 'nobody waits for those who leave');
        if (enough) release(at, after);
      }
    }
    check[event.kind]?.(entry);

    if (event.kind === 'settings_changed') {
      const clock = (s: typeof settings) => `${s.thresholdDays} ${s.reminderPercents}`;
      const other = clock(event.settings) !== clock(settings);
      must(
        !['grace_period', 'awaiting_successors', 'released'].includes(before.status),
        'settings are frozen',
      );
      settings = event.settings;
      // After a completed cycle access can still be renewed, and no clock runs.
      if (other && before.status !== 'completed') startOver(at);
    }
    const beginsAnew = ['sign_of_life', 'cancelled', 'resumed', 'paused', 'restored'].includes(event.kind);
    if (beginsAnew || armed) {
      startOver(at);
      must(
        ['armed', 'off', 'paused'].includes(after.status),
        'a sign of life ends whatever silence had set off',
      );
      must(after.remindersAccepted === 0 && after.finalNoticeAt === null, 'and its warnings start over');
    }
    if (after.status === 'off' || after.status === 'paused') startOver(at);
    must(
      before.status !== 'paused' || after.status === 'paused' || event.kind === 'resumed',
      'only `resumed` ends a pause',
    );

    for (const notice of entry.owedMails) {
      const handover = 'handoverId' in notice ? notice.handoverId : `epoch ${after.epoch}`;
      const who = 'successorId' in notice ? notice.successorId : 'owner';
      const n =
        notice.kind === 'invitation'
          ? notice.n
          : notice.kind === 'access_reminder'
            ? `${notice.n} of ${notice.accessEndsAt}`
            : notice.kind === 'owner_alive'
              ? ownerAlive.length
              : '';
      const key = `${handover} ${who} ${notice.kind} ${n}`;
      must(
        !owedKeys.has(key) || notice.kind === 'pause_reminder' || notice.kind === 'switch_off',
        `once: ${key}`,
      );
      owedKeys.add(key);
    }
    if (after.handover?.status === 'cancelled') {
      const invited = (before.handover?.invitees ?? []).filter((each) => each.invitationsSent > 0);
      const informed = entry.owedMails.filter((notice) => notice.kind === 'handover_cancelled');
      must(invited.length === informed.length, 'everybody who was invited is told that it is over');
    }
  }

  // It fires: the vault of a silent owner is released in the end, unless no successor is left.
  if (end.status === 'off') must(end.successors.length === 0, 'off only without successors');
  else {
    const before = journal.some(({ at, after }) => at <= silentFrom && after.status === 'released');
    must(
      end.status === 'completed' && (releasedInSilence || before),
      `a silent owner is released: ${end.status}`,
    );
  }
}
