import { describe, expect, test } from '@jest/globals';
import {
  acceptancesProveUntil,
  backoffMs,
  delayAfterRefusal,
  delayAfterReturn,
  goneForGood,
  hasOutlivedAccount,
  hasOutlivedLink,
  isFinalNoticeWorthwhile,
  isReportInTime,
  longestDelayMs,
  operatorsMail,
  remainingDelayMs,
  throttleMs,
  untilDueMs,
} from '../../mail/retry.ts';
import type { RefusalReason } from '../../switch/dead-mailbox.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const RULES = { dayMs: DAY };
/** A day of the demo. */
const SHORT = { dayMs: 8 * SECOND };
const NOW = new Date('2026-11-21T12:00:00Z');
const now = NOW.getTime();
const ago = (ms: number) => new Date(now - ms);
const ahead = (ms: number) => new Date(now + ms);

/** A mail refused for the first time so long ago, on so many days. */
const refused = (sinceMs: number | null, onDays: number) => ({
  refusedSince: sinceMs === null ? null : ago(sinceMs),
  refusedDays: onDays,
});

describe('a refused mail', () => {
  test.each<[string, RefusalReason | null, ReturnType<typeof refused>, number | undefined]>([
    ['for the first time', 'unclear', refused(null, 0), undefined],
    ['for almost a day', 'unclear', refused(DAY - 1, 1), undefined],
    ['for a day', 'unclear', refused(DAY, 1), HOUR],
    ['for 9 days, on 6 of them', 'unavailable', refused(9 * DAY, 6), HOUR],
    ['for 9 days, on 7 of them', 'unavailable', refused(9 * DAY, 7), 3 * HOUR],
    ['for a year, because of us', 'blocked', refused(365 * DAY, 300), 3 * HOUR],
    ['by nobody, because the server does not answer', null, refused(9 * DAY, 7), undefined],
    ['because its mailbox does not exist', 'gone', refused(null, 0), 6 * HOUR],
    ['because its mailbox has not existed for a year', 'gone', refused(365 * DAY, 300), 6 * HOUR],
  ])('%s', (_, reason, mail, delay) => {
    expect(delayAfterRefusal(reason, mail, RULES, NOW)).toBe(delay);
  });

  test('waits for a second at least, however short a day is', () => {
    expect(delayAfterRefusal('gone', refused(0, 1), SHORT, NOW)).toBe(2 * SECOND);
    expect(delayAfterRefusal('unclear', refused(DAY, 1), SHORT, NOW)).toBe(SECOND);
  });

  test('that was returned waits for an hour, or as long as after a refusal if that is longer', () => {
    expect(delayAfterReturn('unclear', refused(null, 0), RULES, NOW)).toBe(HOUR);
    expect(delayAfterReturn('unclear', refused(9 * DAY, 7), RULES, NOW)).toBe(3 * HOUR);
    expect(delayAfterReturn('gone', refused(null, 0), RULES, NOW)).toBe(6 * HOUR);
  });

  test.each([
    ['has no delay', null, 0],
    ['has waited', ago(1), 0],
    ['has an hour left', ahead(HOUR), HOUR],
    ['has the longest delay left', ahead(6 * HOUR), 6 * HOUR],
    ['has a date that a wrong clock wrote', ahead(6 * HOUR + 1), 0],
  ])('%s', (_, restsUntil, remaining) => {
    expect(remainingDelayMs({ restsUntil }, RULES, now)).toBe(remaining);
  });
});

test.each([
  [1, false, RULES, 5 * SECOND],
  [2, false, RULES, 10 * SECOND],
  [9, false, RULES, 1_280 * SECOND],
  [10, false, RULES, 30 * MINUTE],
  [2_000, false, RULES, 30 * MINUTE],
  [6, true, RULES, 160 * SECOND],
  [7, true, RULES, 5 * MINUTE],
  [2_000, true, RULES, 5 * MINUTE],
  [1, false, SHORT, 5 * SECOND],
  [2, true, SHORT, 8 * SECOND],
])('the backoff after attempt %i (warning: %s)', (attempt, isWarning, rules, delay) => {
  expect(backoffMs(attempt, isWarning, rules)).toBe(delay);
});

test('a server that asks us to slow down gets no mail for 15 seconds, then twice as long, up to 15 minutes', () => {
  const pauses = [throttleMs()];
  while (pauses.length < 8) pauses.push(throttleMs(pauses.at(-1)!));
  expect(pauses.map((ms) => ms / SECOND)).toEqual([15, 30, 60, 120, 240, 480, 900, 900]);
});

test('a warning that is not due yet waits until it is, within a second and the longest delay', () => {
  expect(untilDueMs(now + HOUR, now, RULES)).toBe(HOUR);
  expect(untilDueMs(now + 1, now, RULES)).toBe(SECOND);
  expect(untilDueMs(now + DAY, now, RULES)).toBe(longestDelayMs(RULES));
});

describe('a mail is given up', () => {
  test.each([
    ['verify_email', DAY],
    ['reset_password', HOUR],
    ['change_email', DAY],
    ['successor_verification', 30 * DAY],
    ['second_factor_removal', 7 * DAY],
  ] as const)('once its link for %s would have expired', (purpose, lifetime) => {
    expect(hasOutlivedLink({ createdAt: ago(lifetime - 1) }, NOW, purpose)).toBe(false);
    expect(hasOutlivedLink({ createdAt: ago(lifetime) }, NOW, purpose)).toBe(true);
  });

  test('30 days after its account was deleted', () => {
    expect(hasOutlivedAccount({ createdAt: ago(30 * DAY) }, NOW)).toBe(false);
    expect(hasOutlivedAccount({ createdAt: ago(30 * DAY + 1) }, NOW)).toBe(true);
  });

  test('once its mailbox has been gone for 30 or 90 days, or never, as the evidence proves', () => {
    expect(goneForGood('usual', now, RULES)).toEqual({ since: ago(30 * DAY), refusals: 3 });
    expect(goneForGood('long', now, RULES)).toEqual({ since: ago(90 * DAY), refusals: 3 });
    expect(goneForGood('nothing', now, RULES)).toBeNull();
  });

  test('or not sent, if it is a final notice whose grace period is about to end', () => {
    expect(isFinalNoticeWorthwhile(15 * MINUTE + 1, RULES)).toBe(true);
    expect(isFinalNoticeWorthwhile(15 * MINUTE, RULES)).toBe(false);
    expect(isFinalNoticeWorthwhile(2 * SECOND + 1, SHORT)).toBe(true);
    expect(isFinalNoticeWorthwhile(2 * SECOND, SHORT)).toBe(false);
  });
});

describe('the evidence about a mailbox', () => {
  test('includes a report within 30 days of the acceptance', () => {
    expect(isReportInTime(ago(30 * DAY), NOW, RULES)).toBe(true);
    expect(isReportInTime(ago(30 * DAY + 1), NOW, RULES)).toBe(false);
  });

  test('includes every acceptance, but where warnings are returned only one that is not recent', () => {
    expect(acceptancesProveUntil('others', { returnedAt: null }, now, RULES)).toBe(now);
    expect(acceptancesProveUntil('itself', { returnedAt: null }, now, RULES)).toBe(now);
    expect(acceptancesProveUntil('others', { returnedAt: now }, now, RULES)).toBe(now - DAY);
    expect(acceptancesProveUntil('itself', { returnedAt: now }, now, RULES)).toBe(now - 6 * DAY);
  });

  test('operators are told after a day, and then every six', () => {
    const told = [0.99, 1, 5.99, 6, 11.99, 12].map((days) => operatorsMail(now - days * DAY, now, RULES));
    expect(told).toEqual([null, 0, 0, 1, 1, 2]);
  });
});
