import { defineEntity, type InferEntity, p } from '@mikro-orm/core';

export type TokenPurpose =
  | 'verify_email'
  | 'reset_password'
  | 'change_email'
  | 'second_factor_removal'
  | 'check_in'
  | 'successor_verification'
  | 'second_address'
  | 'response'
  | 'access'
  | 'contact'
  | 'rehearsal_response'
  | 'rehearsal_access'
  | 'opt_out';

/** The hash of a token in a mailed link. The plain token is stored nowhere. */
export const Token = defineEntity({
  name: 'Token',
  tableName: 'token',
  properties: {
    id: p.uuid().primary(),
    hash: p.blob(),
    purpose: p.text().$type<TokenPurpose>(),
    userId: p.uuid(),
    successorId: p.uuid().nullable(),
    handoverId: p.uuid().nullable(),
    /** The registration that a link activates; null for the account's own. */
    registrationId: p.uuid().nullable(),
    /** The way to the owner on which a check-in link was sent; null for their mailbox. */
    channelId: p.uuid().nullable(),
    /** Whether the link went to the second address of a successor, and ends with it. */
    toSecond: p.boolean().default(false),
    /** Check-in tokens end with their cycle. */
    epoch: p.integer().nullable(),
    /** Null if it ends with the cycle, the handover or the access window instead. */
    expiresAt: p.datetime().nullable(),
    consumedAt: p.datetime().nullable(),
    createdAt: p.datetime(),
  },
});

export type TokenRow = InferEntity<typeof Token>;
