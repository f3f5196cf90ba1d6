import { defineEntity, type InferEntity, p } from '@mikro-orm/core';

/** One mail per step and person: `key` is unique. What it says is written when it is sent. */
export const Mail = defineEntity({
  name: 'Mail',
  tableName: 'mail',
  properties: {
    /** Also the stable `Message-ID`. */
    id: p.uuid().primary(),
    key: p.text(),
    /** A name in `mail_kind`. */
    kind: p.text(),
    /** Blank, and `data` empty, once the mail is over and its account gone. */
    recipient: p.text(),
    /** No foreign keys: a farewell outlives its account. */
    userId: p.uuid(),
    successorId: p.uuid().nullable(),
    handoverId: p.uuid().nullable(),
    epoch: p.integer().nullable(),
    /** Facts that the rows will not tell any more when the mail is sent, such as the number of a reminder. */
    data: p.json().$type<Record<string, string | number | boolean>>(),
    status: p.text().$type<'queued' | 'accepted' | 'obsolete'>(),
    attempts: p.integer(),
    /** The mail server's code for the latest refusal, without any address. */
    lastError: p.text().nullable(),
    /** Until when one worker has this mail in hand; the database's own clock, as it is no domain time. */
    claimedUntil: p.datetime().nullable(),
    /** When the mail server first said no to this mail; domain time, kept as history once it is accepted. */
    refusedSince: p.datetime().nullable(),
    /** On how many different days it said no, and when the next one to count begins. */
    refusedDays: p.integer().default(0),
    refusedDayAt: p.datetime().nullable(),
    /** How often it said that there is no such mailbox, and since when. */
    permanentRefusals: p.integer().default(0),
    permanentSince: p.datetime().nullable(),
    /** After such an answer: until when the mail is not tried again; domain time. */
    restsUntil: p.datetime().nullable(),
    createdAt: p.datetime(),
    acceptedAt: p.datetime().nullable(),
  },
});

export type MailRow = InferEntity<typeof Mail>;
