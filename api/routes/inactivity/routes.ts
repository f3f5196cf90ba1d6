/** Inactivity: the settings of the switch, pausing it, and a preview of what happens if the owner stays silent. */
import { type ActivityDetail, changedValues } from '../../../db/activity-log.ts';
import { scheduleQuestions } from '../../../db/contact-questions.ts';
import { Successor } from '../../../db/entities/successor.ts';
import {
  type FoundSwitch,
  JUDGED,
  type Judged,
  type LoadedSwitch,
  loadSwitch,
  SWITCH,
  switchIn,
} from '../../../db/load-switch.ts';
import { REFUSED_WARNING } from '../../../db/mail-problems.ts';
import type { EntityManager } from '../../../db/orm.ts';
import { type BesideState, changeSwitch } from '../../../db/switch.ts';
import { effectiveQuorum, MAX_PAUSE_DAYS, type SwitchEvent, silenceStart } from '../../../switch/state.ts';
import { timeline } from '../../../switch/timeline.ts';
import { listed, type Weakening, weakensPause, weakensSettings } from '../../../switch/weakening.ts';
import type { Caller, Client } from '../../auth/caller.ts';
import { callerStatement } from '../../auth/find-caller.ts';
import { requireLive } from '../../auth/sessions.ts';
import { checkWeakening } from '../../auth/weakening.ts';
import type { ApiDeps } from '../../deps.ts';
import { invalid, Problem } from '../../http/errors.ts';
import { type HandlerContext, route, tagged } from '../../http/route.ts';
import { markSharesStale } from '../../successors/consequences.ts';
import { type Planned, planned, plannedWith, toMoment } from '../../switch/planned.ts';
import { CHECK_IN_FIRST, refuseProgram } from '../../switch/programs.ts';
import { creditsOf } from './credits.ts';
import { PauseBody, SettingsBody, SettingsChange, SettingsChanged, Timeline } from './schema.ts';

async function ownSwitch(em: EntityManager, userId: string): Promise<LoadedSwitch> {
  const current = await loadSwitch(em, userId);
  // The account was deleted between authentication and now.
  if (!current) throw new Problem('unauthenticated');
  return current;
}

const present = async (deps: ApiDeps, em: EntityManager, current: LoadedSwitch, now: Date) =>
  settingsOf(current, await planned(deps, em, current, now));

function settingsOf(current: LoadedSwitch, { deadline, creditedMs, holds }: Planned) {
  const { state } = current;
  return {
    ...editableSettings(current),
    reminderPercents: [...state.settings.reminderPercents],
    effectiveQuorum: effectiveQuorum(state),
    status: state.status,
    isPaused: state.status === 'paused',
    pausedUntil: toMoment(state.pausedUntil),
    lastSeenAt: new Date(state.lastSeenAt).toISOString(),
    deadline: toMoment(deadline),
    creditedMs,
    holds,
  };
}

/** All settings that an owner can change. */
const editableSettings = ({ state, checkInByLink, contactMonths }: LoadedSwitch) => ({
  ...state.settings,
  checkInByLink,
  contactMonths,
});

/** Settings as the activity log keeps them. */
const settingsForLog = (settings: ReturnType<typeof editableSettings>) => ({
  ...settings,
  reminderPercents: listed(settings.reminderPercents),
});

interface SwitchRequest {
  em: EntityManager;
  caller: Caller;
  client: Client;
  limit: HandlerContext['limit'];
  now: Date;
  deps: ApiDeps;
}

/** Changes the switch for its owner. Programs must not steer a switch whose owner may be gone. */
async function change(
  request: SwitchRequest,
  decide: (before: LoadedSwitch) => { event: SwitchEvent; detail?: ActivityDetail },
  beside?: BesideState,
): Promise<LoadedSwitch> {
  const { em, caller, client, now, deps } = request;
  let weakens: (after: LoadedSwitch) => Weakening | null = () => null;
  let detail: ActivityDetail = {};
  const nextEvent = async (before: LoadedSwitch): Promise<SwitchEvent> => {
    await requireLive(em, caller);
    // A request changes either settings or the pause, never both.
    weakens = (after) =>
      weakensSettings(editableSettings(before), editableSettings(after)) ??
      weakensPause(before.state, after.state);
    refuseProgram(caller, before.state);
    const { event, detail: more } = decide(before);
    detail = { change: event.kind, ...more };
    return event;
  };
  const after = await changeSwitch({ ...deps, em, now }, caller.user.id, nextEvent, {
    record: () => ({ type: 'settings_changed', ...client, detail }),
    ...(beside ? { beside } : {}),
  });
  if (!after) throw new Problem('handover_completed');
  await checkWeakening(request, weakens(after));
  return after;
}

const getSettings = route('GET /inactivity/settings', {
  name: 'getSwitchSettings',
  summary: 'Get the settings and the state of the switch',
  access: 'session',
  responses: { 200: SettingsBody },
  fastPath: {
    statement: callerStatement<FoundSwitch & Judged & { refused: boolean }>(
      'settings',
      `select ${JUDGED}, ${SWITCH}, exists (select 1 from mail where user_id = caller.id and ${REFUSED_WARNING}) as refused
       from load_switch(caller.id, false) found`,
    ),
    values: () => [],
    async respond({ judged, refused, ...found }, { userId, now, deps }) {
      const current = refused || !judged ? null : switchIn(userId, found);
      if (!current) return null;
      return {
        body: { settings: settingsOf(current, await plannedWith([], deps, current, now)) },
      };
    },
  },
  async handler({ em, caller, now, deps }) {
    return {
      body: { settings: await present(deps, em, await ownSwitch(em, caller.user.id), now) },
    };
  },
});

const putSettings = route('PUT /inactivity/settings', {
  name: 'updateSwitchSettings',
  summary: 'Change the settings',
  description:
    'A new threshold or new reminders restart the clock. A shorter threshold, fewer or later reminders, ' +
    'a lower quorum, longer access and any change of `checkInByLink` need a confirmed session ' +
    '(`POST /auth/confirm`), and the owner gets an email about them. A new quorum marks shares as stale, because they were made for another one.',
  access: 'session',
  body: SettingsChange,
  responses: { 200: SettingsChanged },
  errors: [...CHECK_IN_FIRST, 'confirmation_required'],
  async handler(context) {
    const given = Object.fromEntries(Object.entries(context.body).filter(([, value]) => value !== undefined));
    const { checkInByLink: byLink, contactMonths: months } = context.body;
    let newQuorum = false;
    let newMonths = false;
    const decide = (before: LoadedSwitch) => {
      const { checkInByLink, contactMonths, ...settings } = { ...editableSettings(before), ...given };
      newQuorum = settings.quorum !== before.state.settings.quorum;
      newMonths = contactMonths !== before.contactMonths;
      return {
        event: { kind: 'settings_changed' as const, settings },
        detail: changedValues(
          settingsForLog(editableSettings(before)),
          settingsForLog({ ...settings, checkInByLink, contactMonths }),
        ),
      };
    };
    const beside = {
      ...(byLink === undefined ? {} : { checkInByLink: byLink }),
      ...(months === undefined ? {} : { contactMonths: months }),
    };
    const after = await change(context, decide, beside);
    const { em, caller, deps } = context;
    if (newMonths) await scheduleQuestions(em, caller.user.id, deps.rules.dayMs);
    // The existing shares need another number of successors than the new quorum.
    if (newQuorum) await markSharesStale(context.em, context.caller.user.id);
    return {
      body: {
        message: 'The settings have been saved.',
        settings: await present(context.deps, context.em, after, context.now),
      },
    };
  },
});

const pause = route('POST /inactivity/pause', {
  name: 'pauseSwitch',
  summary: 'Stop the clock for a while',
  description: `Stops until \`pausedUntil\`, at most and by default ${MAX_PAUSE_DAYS} days from now, or until resumed. Ending a pause earlier than planned needs a confirmed session (\`POST /auth/confirm\`), and the owner gets an email about it.`,
  access: 'session',
  body: PauseBody.optional(),
  responses: { 200: SettingsChanged },
  errors: [...CHECK_IN_FIRST, 'confirmation_required'],
  async handler(context) {
    const { now, deps } = context;
    const latest = now.getTime() + MAX_PAUSE_DAYS * deps.rules.dayMs;
    const until = context.body?.pausedUntil ? Date.parse(context.body.pausedUntil) : latest;
    if (until <= now.getTime() || until > latest) {
      throw invalid(
        [
          {
            path: 'body.pausedUntil',
            message: `must be after now and not after ${new Date(latest).toISOString()}`,
          },
        ],
        'Choose a date in the future, at most 365 days from now.',
      );
    }
    const after = await change(context, () => ({
      event: { kind: 'paused', until },
      detail: { pausedUntil: new Date(until).toISOString() },
    }));
    return {
      body: { message: 'The switch is paused.', settings: await present(deps, context.em, after, now) },
    };
  },
});

const resume = route('POST /inactivity/resume', {
  name: 'resumeSwitch',
  summary: 'Restart a paused clock, from now',
  description:
    'This brings a release closer, so it needs a confirmed session (`POST /auth/confirm`), and the owner ' +
    'gets an email about it.',
  access: 'session',
  responses: { 200: SettingsChanged },
  errors: ['not_paused', ...CHECK_IN_FIRST, 'confirmation_required'],
  async handler(context) {
    const after = await change(context, ({ state }) => {
      if (state.status !== 'paused') throw new Problem('not_paused');
      return { event: { kind: 'resumed' } };
    });
    return {
      body: {
        message:
          after.state.status === 'off'
            ? 'The pause has ended. The switch is off until you have a verified successor.'
            : 'The clock is running again.',
        settings: await present(context.deps, context.em, after, context.now),
      },
    };
  },
});

const getTimeline = route('GET /inactivity/timeline', {
  name: 'getTimeline',
  summary: 'Preview what happens if the owner stays silent: dates, emails and recipients',
  access: 'session',
  responses: { 200: Timeline },
  async handler({ em, caller, now, deps }) {
    const current = await ownSwitch(em, caller.user.id);
    const plan = await planned(deps, em, current, now);
    const { creditedMs, conditions, holds } = plan;
    const successors = new Map(
      (await em.find(Successor, { userId: caller.user.id })).map((each) => [each.id, each]),
    );
    const recipient = (who: 'owner' | { successorId: string }) => {
      if (who === 'owner') {
        return { role: 'owner', successorId: null, name: caller.user.name, email: caller.user.email };
      }
      const { name = '', email = '' } = successors.get(who.successorId) ?? {};
      return { role: 'successor', successorId: who.successorId, name, email };
    };
    const events = timeline(current.state, now.getTime(), deps.rules, conditions);
    return {
      body: {
        status: current.state.status,
        lastSeenAt: new Date(current.state.lastSeenAt).toISOString(),
        silentSince: new Date(silenceStart(current.state)).toISOString(),
        creditedMs,
        credits: creditsOf(current.state, plan).map(({ from, to, ...why }) => ({
          from: new Date(from).toISOString(),
          to: new Date(to).toISOString(),
          ...why,
        })),
        holds,
        events: events.map(({ kind, at, recipients }) => ({
          kind,
          at: new Date(at).toISOString(),
          recipients: recipients.map(recipient),
        })),
      },
    };
  },
});

export const inactivityRoutes = tagged('Inactivity', [getSettings, putSettings, pause, resume, getTimeline]);
