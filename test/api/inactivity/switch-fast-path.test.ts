/** Status and settings from one statement are the same as their handlers' answers, whatever has happened before. */
import { afterAll, expect, test } from '@jest/globals';
import { Restoration } from '../../../db/entities/restoration.ts';
import { judge } from '../../../db/judgement.ts';
import { beginRestoration } from '../../../db/restoration.ts';
import { bringTo, take } from '../../support/builders/handover.ts';
import { type BuiltOwner, buildOwner, buildOwnerWithSuccessor } from '../../support/builders/owner.ts';
import { watchFastPath } from '../../support/fast-path.ts';
import { useApi } from '../../support/servers/use-api.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const watch = (path: string) => ({ path, ...watchFastPath(`GET ${path}`) });
const status = watch('/handover/status');
const settings = watch('/inactivity/settings');

const api = await useApi(
  {},
  {
    outages: async (_, to) => ({
      api: [{ from: to - 9 * HOUR, to: to - HOUR }],
      mail: [{ from: to - HOUR, to: to - HOUR / 2 }],
    }),
  },
);
afterAll(async () => {
  status.restore();
  settings.restore();
});

/** Both answers, each of which must be the handler's too. */
async function answersOf(owner: BuiltOwner) {
  const answers = [];
  for (const { path, taken, withHandlerOnly } of [status, settings]) {
    const fast = await owner.program.raw.get(path);
    const [way] = taken();
    const handled = await withHandlerOnly(() => owner.program.raw.get(path));
    expect([fast.status, fast.body]).toEqual([200, handled.body]);
    answers.push({ way, body: fast.body });
  }
  const [{ way: statusWay, body: statusBody } = {}, { way: settingsWay, body: settingsBody } = {}] = answers;
  return { ways: [statusWay, settingsWay], status: statusBody, settings: settingsBody?.settings };
}

/** An owner with a successor who has been silent for half a day. */
async function silent(more: (owner: BuiltOwner) => Promise<unknown> = async () => {}): Promise<BuiltOwner> {
  const owner = await buildOwnerWithSuccessor(api);
  await more(owner);
  api.clock.now += DAY / 2;
  return owner;
}

test('an armed switch has its deadline, with outages credited', async () => {
  const owner = await silent();
  const { ways, status, settings } = await answersOf(owner);
  expect(ways).toEqual(['fast path', 'fast path']);
  expect(status).toEqual({
    status: 'armed',
    deadline: new Date(api.clock.now - DAY / 2 + settings.thresholdDays * DAY + 8 * HOUR).toISOString(),
    handover: null,
    lastCancelled: null,
    lastReleased: null,
  });
  expect(settings).toMatchObject({ status: 'armed', deadline: status.deadline, creditedMs: 8 * HOUR });
});

test('a switch that is off or paused has none', async () => {
  const off = await buildOwner(api);
  const paused = await silent((owner) => owner.browser.post('/inactivity/pause'));
  for (const [owner, name] of [
    [off, 'off'],
    [paused, 'paused'],
  ] as const) {
    const { ways, status } = await answersOf(owner);
    expect([ways, status.status, status.deadline]).toEqual([['fast path', 'fast path'], name, null]);
  }
});

test.each(['reminding', 'grace_period', 'awaiting_successors', 'released'] as const)(
  'a switch that is %s is answered in full',
  async (stage) => {
    const owner = await silent((owner) => bringTo(api, owner, stage));
    const { ways, status, settings } = await answersOf(owner);
    expect([ways[0], status.status, settings.status]).toEqual(['handler', stage, stage]);
    expect(status.handover === null).toBe(stage === 'reminding');
  },
);

test('a handover that was cancelled is still shown', async () => {
  const owner = await silent((owner) => bringTo(api, owner, 'grace_period'));
  await owner.browser.post('/activity/check-in');
  const { ways, status } = await answersOf(owner);
  expect(ways).toEqual(['handler', 'fast path']);
  expect(status).toMatchObject({ status: 'armed', handover: null, lastCancelled: { status: 'cancelled' } });
});

test('an owner whom a successor called alive gets the deadline that follows from it', async () => {
  const owner = await silent(async (owner) => {
    const { state } = await bringTo(api, owner, 'awaiting_successors');
    const [{ successorId } = { successorId: '' }] = state.handover?.invitees ?? [];
    await take(api, owner, { kind: 'successors_invited', successorIds: [successorId] });
    await take(api, owner, { kind: 'owner_alive', successorId });
  });
  expect((await answersOf(owner)).ways[0]).toBe('handler');
});

test('after a restored backup both are as if the switch had started over already', async () => {
  const owner = await silent();
  await beginRestoration(api.em(), new Date(api.clock.now), 'operator');
  try {
    const { ways, settings } = await answersOf(owner);
    expect(ways).toEqual(['handler', 'fast path']);
    expect(settings.lastSeenAt).toBe(new Date(api.clock.now).toISOString());
  } finally {
    await api.em().nativeDelete(Restoration, {});
  }
});

test('in a database that seems to have been replaced, the settings say so', async () => {
  const owner = await silent();
  await api.em().execute(`update judged_database set tables = '1/2'`);
  try {
    const { ways, settings } = await answersOf(owner);
    expect([ways[1], settings.holds]).toEqual(['handler', ['database_changed']]);
  } finally {
    await judge(api.em());
  }
});
