import { defineEntity, type InferEntity, p } from '@mikro-orm/core';

export type TokenPurpose =
  | 'verify_email'
  | 'reset_password'
  | 'change_email'
  | 'check_in'
  | 'successor_verification'
  | 'response'
  | 'access'
  | 'rehearsal_response'
  | 'rehearsal_access'
  | 'opt_out';

/** The hash of a token that went out in a link. The plain token is nowhere. */
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
    /** Of a link that proves an address: which registration it activates; null: the first. */
    registrationId: p.uuid().nullable(),
    /** Check-in tokens die with their cycle. */
    epoch: p.integer().nullable(),
    /** Null: ends with the cycle, the handover or the access window instead. */
    expiresAt: p.datetime().nullable(),
    consumedAt: p.datetime().nullable(),
    createdAt: p.datetime(),
  },
});

export type TokenRow = InferEntity<typeof Token>;
