/**
 * Many owners side by side, each living as its seed draws it, on the time-skipping server and as the pure planner says.
 * `INTERLEAVINGS=1-500` plays those seeds, in one environment for every hundred; `INTERLEAVINGS=17` plays that one
 * alone.
 *
 * Not played: anything that ends a run while one of its activities waits to be tried again. The time-skipping server
 * cannot take both in one task, and hangs; a real one can (see test/replay/on-dev-server.ts).
 */
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { Session } from '../../db/entities/session.ts';
import { loadSwitch } from '../../db/load-switch.ts';
import type { SwitchState } from '../../switch/state.ts';
import { confirmSessions } from '../support/builders/confirmed.ts';
import { type BuiltOwner, buildOwner, buildSuccessor } from '../support/builders/owner.ts';
import { newEntry } from '../support/builders/vault-entries.ts';
import { client } from '../support/clients/client.ts';
import type { Addressee } from '../support/clients/followed-owner.ts';
import {
  HOUR,
  type SwitchEnvironment,
  startSwitchEnvironment,
} from '../support/servers/switch-environment.ts';
import { type Action, AWAY_DAYS, drawScript, LAST_DAY, type Script } from './interleaving.ts';

/** Short, because an activity is retried every five minutes, however long a day is. */
const DAY = HOUR / 2;
/** The seeds of every test run. */
const USUALLY = '1-20';
const IN_ONE_WORLD = 100;

const [first = Number.NaN, last = first] = (process.env.INTERLEAVINGS ?? USUALLY).split('-').map(Number);
const seeds = Array.from({ length: last - first + 1 }, (_, i) => first + i);
const worlds = Array.from({ length: Math.ceil(seeds.length / IN_ONE_WORLD) }, (_, i) =>
  seeds.slice(i * IN_ONE_WORLD, (i + 1) * IN_ONE_WORLD),
);

interface PlayedScript {
  seed: number;
  owner: BuiltOwner;
  successors: Addressee[];
  script: Script;
}

let environment: SwitchEnvironment;
beforeEach(async () => {
  environment = await startSwitchEnvironment({ env: { DAY_LENGTH_MS: String(DAY) } });
});
afterEach(() => environment.close());

/** Does this to each, a few at a time. */
async function forEach<T>(all: readonly T[], work: (each: T) => Promise<void>): Promise<void> {
  const left = [...all];
  const worker = async () => {
    for (let each = left.shift(); each !== undefined; each = left.shift()) await work(each);
  };
  await Promise.all(Array.from({ length: 8 }, worker));
}

const stateOf = async (userId: string): Promise<SwitchState> => {
  const loaded = await loadSwitch(environment.em(), userId);
  if (!loaded) throw new Error('the account is gone');
  return loaded.state;
};

/** The latest token for a page in someone's mails. */
function tokenFor(page: string, who: Pick<Addressee, 'email'>): string {
  const pattern = new RegExp(`/${page}\\?token=([\\w.-]+)`);
  const found = environment.sent.findLast(({ to, text }) => to === who.email && pattern.test(text));
  const [, token] = found?.text.match(pattern) ?? [];
  if (!token) throw new Error(`no mail to them holds a link to ${page}`);
  return token;
}

async function act({ owner, successors }: PlayedScript, action: Action): Promise<number> {
  const { browser, program } = owner;
  const anyone = client(environment);
  const person = (successorId: string) => successors.find(({ id }) => id === successorId)!;
  // Someone who steers a switch has just entered the password.
  const confirmed = async () =>
    confirmSessions({ em: environment.em, clock: { now: await environment.time() } }, owner);
  switch (action.kind) {
    case 'check_in':
      return (await program.post('/activity/check-in')).status;
    case 'check_in_link':
      return (await anyone.post('/activity/check-in-link', { token: tokenFor('check-in', owner) })).status;
    case 'write':
      return (await browser.post('/vault/entries', newEntry())).status;
    case 'trash': {
      const entry = newEntry({ id: randomUUID() });
      const statuses = [
        await browser.post('/vault/entries', entry),
        await browser.delete(`/vault/entries/${entry.id}`),
        await browser.post(`/vault/entries/${entry.id}/restore`),
      ].map(({ status }) => status);
      return Math.max(...statuses);
    }
    case 'theft': {
      // The token was stolen long after anybody entered a password for it.
      await environment.em().nativeUpdate(Session, { userId: owner.id }, { confirmedAt: null });
      const tries = [
        await program.put('/inactivity/settings', { thresholdDays: 7, reminderPercents: [99] }),
        await program.post('/successors', { email: `thief-of-${owner.email}`, name: 'A Thief' }),
        await program.delete(`/successors/${successors[0]!.id}`),
      ];
      const wrote = await program.post('/vault/entries', newEntry());
      // Turned away each time: not confirmed, or a handover is under way.
      const turnedAway = tries.every(({ status }) => status === 403 || status === 409);
      if (!turnedAway) throw new Error(`the thief was answered ${tries.map(({ status }) => status)}`);
      return wrote.status;
    }
    case 'stranger': {
      const { email } = owner;
      const login = await anyone.post('/auth/login', { email, password: 'a guess' });
      return login.status === 401 || login.status === 429 ? 200 : login.status;
    }
    case 'pause': {
      const pausedUntil = new Date((await environment.time()) + action.days * DAY).toISOString();
      await confirmed();
      return (await browser.post('/inactivity/pause', { pausedUntil })).status;
    }
    case 'resume':
      await confirmed();
      return (await browser.post('/inactivity/resume')).status;
    case 'cancel':
      await confirmed();
      return (await program.post('/handover/cancel', {})).status;
    case 'settings':
      await confirmed();
      return (await owner[action.by].put('/inactivity/settings', { thresholdDays: action.thresholdDays }))
        .status;
    case 'answer': {
      const token = tokenFor('respond', person(action.successorId));
      return (await anyone.post('/handover/respond', { token, response: action.response })).status;
    }
    case 'opt_out':
      return (
        await anyone.post('/successors/opt-out', { token: tokenFor('opt-out', person(action.successorId)) })
      ).status;
    case 'mailbox_refuses':
      environment.faults.refused.add(owner.email);
      return 200;
    case 'mailbox_takes':
      environment.faults.refused.delete(owner.email);
      return 200;
  }
}

/** What both must agree on. */
const compared = ({ status, epoch, remindersAccepted, pauseReminders, settings, handover }: SwitchState) => ({
  status,
  epoch,
  remindersAccepted,
  pauseReminders,
  thresholdDays: settings.thresholdDays,
  handover: handover && {
    status: handover.status,
    quorum: handover.quorum,
    invitees: handover.invitees
      .map(({ successorId, invitationsSent, response, ownerAliveCount, accessEndsAt }) => ({
        successorId,
        invitationsSent,
        response,
        ownerAliveCount,
        access: accessEndsAt !== null,
      }))
      .sort((a, b) => a.successorId.localeCompare(b.successorId)),
  },
});

async function begin(seed: number): Promise<Omit<PlayedScript, 'script'>> {
  const owner = await buildOwner(environment);
  const successors: Addressee[] = [];
  const delays = [0, [0, 3.5][seed % 2]!];
  for (const delay of delays) {
    successors.push(await buildSuccessor(environment, owner, { handoverDelayDays: Math.floor(delay) }));
  }
  const settings = {
    thresholdDays: 10 + 10 * (seed % 2),
    accessDays: 7,
    quorum: 1 + (seed % 3 === 0 ? 1 : 0),
  };
  const reminderPercents = [[50], [50, 80], [25, 50, 75]][seed % 3];
  const { status } = await owner.program.put('/inactivity/settings', { ...settings, reminderPercents });
  if (status !== 200) throw new Error(`the settings of ${seed} answered ${status}`);
  return { seed, owner, successors };
}

test.each(worlds.map((seeds) => [seeds[0], seeds.at(-1), seeds] as const))(
  'seeds %i to %i: interleavings of what people do, failures and time end as the pure planner says',
  async (_from, _to, seeds) => {
    const begun: Omit<PlayedScript, 'script'>[] = [];
    await forEach(seeds, async (seed) => void begun.push(await begin(seed)));
    await environment.passTo(await environment.time());
    const start = await environment.time();
    const played: PlayedScript[] = [];
    for (const each of begun) {
      const script = drawScript(each.seed, await stateOf(each.owner.id), start, environment.deps.rules);
      played.push({ ...each, script });
    }

    const broken = new Map<number, unknown>();
    const moments = new Map<number, (() => Promise<void>)[]>();
    const at = (day: number, work: () => Promise<void>) =>
      moments.set(day, [...(moments.get(day) ?? []), work]);
    for (const each of played) {
      const fail = (day: number, what: unknown) => {
        if (!broken.has(each.seed)) broken.set(each.seed, { day, what, actions: each.script.actions });
      };
      for (const { day, action } of each.script.actions) {
        at(day, async () => {
          const status = await act(each, action).catch((error: Error) => error.message);
          if (typeof status === 'string' || status >= 300) fail(day, { action, status });
        });
      }
      for (const { day, state } of each.script.checkpoints) {
        at(day, async () => {
          const [is, planned] = [compared(await stateOf(each.owner.id)), compared(state)];
          if (JSON.stringify(is) !== JSON.stringify(planned)) fail(day, { is, planned });
        });
      }
    }
    for (const { from, to } of AWAY_DAYS) {
      at(from, async () => {
        environment.faults.databaseDown = true;
      });
      at(to, async () => {
        environment.faults.databaseDown = false;
      });
    }
    for (const day of [...moments.keys()].sort((a, b) => a - b)) {
      await environment.passTo(start + day * DAY);
      await forEach(moments.get(day)!, (work) => work());
    }
    expect(LAST_DAY).toBeLessThan([...moments.keys()].reduce((a, b) => Math.max(a, b)));
    const checks = played.reduce((sum, { script }) => sum + script.checkpoints.length, 0);
    const kinds = played.flatMap(({ script }) => script.actions.map(({ action }) => action.kind));
    const statuses = new Set(
      played.flatMap(({ script }) => script.checkpoints.map(({ state }) => state.status)),
    );
    console.log(
      `${seeds.length} seeds, ${kinds.length} kinds, ${checks} checkpoints, ${environment.sent.length} mails; ${[...statuses].join(', ')}`,
    );
    const [wrong] = broken.keys();
    if (wrong !== undefined) {
      throw new Error(
        `${broken.size} seeds end otherwise than planned: ${[...broken.keys()]}. INTERLEAVINGS=${wrong} plays the first alone.\n${JSON.stringify(broken.get(wrong), null, 1)}`,
      );
    }
    if (seeds.length > 10) {
      expect(checks).toBeGreaterThan(3 * seeds.length);
      expect(statuses.size).toBeGreaterThan(5);
    }
    expect(new Set(environment.sent.map(({ id }) => id)).size).toBe(environment.sent.length);
  },
  900_000,
);
