import { defineEntity, type InferEntity, p } from '@mikro-orm/core';

/** A log-in. A token without a live row here is worth nothing. */
export const Session = defineEntity({
  name: 'Session',
  tableName: 'session',
  properties: {
    id: p.uuid().primary(),
    userId: p.uuid(),
    /**
     * `browser` sessions live in cookies, `app` and `bearer` sessions in an Authorization header. A person is behind
     * the first two, and their writes are signs of life; `bearer` sessions are programs.
     */
    kind: p.text().$type<'browser' | 'app' | 'bearer'>(),
    /** SHA-256 of the current refresh token; any older one of this session is reuse. */
    refreshHash: p.blob(),
    /** When the one before was exchanged for it: for some seconds that may be repeated. */
    rotatedAt: p.datetime().nullable(),
    ipAddress: p.text().nullable(),
    userAgent: p.text().nullable(),
    createdAt: p.datetime(),
    lastUsedAt: p.datetime(),
    expiresAt: p.datetime(),
    revokedAt: p.datetime().nullable(),
    /** When its holder last showed the password, and the second factor where it is on: at log-in, or since. */
    confirmedAt: p.datetime().nullable(),
  },
});

export type SessionRow = InferEntity<typeof Session>;
