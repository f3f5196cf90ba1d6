import { expect, test } from '@jest/globals';
import { writeCalendar } from '../../../api/routes/automations/icalendar.ts';

const AT = new Date('2026-11-21T14:05:09.123Z');
const calendarOf = (summary: string, description = '') =>
  writeCalendar({ name: 'x', events: [{ uid: '1@x', at: AT, summary, description }] }, AT);
const unfolded = (text: string) => text.replaceAll('\r\n ', '');

test('lines end as RFC 5545 says, hold at most 75 bytes, and unfold to what was written, whatever the characters', () => {
  for (const letter of ['a', 'ß', '€', '😀']) {
    const long = letter.repeat(200);
    const text = calendarOf(long);
    expect(text.endsWith('\r\n')).toBe(true);
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    expect(text).not.toContain('\ufffd');
    expect(unfolded(text)).toContain(`SUMMARY:${long}\r\n`);
  }
});

test('nothing in a text can end its line or begin another property', () => {
  const text = unfolded(calendarOf('a, b; c \\ d\r\nEND:VCALENDAR', 'e\nf'));
  expect(text).toContain('SUMMARY:a\\, b\\; c \\\\ d\\nEND:VCALENDAR\r\n');
  expect(text).toContain('DESCRIPTION:e\\nf\r\n');
  expect(text.match(/^END:VCALENDAR/gm)).toHaveLength(1);
});

test('moments are in UTC, to the second', () => {
  expect(calendarOf('x')).toContain('DTSTART:20261121T140509Z\r\n');
});
