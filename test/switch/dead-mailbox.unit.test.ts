import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  type Evidence,
  isAgainstMailbox,
  isUndeliverable,
  type RefusalReason,
  type Refusals,
} from '../../switch/dead-mailbox.ts';
import { day, RULES, silentOwner } from './switch-builders.ts';

/** Refused for good on each of the 7 days from day 68 on, and just now. */
const refusals = (more: Partial<Refusals> = {}): Refusals => ({
  reason: 'gone',
  since: day(68),
  days: 7,
  permanentSince: day(68),
  permanentTries: 3,
  acceptedAt: null,
  ...more,
});

const NOBODY: Evidence = {
  othersAcceptedAt: null,
  othersRefusedAt: null,
  neighbourAcceptedAt: null,
  operatorAcceptedAt: null,
};
/** Evidence as of a day. */
const served = (today: number): Evidence => ({ ...NOBODY, othersAcceptedAt: day(today - 1) });
const neighbourly = (today: number) => ({ ...served(today), neighbourAcceptedAt: day(today - 1) });
const acceptedByOperators = (today: number): Evidence => ({
  ...NOBODY,
  operatorAcceptedAt: day(today - 6.9),
});
const allRefused = (today: number): Evidence => ({ ...NOBODY, othersRefusedAt: day(today - 1) });
const allDead = (today: number): Evidence => ({
  ...acceptedByOperators(today),
  ...{ othersRefusedAt: day(today - 1) },
});

const forATime = (reason: RefusalReason, days: number): Partial<Refusals> => ({
  ...{ reason, days, permanentSince: null, permanentTries: 0 },
});
const long = (tries: number, days: number) => ({ days, permanentTries: tries });
const waiting = silentOwner('armed');

describe('a mailbox is dead', () => {
  test.each<[string, Partial<Refusals>, Evidence, number, boolean]>([
    ['gone, 3 times over 7 days', {}, served(75), 75, true],
    ['a little less than 7 days', {}, served(74.99), 74.99, false],
    ['twice', { permanentTries: 2 }, served(75), 75, false],
    [
      'in one bad night, and now for a time',
      { reason: 'unavailable', permanentTries: 3 },
      served(76),
      76,
      false,
    ],
    ['in one bad night, and now blocked', { reason: 'blocked', permanentTries: 3 }, served(76), 76, false],
    ['unavailable on 29 days', forATime('unavailable', 29), served(97), 97, false],
    ['unavailable on 30 days', forATime('unavailable', 30), served(98), 98, true],
    ['unclear on 30 days, while neighbours are served', forATime('unclear', 30), neighbourly(98), 98, true],
    ['unclear on 30 days, while other domains are served', forATime('unclear', 30), served(98), 98, false],
    ['blocked on 90 days', forATime('blocked', 90), neighbourly(160), 160, false],
    ['twice in 30 days, with an outage between', forATime('unavailable', 2), served(98), 98, false],
    ['while the same mailbox takes other mail', { acceptedAt: day(70) }, served(75), 75, false],
    ['after the mailbox took a mail long ago', { acceptedAt: day(60) }, served(75), 75, true],
    ['nobody else is written to, but an operator’s mail is accepted', {}, acceptedByOperators(75), 75, true],
    ['that mail was accepted too long ago', {}, { ...NOBODY, operatorAcceptedAt: day(67.9) }, 75, false],
    ['others were served too long ago', {}, { ...NOBODY, othersAcceptedAt: day(67.9) }, 75, false],
    ['others are all refused, and the operator too', long(4_000, 900), allRefused(1_000), 1_000, false],
    ['others are all refused, for 89 days', long(400, 89), allDead(157), 157, false],
    ['others are all refused, for 90 days', long(360, 90), allDead(158), 158, true],
    ['others are all refused, for 90 days, but seldom', long(29, 90), allDead(158), 158, false],
    ['others are all refused, on few days', long(360, 29), allDead(158), 158, false],
    ['others are all refused, unavailable', forATime('unavailable', 90), allDead(158), 158, false],
    [
      'nobody else is written to, and no operator’s mail is accepted, for 89 days',
      long(400, 89),
      NOBODY,
      157,
      false,
    ],
    [
      'nobody else is written to, and no operator’s mail is accepted, for 90 days',
      long(360, 90),
      NOBODY,
      158,
      true,
    ],
    [
      'nobody else is written to, and no operator’s mail is accepted, unavailable',
      forATime('unavailable', 90),
      NOBODY,
      158,
      false,
    ],
  ])('%s', (_, more, evidence, today, expected) => {
    expect(isUndeliverable(waiting, refusals(more), evidence, day(today), RULES)).toBe(expected);
  });

  test('a mailbox found dead stays dead at the next step of the same silence without new evidence', () => {
    const dead = { ...waiting, undeliverableAt: day(75) };
    const first = { since: day(85), days: 1, permanentSince: null, permanentTries: 0 };
    const again = (more: Partial<Refusals>, evidence: Evidence) =>
      isUndeliverable(dead, refusals({ ...first, ...more }), evidence, day(85), RULES);
    for (const evidence of [served(85), acceptedByOperators(85), allDead(85), NOBODY])
      expect(again({}, evidence)).toBe(true);
    expect(again({}, allRefused(85))).toBe(false);
    // One temporary refusal proves nothing. A second day of them does.
    expect(again({ reason: 'unclear' }, neighbourly(85))).toBe(false);
    expect(again({ reason: 'unclear', days: 2 }, neighbourly(85))).toBe(true);
    expect(again({ reason: 'unclear', days: 2 }, served(85))).toBe(false);
    expect(again({ reason: 'blocked', days: 2 }, neighbourly(85))).toBe(false);
  });
});

describe('whatever happened', () => {
  const moment = fc.option(fc.integer({ min: 0, max: 400 }).map(day), { nil: null });
  const evidence: fc.Arbitrary<Evidence> = fc.record({
    othersAcceptedAt: moment,
    othersRefusedAt: moment,
    neighbourAcceptedAt: moment,
    operatorAcceptedAt: moment,
  });
  const record: fc.Arbitrary<Refusals> = fc.record({
    reason: fc.constantFrom<RefusalReason>('gone', 'unavailable', 'unclear', 'blocked'),
    since: fc.integer({ min: 0, max: 400 }).map(day),
    days: fc.nat(400),
    permanentSince: moment,
    permanentTries: fc.nat(2_000),
    acceptedAt: moment,
  });
  const state = fc.boolean().map((dead) => ({ ...waiting, undeliverableAt: dead ? day(300) : null }));

  test('neither a block nor a server that refuses everyone is held against a mailbox', () => {
    fc.assert(
      fc.property(state, record, evidence, (before, refused, beside) => {
        const dead = isUndeliverable(before, refused, beside, day(401), RULES);
        const lately = (at: number | null) => at !== null && at >= day(394);
        if (refused.reason === 'blocked') expect(dead).toBe(false);
        const nobodyTaken = !lately(beside.othersAcceptedAt) && !lately(beside.operatorAcceptedAt);
        if (nobodyTaken && lately(beside.othersRefusedAt)) expect(dead).toBe(false);
        if (dead) expect(isAgainstMailbox(refused.reason, beside, day(401), RULES)).toBe(true);
      }),
    );
  });

  test('a dead mailbox stays dead if the server accepts more mail for others', () => {
    fc.assert(
      fc.property(state, record, evidence, (before, refused, beside) => {
        const dead = isUndeliverable(before, refused, beside, day(401), RULES);
        const better = { ...beside, othersAcceptedAt: day(400), neighbourAcceptedAt: day(400) };
        if (dead) expect(isUndeliverable(before, refused, better, day(401), RULES)).toBe(true);
      }),
    );
  });
});
