import { describe, expect, test } from '@jest/globals';
import type { Locale } from '../../db/locale.ts';
import { dayIn, momentIn } from '../../mail/layout/when.ts';

const at = (iso: string) => new Date(iso);
const BERLIN: Locale = { language: 'de', timeZone: 'Europe/Berlin' };

describe('a moment', () => {
  test.each([
    // Summer time ends on 25 October 2026 at 01:00 UTC, and half past two comes twice.
    ['2026-10-25T00:30:00Z', 'Sonntag, 25. Oktober 2026, 02:30 Uhr (MESZ)'],
    ['2026-10-25T01:30:00Z', 'Sonntag, 25. Oktober 2026, 02:30 Uhr (MEZ)'],
    // It begins on 28 March 2027 at 01:00 UTC, and half past two never comes.
    ['2027-03-28T00:59:00Z', 'Sonntag, 28. März 2027, 01:59 Uhr (MEZ)'],
    ['2027-03-28T01:00:00Z', 'Sonntag, 28. März 2027, 03:00 Uhr (MESZ)'],
  ])('is unmistakable when the clocks change: %s', (iso, words) => {
    expect(momentIn(BERLIN, at(iso))).toBe(words);
  });

  test.each([
    ['UTC', 'Friday 31 December 2027, 23:30 UTC'],
    ['Europe/London', 'Friday 31 December 2027, 23:30 GMT'],
    ['Europe/Dublin', 'Friday 31 December 2027, 23:30 UTC'],
    ['Europe/Paris', 'Saturday 1 January 2028, 00:30 CET'],
    ['europe/paris', 'Saturday 1 January 2028, 00:30 CET'],
    ['Europe/Istanbul', 'Saturday 1 January 2028, 02:30 UTC+3'],
    ['Asia/Kathmandu', 'Saturday 1 January 2028, 05:15 UTC+5:45'],
    ['America/New_York', 'Friday 31 December 2027, 18:30 UTC−5'],
    ['America/St_Johns', 'Friday 31 December 2027, 20:00 UTC−3:30'],
    ['Pacific/Kiritimati', 'Saturday 1 January 2028, 13:30 UTC+14'],
  ])('names the zone as people do, or says how far it is from UTC: %s', (timeZone, words) => {
    expect(momentIn({ language: 'en', timeZone }, at('2027-12-31T23:30:00Z'))).toBe(words);
  });

  test('in summer has the summer’s name', () => {
    const summer = at('2027-07-01T12:00:00Z');
    expect(momentIn({ language: 'en', timeZone: 'Europe/London' }, summer)).toMatch(/13:00 BST$/);
    expect(momentIn({ language: 'en', timeZone: 'Europe/Madrid' }, summer)).toMatch(/14:00 CEST$/);
    expect(momentIn({ language: 'de', timeZone: 'Europe/London' }, summer)).toMatch(/13:00 Uhr \(UTC\+1\)$/);
  });

  test('in an unknown time zone is in UTC, and says so', () => {
    const nowhere: Locale = { language: 'de', timeZone: 'Europe/Entenhausen' };
    expect(momentIn(nowhere, at('2026-11-21T14:05:09Z'))).toBe('Samstag, 21. November 2026, 14:05 Uhr (UTC)');
  });
});

test('each month and weekday is spelt as Intl spells it', () => {
  for (const [language, tag] of [
    ['en', 'en-GB'],
    ['de', 'de-DE'],
  ] as const) {
    const names = new Intl.DateTimeFormat(tag, { month: 'long', weekday: 'long', timeZone: 'UTC' });
    for (let day = 0; day < 365; day += 1) {
      const date = new Date(Date.UTC(2026, 0, 1 + day));
      const words = momentIn({ language, timeZone: 'UTC' }, date);
      for (const { type, value } of names.formatToParts(date)) {
        if (type !== 'literal') expect(words).toContain(value);
      }
    }
  }
});

test('a day is the reader’s day', () => {
  const late = at('2026-12-31T23:30:00Z');
  expect(dayIn({ language: 'en', timeZone: 'UTC' }, late)).toBe('31 December 2026');
  expect(dayIn(BERLIN, late)).toBe('1. Januar 2027');
});
