import { defineEntity, type InferEntity, p } from '@mikro-orm/core';

/** A log-in. A token works only while its row here does. */
export const Session = defineEntity({
  name: 'Session',
  tableName: 'session',
  properties: {
    id: p.uuid().primary(),
    userId: p.uuid(),
    /**
     * `browser` sessions use cookies, `app` and `bearer` sessions an Authorization header. The first two are people,
     * whose writes are signs of life. `bearer` sessions are programs.
     */
    kind: p.text().$type<'browser' | 'app' | 'bearer'>(),
    /** SHA-256 of the current refresh token. Using an earlier one of this session is reuse. */
    refreshHash: p.blob(),
    /** When the previous refresh token was exchanged for it, which may be repeated for a few seconds. */
    rotatedAt: p.datetime().nullable(),
    ipAddress: p.text().nullable(),
    userAgent: p.text().nullable(),
    createdAt: p.datetime(),
    lastUsedAt: p.datetime(),
    expiresAt: p.datetime(),
    revokedAt: p.datetime().nullable(),
    /** When the user last proved the password, and the second factor if it is on: at log-in or later. */
    confirmedAt: p.datetime().nullable(),
    /** Whether it logged in on a device that had been used for this account for a week (api/auth/devices.ts). */
    establishedDevice: p.boolean().default(false),
  },
});

export type SessionRow = InferEntity<typeof Session>;
