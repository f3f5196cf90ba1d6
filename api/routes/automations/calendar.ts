/** The calendar of the switch, for programs that can fetch an address and nothing else. */
import createCalendar, { ICalCalendarMethod, ICalEventClass, ICalEventTransparency } from 'ical-generator';
import { z } from 'zod';
import { User } from '../../../db/entities/user.ts';
import { type Language, localeIn } from '../../../db/locale.ts';
import type { PlannedEvent } from '../../../switch/timeline.ts';
import { timeline } from '../../../switch/timeline.ts';
import { Problem } from '../../http/errors.ts';
import { route } from '../../http/route.ts';
import { planned } from '../../switch/planned.ts';
import { CalendarQuery } from './schema.ts';
import { readSwitch } from './use.ts';

type Kind = Extract<PlannedEvent['kind'], 'reminder' | 'final_notice' | 'grace_end' | 'pause_end'>;

/** Other people may see an owner's calendar, so it mentions no person and nothing that is left to anyone. */
const WORDS: Record<Language, { name: string; advice: string; summaries: Record<Kind, string> }> = {
  en: {
    name: 'Signs of life',
    advice: 'This date moves whenever you check in or log in.',
    summaries: {
      reminder: 'Reminder to check in',
      final_notice: 'Deadline for a sign of life',
      grace_end: 'The grace period ends: check in before',
      pause_end: 'The pause ends',
    },
  },
  de: {
    name: 'Lebenszeichen',
    advice: 'Dieser Termin verschiebt sich mit jedem Lebenszeichen und jeder Anmeldung.',
    summaries: {
      reminder: 'Erinnerung: Lebenszeichen geben',
      final_notice: 'Frist für ein Lebenszeichen',
      grace_end: 'Ende der Nachfrist: vorher ein Lebenszeichen geben',
      pause_end: 'Ende der Pause',
    },
  },
};

/** How often calendar programs should read it again, in seconds. */
const REFRESH_S = 6 * 3_600;

const isShown = (event: PlannedEvent): event is PlannedEvent & { kind: Kind } =>
  event.kind in WORDS.en.summaries;

export const readCalendar = route('GET /automations/calendar', {
  name: 'readCalendarByAutomation',
  summary: 'Read the dates of the switch as a calendar, with the token of an automation',
  description:
    'An iCalendar file (RFC 5545) with the reminders, the deadline, and the end of a grace period or a pause. ' +
    'Calendar programs cannot send headers, so the token is in the address: anyone who has that address can read ' +
    'these dates. No names, and nothing of what is left. No sign of life. Recorded once a day.',
  access: 'automation',
  scope: 'calendar',
  limit: 'automation_calendar',
  query: CalendarQuery,
  contentType: 'text/calendar',
  responses: { 200: z.string() },
  async handler({ em, caller, client, now, deps, ctx }) {
    const current = await readSwitch(deps, em, caller, client, now);
    const owner = await em.findOne(User, { id: caller.user.id });
    if (!owner) throw new Problem('unauthenticated');
    const { name, advice, summaries } = WORDS[localeIn(owner).language];
    const { conditions } = await planned(deps, em, current, now);
    const ahead = timeline(current.state, now.getTime(), deps.rules, conditions).filter(isShown);
    const host = new URL(deps.config.FRONTEND_URL).host;
    const numbers = new Map<Kind, number>();
    const calendar = createCalendar({
      name,
      prodId: '//Vault Handover//EN',
      method: ICalCalendarMethod.PUBLISH,
      ttl: REFRESH_S,
    });
    for (const { kind, at } of ahead) {
      const n = (numbers.get(kind) ?? 0) + 1;
      numbers.set(kind, n);
      calendar.createEvent({
        // Stays the same while the event moves.
        id: `${kind}-${n}.${caller.automation.id}@${host}`,
        stamp: now,
        start: new Date(at),
        summary: summaries[kind],
        // A sign of life moves nothing during a pause.
        ...(current.state.status === 'paused' ? {} : { description: advice }),
        class: ICalEventClass.PRIVATE,
        transparency: ICalEventTransparency.TRANSPARENT,
      });
    }
    ctx.set('Cache-Control', 'private, max-age=3600');
    ctx.type = 'text/calendar; charset=utf-8';
    return { text: `${calendar}` };
  },
});
