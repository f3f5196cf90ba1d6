/** Checking in while logged in. */
import { signatureAfter } from '../../../db/activity-log.ts';
import { callerStatement } from '../../auth/find-caller.ts';
import { signOfLife } from '../../auth/sign-of-life.ts';
import { route } from '../../http/route.ts';
import { checkedIn, checkedInAt } from '../../switch/check-in.ts';
import { type QuietSwitch, quietDeadline } from '../../switch/quiet-switch.ts';
import { CheckIn } from './schema.ts';

/**
 * The row that the database function `check_in` returns. Without a `switch_status`, it has only found where the log
 * ends.
 */
type CheckInRow = (QuietSwitch | Record<keyof QuietSwitch, null>) & {
  /** Null if the switch needs more than a new `last_seen_at`. Nothing is written then. */
  log_end: string | null;
};

export const checkIn = route('POST /activity/check-in', {
  name: 'checkIn',
  summary: 'Check in: the owner is alive',
  description: 'Ends reminders, a grace period or an open handover, and restarts the clock.',
  access: 'session',
  responses: { 200: CheckIn },
  noSignOfLife: true, // It is a sign of life itself, for programs too.
  fastPath: {
    statement: callerStatement<CheckInRow>(
      'check_in',
      'select * from check_in(caller.id, caller.human, $3, $5, $6, $7, $8)',
    ),
    values({ userId, client, now, deps }) {
      const end = deps.logEnds.get(userId) ?? '';
      const record = { userId, type: 'check_in', at: now, ...client } as const;
      return [client.ipAddress, client.userAgent, end, signatureAfter(end, deps.signRecord, record)];
    },
    async respond(row, { userId, now, deps }) {
      if (row.log_end === null) return null;
      deps.logEnds.set(userId, row.log_end);
      if (row.switch_status === null) return 'again';
      return { body: checkedInAt(row.last_seen_ms, await quietDeadline(deps, row, now)) };
    },
  },
  async handler({ em, caller, client, now, deps }) {
    const source = caller.human ? 'check_in' : 'automation';
    const current = await signOfLife(deps, em, caller.user.id, source, client, now);
    return { body: await checkedIn(deps, em, current, now) };
  },
});
