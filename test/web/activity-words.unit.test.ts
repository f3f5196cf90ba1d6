/** Records of the activity log as sentences. */
import { expect, test } from '@jest/globals';
import { ACTIVITY_TYPES, TYPE_NAMES } from '../../api/routes/activity/types.ts';
import { sentenceOf } from '../../web/account/activity-words.ts';
import type { ActivityRecord } from '../../web/api/schemas.ts';

const record = (type: string, detail: ActivityRecord['detail'] = {}) =>
  sentenceOf({ type, detail } as ActivityRecord);

test('A record without details has the sentence of its type', () => {
  for (const type of TYPE_NAMES) expect(record(type)).toEqual({ key: type, values: {}, changes: [] });
});

test('A type that means several things has a sentence for each', () => {
  expect(record('login', { session: 'app' }).key).toBe('login.app');
  expect(record('settings_changed', { change: 'settings_changed' }).key).toBe('settings_changed');
  expect(record('settings_changed', { change: 'paused', pausedUntil: 'x' })).toMatchObject({
    key: 'settings_changed.paused',
    values: { pausedUntil: 'x' },
  });
  expect(record('session_revoked', { count: 3 }).key).toBe('session_revoked.others');
  expect(record('profile_changed', { keyBundle: true }).key).toBe('profile_changed.keys');
  expect(record('profile_changed', { name: true, keyBundle: true }).key).toBe('profile_changed.name');
  expect(record('rehearsal', { step: 'opened' }).key).toBe('rehearsal.opened');
  expect(record('reminder_sent', { kind: 'final_notice', n: 0 }).key).toBe('reminder_sent.final_notice');
  expect(record('reminder_sent', { kind: 'reminder', n: 1, of: 3 })).toMatchObject({
    key: 'reminder_sent',
    values: { n: 1, of: 3 },
  });
});

test('Changed values are shown before and after, and what else a record names beside them', () => {
  const detail = { successorId: 'ann', handoverDelayDaysBefore: 0, handoverDelayDays: 7 };
  expect(record('successor_changed', detail)).toEqual({
    key: 'successor_changed',
    values: { successorId: 'ann' },
    changes: [{ name: 'handoverDelayDays', before: 0, after: 7 }],
  });
  expect(Object.keys(ACTIVITY_TYPES.successor_changed.detail ?? {})).toEqual(
    expect.arrayContaining(Object.keys(detail)),
  );
});
