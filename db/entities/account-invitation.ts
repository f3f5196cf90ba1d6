import { defineEntity, type InferEntity, p } from '@mikro-orm/core';

/** A link that lets someone open one account, where accounts are by invitation only. */
export const AccountInvitation = defineEntity({
  name: 'AccountInvitation',
  tableName: 'account_invitation',
  properties: {
    id: p.uuid().primary(),
    /** The hash of its token. The plain token was shown once and is stored nowhere. */
    hash: p.blob(),
    createdAt: p.datetime(),
    expiresAt: p.datetime(),
    /** The account that it opened. Null until it is used; an invitation ends with its account. */
    userId: p.uuid().nullable(),
  },
});

export type AccountInvitationRow = InferEntity<typeof AccountInvitation>;
