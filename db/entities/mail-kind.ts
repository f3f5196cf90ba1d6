import { defineEntity, p } from '@mikro-orm/core';

/** What SQL has to know of each kind of mail. Migrations fill it; what a kind says is in its file in mail/kinds/. */
export const MailTraits = defineEntity({
  name: 'MailTraits',
  tableName: 'mail_kind',
  properties: {
    name: p.text().primary(),
    /** Goes out on the task queue of account mail. */
    accountQueue: p.boolean(),
    /** Goes wherever the owner is now; any other mail is about the address it was queued for. */
    followsOwner: p.boolean(),
    /** A release or a successor waits for it, so it is tried for ever. */
    awaited: p.boolean(),
  },
});
