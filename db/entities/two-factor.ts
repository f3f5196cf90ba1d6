import { defineEntity, type InferEntity, p } from '@mikro-orm/core';

/** An owner's second factor. Both secrets are sealed (api/auth/two-factor.ts); no answer ever repeats one. */
export const TwoFactor = defineEntity({
  name: 'TwoFactor',
  tableName: 'two_factor',
  properties: {
    userId: p.uuid().primary(),
    /** Null until one was enabled. */
    secret: p.text().nullable(),
    /** The last time step of which a code was taken (RFC 6238): no code of it, or before it, is taken again. */
    lastStep: p.integer().nullable(),
    /** Of a setup that is not enabled yet: it changes nothing. */
    pendingSecret: p.text().nullable(),
    pendingAt: p.datetime().nullable(),
  },
});

export type TwoFactorRow = InferEntity<typeof TwoFactor>;
