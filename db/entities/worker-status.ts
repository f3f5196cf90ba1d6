import { defineEntity, type InferEntity, p } from '@mikro-orm/core';

/** What a worker process last said of Temporal, so that the API need not ask Temporal itself. */
export const WorkerStatus = defineEntity({
  name: 'WorkerStatus',
  tableName: 'worker_status',
  properties: {
    id: p.uuid().primary(),
    reportedAt: p.datetime(),
    /** Workers that ask Temporal for work of ours, this one among them. */
    pollers: p.integer(),
    /** When one of them last asked. */
    polledAt: p.datetime().nullable(),
    /** Tasks that wait in Temporal for a worker; null where Temporal did not say. */
    backlog: p.integer().nullable(),
    /** How far this machine's clock is ahead of the database's. */
    clockSkewMs: p.integer(),
  },
});

export type WorkerStatusRow = InferEntity<typeof WorkerStatus>;
