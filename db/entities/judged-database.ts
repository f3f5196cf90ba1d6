import { defineEntity, type InferEntity, p } from '@mikro-orm/core';

/**
 * The database that reconcile has judged last, in one row. A restored or promoted copy brings the row along, but it isn't
 * the database that the row names. Values that this PostgreSQL withholds are null.
 */
export const JudgedDatabase = defineEntity({
  name: 'JudgedDatabase',
  tableName: 'judged_database',
  properties: {
    /** Always 1. */
    id: p.integer().primary(),
    /** The system identifier, which physical copies share. */
    system: p.text().nullable(),
    /** Changes with every promotion and every point-in-time recovery. */
    timeline: p.integer().nullable(),
    /** The OIDs of the database and of the table `switch`, because a dump that is loaded makes new ones. */
    tables: p.text(),
    /** Whether a worker has seen that this database holds less than a moment ago. */
    isBehind: p.boolean(),
    /** The memory of the run of reconcile that found a restored backup: if it fails later, the next finds nothing. */
    comparedWith: p.text().nullable(),
    /** When an operator said that nothing is missing; null once reconcile has noted it. */
    movedAt: p.datetime().nullable(),
    /** When reconcile last judged, by the database's clock. */
    judgedAt: p.datetime(),
  },
});

export type JudgedDatabaseRow = InferEntity<typeof JudgedDatabase>;
