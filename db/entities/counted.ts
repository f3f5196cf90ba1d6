import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import type { SwitchStatus } from '../../switch/state.ts';

/** How many mails of a kind are over. */
export interface DoneMails {
  kind: string;
  status: 'accepted' | 'obsolete';
  count: number;
}

/** One row: how much there was of what only grows, when a worker last counted. */
export const Counted = defineEntity({
  name: 'Counted',
  tableName: 'counted',
  properties: {
    id: p.integer().primary(),
    users: p.integer(),
    /** Of those: whose address is verified. */
    verified: p.integer(),
    switches: p.json().$type<Partial<Record<SwitchStatus, number>>>(),
    mails: p.json().$type<DoneMails[]>(),
    countedAt: p.datetime(),
    tookMs: p.integer(),
  },
});

export type CountedRow = InferEntity<typeof Counted>;
