import { defineEntity, p } from '@mikro-orm/core';

/** `here`: it is still them, and they have their sheet. `moved`: they want us to write to another address. */
export type ContactAnswer = 'here' | 'sheet_lost' | 'moved';

/**
 * The latest question to a successor: is this still you, and do you still have your sheet? They may also tell us unasked
 * that their address has changed.
 */
export const ContactQuestion = defineEntity({
  name: 'ContactQuestion',
  tableName: 'contact_question',
  properties: {
    successorId: p.uuid().primary(),
    userId: p.uuid(),
    /** When its mail was queued; null if they were never asked. Exact to the millisecond: the mail names it. */
    askedAt: p.datetime(3).nullable(),
    mailAcceptedAt: p.datetime().nullable(),
    answer: p.text().$type<ContactAnswer>().nullable(),
    /** With `moved`: where they want us to write. Their owner decides. */
    newEmail: p.text().nullable(),
    answeredAt: p.datetime().nullable(),
    /** When they last answered `here`, to this question or an earlier one. */
    confirmedAt: p.datetime().nullable(),
    /** When their owner was told by mail that they don't answer this question. */
    toldAt: p.datetime().nullable(),
  },
});
