import { defineEntity, p } from '@mikro-orm/core';

/** Everything SQL has to know about each kind of mail. Migrations fill it; the words of a kind are in mail/kinds/. */
export const MailTraits = defineEntity({
  name: 'MailTraits',
  tableName: 'mail_kind',
  properties: {
    name: p.text().primary(),
    /** Goes out on the task queue of account mail. */
    accountQueue: p.boolean(),
    /** Goes to the owner's current address; other mails are about the address they were queued for. */
    followsOwner: p.boolean(),
    /** A release or a successor waits for it, so it is tried forever. */
    awaited: p.boolean(),
  },
});
