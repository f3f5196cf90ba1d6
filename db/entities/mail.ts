import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import type { RefusalReason } from '../../switch/dead-mailbox.ts';

type Facts = Record<string, string | number | boolean>;

/** The facts of a mail. Only a mail about several changes has lists of them. */
export type MailData = Record<string, Facts[string] | readonly Facts[]>;

/** One mail per step and person: `key` is unique. Its text is written when it is sent. */
export const Mail = defineEntity({
  name: 'Mail',
  tableName: 'mail',
  properties: {
    /** Also the stable `Message-ID`. */
    id: p.uuid().primary(),
    key: p.text(),
    /** A name in `mail_kind`. */
    kind: p.text(),
    /** Blank once the mail is over and its account gone; `data` is empty then. */
    recipient: p.text(),
    /** Not a foreign key: a farewell outlives its account. */
    userId: p.uuid(),
    successorId: p.uuid().nullable(),
    handoverId: p.uuid().nullable(),
    /** The way to the owner that it goes to; null for the mailbox that the row names. */
    channelId: p.uuid().nullable(),
    /** Whether it goes to a mailbox. Anything else has no recipient here, because its way's row has the address. */
    byMail: p.boolean().default(true),
    epoch: p.integer().nullable(),
    /** Facts that no other row will still hold when the mail is sent; `n` is which reminder or request it is. */
    data: p.json().$type<MailData>(),
    status: p.text().$type<'queued' | 'accepted' | 'obsolete'>(),
    attempts: p.integer(),
    /** The mail server's code for the latest refusal, without any address. */
    lastError: p.text().nullable(),
    /** Until when a worker's claim on this mail lasts, by the database's own clock. */
    claimedUntil: p.datetime().nullable(),
    /** When the mail server first refused this mail; domain time, kept as history after it was accepted. */
    refusedSince: p.datetime().nullable(),
    /** On how many days it refused, and when the next day to count begins. */
    refusedDays: p.integer().default(0),
    refusedDayAt: p.datetime().nullable(),
    /** Why it refused the mail last; null if it never did, or has accepted it since. */
    refusal: p.text().$type<RefusalReason>().nullable(),
    /** On how many days it refused in a way that is held against the mailbox, and when the next day to count begins. */
    againstDays: p.integer().default(0),
    againstDayAt: p.datetime().nullable(),
    /** How often it said that there is no such mailbox, and when first. */
    permanentRefusals: p.integer().default(0),
    permanentSince: p.datetime().nullable(),
    /** Until when the mail is left alone after a refusal; domain time. */
    restsUntil: p.datetime().nullable(),
    createdAt: p.datetime(),
    acceptedAt: p.datetime().nullable(),
  },
});

export type MailRow = InferEntity<typeof Mail>;
