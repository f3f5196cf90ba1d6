/** What has happened in a cycle, noted from the events alone, to judge the switch by. */
import type { SuccessorResponse, SwitchEvent, SwitchSettings, SwitchState } from '../../switch/state.ts';

export interface SwitchHistory {
  /** The last sign of life, or what else started the clock. */
  since: number;
  /** When the mail server accepted each reminder, or its mailbox was found dead. */
  reminders: readonly { at: number; dead: boolean }[];
  notice: { at: number; dead: boolean } | null;
  /** Whether another way has the latest final notice. */
  heard: boolean;
  graceEndedAt: number | null;
  ownerAliveAt: number | null;
  /** Frozen when the handover opened. */
  quorum: number;
  invited: Readonly<Record<string, { times: number; acceptedAt: number | null }>>;
  answers: Readonly<Record<string, SuccessorResponse>>;
}

/** Nothing has happened since the clock was started. */
export const nothingYet = (since: number): SwitchHistory => ({
  since,
  reminders: [],
  notice: null,
  heard: false,
  graceEndedAt: null,
  ownerAliveAt: null,
  quorum: 0,
  invited: {},
  answers: {},
});

const without = <T>(all: Readonly<Record<string, T>>, id: string): Record<string, T> =>
  Object.fromEntries(Object.entries(all).filter(([each]) => each !== id));

const clock = ({ thresholdDays, reminderPercents }: SwitchSettings) => `${thresholdDays} ${reminderPercents}`;
const changesClock = (event: SwitchEvent, { settings }: SwitchState): boolean =>
  event.kind === 'settings_changed' && clock(event.settings) !== clock(settings);

/**
 * A warning that came back was never accepted: its step did not happen, nor did those after it. If the mailbox was known
 * to be dead, the step was taken in spite of that.
 */
function afterReturn(history: SwitchHistory, reminder: number | null, dead: boolean): SwitchHistory {
  const { reminders, notice } = history;
  if (dead && reminder === null) return { ...history, notice: notice && { ...notice, dead } };
  if (dead)
    return {
      ...history,
      reminders: reminders.map((each, i) => (i === (reminder ?? 0) - 1 ? { ...each, dead } : each)),
    };
  return {
    ...history,
    reminders: reminder === null ? reminders : reminders.slice(0, reminder - 1),
    notice: null,
    graceEndedAt: null,
  };
}

/** The history after an event that the switch has taken. */
export function after(
  history: SwitchHistory,
  event: SwitchEvent,
  at: number,
  before: SwitchState,
  next: SwitchState,
): SwitchHistory {
  const since = Math.max(history.since, at);
  const seen = ['sign_of_life', 'cancelled', 'restored', 'resumed', 'paused'].includes(event.kind);
  if (next.status === 'completed') return { ...history, since: seen ? since : history.since };
  if (['off', 'armed', 'paused'].includes(next.status)) {
    const goesOn = next.status === before.status && !seen && !changesClock(event, before);
    return goesOn ? history : nothingYet(since);
  }
  switch (event.kind) {
    case 'reminder_accepted':
    case 'reminder_undeliverable':
      return {
        ...history,
        reminders: [...history.reminders, { at, dead: event.kind === 'reminder_undeliverable' }],
      };
    case 'warning_returned':
      return afterReturn(history, event.reminder, before.undeliverableAt !== null);
    case 'invitation_returned': {
      const { times } = history.invited[event.successorId] ?? { times: 0 };
      return {
        ...history,
        invited: { ...history.invited, [event.successorId]: { times, acceptedAt: null } },
      };
    }
    case 'final_notice_accepted':
    case 'final_notice_undeliverable': {
      const opens = history.quorum === 0;
      const quorum = opens ? Math.min(before.settings.quorum, before.successors.length) : history.quorum;
      const dead = event.kind === 'final_notice_undeliverable';
      return { ...history, notice: { at, dead }, ownerAliveAt: null, quorum };
    }
    case 'way_accepted': {
      // Where the mailbox is dead, the owner hears of it only now.
      const { notice } = history;
      return { ...history, heard: true, notice: notice?.dead && !history.heard ? { ...notice, at } : notice };
    }
    case 'way_returned':
      return { ...history, heard: false, ...(next.status === 'grace_period' ? { graceEndedAt: null } : {}) };
    case 'grace_ended':
      return { ...history, graceEndedAt: at };
    case 'successors_invited': {
      const invited = event.successorIds.map((id) => [
        id,
        { times: (history.invited[id]?.times ?? 0) + 1, acceptedAt: null },
      ]);
      return { ...history, invited: { ...history.invited, ...Object.fromEntries(invited) } };
    }
    case 'invitation_accepted':
    case 'invitation_dropped': {
      const { times } = history.invited[event.successorId] ?? { times: 0 };
      return {
        ...history,
        invited: { ...history.invited, [event.successorId]: { times, acceptedAt: at } },
      };
    }
    case 'responded':
      return { ...history, answers: { ...history.answers, [event.successorId]: event.response } };
    case 'owner_alive': {
      const answers = without(history.answers, event.successorId);
      if (history.ownerAliveAt !== null) return { ...history, answers };
      return { ...history, answers, notice: null, heard: false, graceEndedAt: null, ownerAliveAt: at };
    }
    default:
      return history;
  }
}
