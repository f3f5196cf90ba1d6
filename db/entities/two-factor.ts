import { defineEntity, p } from '@mikro-orm/core';

/** An owner's second factor. Both secrets are sealed (api/auth/two-factor.ts), and no answer ever contains one. */
export const TwoFactor = defineEntity({
  name: 'TwoFactor',
  tableName: 'two_factor',
  properties: {
    userId: p.uuid().primary(),
    /** Null until it is enabled. */
    secret: p.text().nullable(),
    /** The time step of the latest accepted code (RFC 6238). We accept no code of this step or an earlier one. */
    lastStep: p.integer().nullable(),
    /** From a setup that isn't enabled yet, and so has no effect. */
    pendingSecret: p.text().nullable(),
    pendingAt: p.datetime().nullable(),
  },
});
