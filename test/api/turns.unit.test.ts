import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { type Holder, networksOf } from '../../api/http/shares/holder.ts';
import { createTurns, type Turns } from '../../api/http/shares/turns.ts';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

const MOST = { account: 2, network: 3, '/56': 4, '/48': 4 };
const at = (ip: string, account?: string): Holder => [
  ...networksOf(ip),
  ...(account ? [{ kind: 'account' as const, key: account }] : []),
];
const settle = () => jest.advanceTimersByTimeAsync(0);

/** Takes a turn, and notes when it began. */
function ask(turns: Turns, began: string[], name: string, holder: Holder, first = false) {
  const turn = turns.take(holder, first).then((leave) => {
    began.push(name);
    return leave;
  });
  turn.catch(() => {});
  return turn;
}

test('nobody has more places than their account and each of their networks may have', async () => {
  const turns = createTurns({ places: 10, most: MOST }, 'Busy');
  const began: string[] = [];
  for (const name of ['a1', 'a2', 'a3']) ask(turns, began, name, at('192.0.2.1', 'a'));
  ask(turns, began, 'b1', at('192.0.2.1', 'b'));
  ask(turns, began, 'b2', at('192.0.2.1', 'b'));
  ask(turns, began, 'elsewhere', at('192.0.2.2', 'c'));
  await settle();
  expect(began).toEqual(['a1', 'a2', 'b1', 'elsewhere']);
  // One customer has 256 networks in a /56.
  for (let i = 0; i < 6; i += 1) ask(turns, began, `home ${i}`, at(`2001:db8:0:${i}::1`));
  await settle();
  expect(began.slice(4)).toEqual(['home 0', 'home 1', 'home 2', 'home 3']);
});

test('whoever comes waits behind one turn of each other holder, not behind all that one of them has asked for', async () => {
  const turns = createTurns({ places: 1, most: MOST }, 'Busy');
  const began: string[] = [];
  const leave = await ask(turns, began, 'now', at('192.0.2.1', 'a'));
  const asked = [
    ...[1, 2, 3].map((i) => ask(turns, began, `a${i}`, at('192.0.2.1', 'a'))),
    ...[1, 2].map((i) => ask(turns, began, `b${i}`, at('192.0.2.2', 'b'))),
    ask(turns, began, 'c1', at('192.0.2.3', 'c')),
  ];
  leave();
  for (const each of asked) void each.then((over) => over());
  await Promise.all(asked);
  expect(began).toEqual(['now', 'a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
  expect(turns.taken).toBe(0);
});

test('kept places are for those who are let in first', async () => {
  const turns = createTurns({ places: 2, kept: 1, most: MOST }, 'Busy');
  const began: string[] = [];
  const leave = await ask(turns, began, 'ordinary', at('192.0.2.1'));
  const waits = ask(turns, began, 'another', at('192.0.2.2'));
  await ask(turns, began, 'log-in', at('192.0.2.3'), true);
  expect(began).toEqual(['ordinary', 'log-in']);
  leave();
  // The log-in still has the one place that is nobody else's.
  await settle();
  expect(began).toHaveLength(2);
  expect(turns.taken).toBe(1);
  await jest.advanceTimersByTimeAsync(10_000);
  await expect(waits).rejects.toMatchObject({ code: 'dependency_unavailable', retryAfter: 5 });
});

test('once a thousand wait, whoever has most of them loses the later half, and others still wait', async () => {
  const turns = createTurns({ places: 1, most: MOST }, 'Busy');
  const began: string[] = [];
  const leave = await turns.take(at('192.0.2.1'));
  const crowd = Array.from({ length: 1_000 }, () => ask(turns, began, 'crowd', at('192.0.2.1')));
  const other = ask(turns, began, 'other', at('192.0.2.2'));
  await expect(crowd.at(-1)).rejects.toMatchObject({ code: 'rate_limited', retryAfter: 5 });
  leave();
  (await crowd[0])?.();
  await other;
  expect(began).toEqual(['crowd', 'other']);
});

test('a turn that is given back twice is one', async () => {
  const turns = createTurns({ places: 2, most: MOST }, 'Busy');
  const leave = await turns.take(at('192.0.2.1'));
  await turns.take(at('192.0.2.2'));
  leave();
  leave();
  expect(turns.taken).toBe(1);
});

test('a place rests after a turn whose holder has more waiting, and not for one who asks again later', async () => {
  const turns = createTurns({ places: 5, rest: 2, most: { ...MOST, account: 1 } }, 'Busy');
  const began: string[] = [];
  const leave = await turns.take(at('192.0.2.1', 'a'));
  ask(turns, began, 'queued', at('192.0.2.1', 'a'));
  jest.advanceTimersByTime(100);
  leave();
  await jest.advanceTimersByTimeAsync(190);
  expect(began).toEqual([]);
  await jest.advanceTimersByTimeAsync(20);
  expect(began).toEqual(['queued']);
  const alone = await turns.take(at('192.0.2.2', 'b'));
  jest.advanceTimersByTime(100);
  alone();
  await ask(turns, began, 'again', at('192.0.2.2', 'b'));
  expect(began).toEqual(['queued', 'again']);
});
