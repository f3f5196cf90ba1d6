import { randomUUIDv7 } from 'node:crypto';
import { beforeEach, expect, test } from '@jest/globals';
import { MOST_CREDITS } from '../../../api/routes/inactivity/credits.ts';
import { Liveness } from '../../../db/entities/liveness.ts';
import { WatchedAddress } from '../../../db/entities/watched-address.ts';
import { type MonitoredService, outageReader, SERVICES } from '../../../db/liveness.ts';
import { addressAnswered, watchAddress } from '../../../db/watched.ts';
import { bringTo, switchOf, take } from '../../support/builders/handover.ts';
import { type BuiltOwner, buildOwner, buildOwnerWithSuccessor } from '../../support/builders/owner.ts';
import { useApi } from '../../support/servers/use-api.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const api = await useApi({}, { outages: (...asked) => outageReader(api.em, api.deps.rules.dayMs)(...asked) });
beforeEach(async () => {
  await api.em().nativeDelete(Liveness, {});
  await api.em().nativeDelete(WatchedAddress, {});
});

const at = (ms: number) => new Date(ms).toISOString();

/** Everything was up from `from` to `to`, except for these stretches, in hours from `from`. */
async function upBut(from: number, to: number, gaps: Partial<Record<MonitoredService, [number, number][]>>) {
  for (const service of SERVICES) {
    const ends = [...(gaps[service] ?? []).map(([begin, end]) => [from + begin * HOUR, from + end * HOUR])];
    let since = from - HOUR;
    for (const [begin = 0, end = 0] of [...ends, [to, to]]) {
      const stretch = { startedAt: new Date(since), beatAt: new Date(begin) };
      await api.em().insert(Liveness, { id: randomUUIDv7(), service, ...stretch });
      since = end;
    }
  }
  await watchAddress(api.em(), 'public', 'http://vault.test', new Date(from));
  await addressAnswered(api.em(), 'public', 'http://vault.test', new Date(from));
  await watchAddress(api.em(), 'returns', 'returns@vault.test', new Date(from));
  await addressAnswered(api.em(), 'returns', 'returns@vault.test', new Date(from));
}

const timeline = async (owner: BuiltOwner) => (await owner.program.get('/inactivity/timeline')).body;
async function armed() {
  const owner = await buildOwnerWithSuccessor(api);
  return { owner, start: api.clock.now };
}

test('in the countdown, outages of the API and the public address are credited, each moment once, and outages of mail are not', async () => {
  const { owner, start } = await armed();
  await upBut(start, start + 10 * DAY, {
    api: [
      [10, 20],
      [100, 110],
    ],
    public: [
      [15, 24],
      [102, 104],
    ],
    mail: [[30, 40]],
  });
  api.clock.now = start + 10 * DAY;
  const body = await timeline(owner);
  const credit = (from: number, to: number, reason: string, hours: number) => ({
    from: at(start + from * HOUR),
    to: at(start + to * HOUR),
    reason,
    creditedMs: hours * HOUR,
  });
  expect(body.credits).toEqual([
    credit(10, 20, 'api_down', 10),
    credit(15, 24, 'public_address_down', 4),
    credit(100, 110, 'api_down', 10),
    credit(102, 104, 'public_address_down', 0),
  ]);
  expect(body.creditedMs).toBe(24 * HOUR);
  const { settings } = (await owner.program.get('/inactivity/settings')).body;
  expect([settings.creditedMs, settings.deadline]).toEqual([24 * HOUR, at(start + 91 * DAY)]);
});

test('beyond one threshold, an outage is listed and adds nothing', async () => {
  const { owner, start } = await armed();
  await take(api, owner, {
    kind: 'settings_changed',
    settings: { ...(await switchOf(api, owner)).state.settings, thresholdDays: 7 },
  });
  await upBut(start, start + 20 * DAY, {
    api: [
      [24, 24 * 6],
      [24 * 8, 24 * 12],
    ],
    public: [[24 * 14, 24 * 15]],
  });
  api.clock.now = start + 20 * DAY;
  const body = await timeline(owner);
  expect(body.creditedMs).toBe(7 * DAY);
  expect(body.credits.map(({ creditedMs }: { creditedMs: number }) => creditedMs / DAY)).toEqual([5, 2, 0]);
});

test('in a grace period, outages of mail and of the mailbox for returned mail are credited too', async () => {
  const { owner } = await armed();
  await bringTo(api, owner, 'grace_period');
  const noticed = (await switchOf(api, owner)).state.finalNoticeAt ?? 0;
  await upBut(noticed, noticed + 12 * HOUR, {
    mail: [[2, 5]],
    api: [[4, 6]],
    public: [[8, 9]],
    returns: [[8.5, 10]],
  });
  api.clock.now = noticed + 12 * HOUR;
  const body = await timeline(owner);
  expect(
    body.credits.map(({ reason, creditedMs }: { reason: string; creditedMs: number }) => [
      reason,
      creditedMs / HOUR,
    ]),
  ).toEqual([
    ['mail_down', 3],
    ['api_down', 1],
    ['public_address_down', 1],
    ['returns_unread', 1],
  ]);
  expect(body.creditedMs).toBe(6 * HOUR);
  expect(body.events[0]).toMatchObject({ kind: 'grace_end', at: at(noticed + 54 * HOUR) });
});

test('after "the owner is alive", only later outages are credited', async () => {
  const { owner, start } = await armed();
  await bringTo(api, owner, 'awaiting_successors');
  const handover = (await switchOf(api, owner)).state.handover;
  const successorId = handover?.invitees[0]?.successorId ?? '';
  await take(api, owner, { kind: 'successors_invited', successorIds: [successorId] });
  const ownerAlive = start + 100 * DAY;
  api.clock.now = ownerAlive;
  await take(api, owner, { kind: 'owner_alive', successorId });
  await upBut(start, ownerAlive + 9 * DAY, {
    api: [
      [24 * 50, 24 * 60],
      [24 * 99, 24 * 102],
      [24 * 104, 24 * 105],
    ],
  });
  api.clock.now = ownerAlive + 9 * DAY;
  const body = await timeline(owner);
  expect(body.creditedMs).toBe(3 * DAY);
  expect(body.credits.map(({ creditedMs }: { creditedMs: number }) => creditedMs / DAY)).toEqual([0, 2, 1]);
});

test('the list has the latest hundred, and the sum covers all', async () => {
  const { owner, start } = await armed();
  const gaps = Array.from({ length: MOST_CREDITS + 20 }, (_, i): [number, number] => [2 * i, 2 * i + 1]);
  await upBut(start, start + 20 * DAY, { api: gaps });
  api.clock.now = start + 20 * DAY;
  const body = await timeline(owner);
  expect(body.credits).toHaveLength(MOST_CREDITS);
  expect(body.credits.at(-1)?.to).toBe(at(start + (2 * (MOST_CREDITS + 19) + 1) * HOUR));
  expect(body.creditedMs).toBe((MOST_CREDITS + 20) * HOUR);
});

test('while no clock runs, there is nothing to credit', async () => {
  const owner = await buildOwner(api);
  expect(await timeline(owner)).toMatchObject({ status: 'off', creditedMs: 0, credits: [] });
});
