import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import type { ActivityType } from '../activity-log.ts';

/** One record of an owner's activity log. Written only by db/activity-log.ts. */
export const Activity = defineEntity({
  name: 'Activity',
  tableName: 'activity',
  properties: {
    id: p.bigint('string').primary(),
    userId: p.uuid(),
    type: p.text().$type<ActivityType>(),
    at: p.datetime(),
    ipAddress: p.text().nullable(),
    userAgent: p.text().nullable(),
    detail: p.json().$type<Record<string, string | number | boolean | null>>(),
    /** HMAC over the record and the signature before it: the owner's hash chain. */
    signature: p.text(),
  },
});

export type ActivityRow = InferEntity<typeof Activity>;
