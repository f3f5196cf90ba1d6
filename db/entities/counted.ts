import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import type { SwitchStatus } from '../../switch/state.ts';

/** How many mails of a kind are finished. */
export interface DoneMails {
  kind: string;
  status: 'accepted' | 'obsolete';
  count: number;
}

/** The latest counts, in a single row that db/counts.ts writes. */
export const Counted = defineEntity({
  name: 'Counted',
  tableName: 'counted',
  properties: {
    id: p.integer().primary(),
    users: p.integer(),
    /** How many of them have a verified address. */
    verified: p.integer(),
    switches: p.json().$type<Partial<Record<SwitchStatus, number>>>(),
    mails: p.json().$type<DoneMails[]>(),
    countedAt: p.datetime(),
    tookMs: p.integer(),
  },
});

export type CountedRow = InferEntity<typeof Counted>;
