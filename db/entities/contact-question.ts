import { defineEntity, type InferEntity, p } from '@mikro-orm/core';

/** `here`: it is still them, and they have their sheet. */
export type ContactAnswer = 'here' | 'sheet_lost';

/** The latest question to a successor: is this still you, and do you still have your sheet? */
export const ContactQuestion = defineEntity({
  name: 'ContactQuestion',
  tableName: 'contact_question',
  properties: {
    successorId: p.uuid().primary(),
    userId: p.uuid(),
    /** When its mail was queued. Exact to the millisecond: the mail names it. */
    askedAt: p.datetime(3),
    mailAcceptedAt: p.datetime().nullable(),
    answer: p.text().$type<ContactAnswer>().nullable(),
    answeredAt: p.datetime().nullable(),
    /** When they last answered `here`, to this question or an earlier one. */
    confirmedAt: p.datetime().nullable(),
  },
});

export type ContactQuestionRow = InferEntity<typeof ContactQuestion>;
