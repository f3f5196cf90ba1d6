import { defineEntity, p } from '@mikro-orm/core';
import type { SwitchStatus } from '../../switch/state.ts';
import { TextArray } from '../text-array.ts';

/** One row per owner. Only db/switch.ts, db/restoration.ts and the functions `check_in` and `store_entry` change it. */
export const Switch = defineEntity({
  name: 'Switch',
  tableName: 'switch',
  properties: {
    userId: p.uuid().primary(),
    status: p.text().$type<SwitchStatus>(),
    /** Cycle number, +1 at every entry to `armed`. */
    epoch: p.integer(),
    /** +1 at every change but a sign of life that only moves `lastSeenAt`. */
    seq: p.integer(),
    lastSeenAt: p.datetime(),
    /** The last sign of life that wasn't a check-in by a link, an automation or a program. A trigger sets it. */
    seenInPersonAt: p.datetime(),
    /** The last sign of life that was one of these. */
    linkUsedAt: p.datetime().nullable(),
    clockStartedAt: p.datetime(),
    thresholdDays: p.integer(),
    reminderPercents: p.array((text) => Number(text)).columnType('integer[]'),
    quorum: p.integer(),
    accessDays: p.integer(),
    /** Whether links in mails check in, or only lead to the log-in. */
    checkInByLink: p.boolean(),
    /** How often successors are asked whether they can be reached. */
    contactMonths: p.integer(),
    remindersAccepted: p.integer(),
    lastReminderAt: p.datetime().nullable(),
    finalNoticeAt: p.datetime().nullable(),
    /** When the owner's address was found dead. */
    undeliverableAt: p.datetime().nullable(),
    /** When a warning of this silence last came back after it had been accepted. */
    returnedAt: p.datetime().nullable(),
    /** Whether another way than the mailbox took the latest final notice. */
    reachedByWay: p.boolean().default(false),
    /** When a successor said that the owner is alive. */
    ownerAliveAt: p.datetime().nullable(),
    pausedAt: p.datetime().nullable(),
    pausedUntil: p.datetime().nullable(),
    pauseReminders: p.integer(),
    /** When the workflow promised to look next. If that is long past, it must be told again. */
    nextEventAt: p.datetime().nullable(),
    /** What held the switch at its latest look, and when that began; null if nothing did. */
    heldBy: p.type(TextArray).nullable(),
    heldSince: p.datetime().nullable(),
  },
});
