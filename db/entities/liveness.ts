import { defineEntity, type InferEntity, p } from '@mikro-orm/core';

/** A stretch in which one process proved that a service was up. The union of all rows is when it was. */
export const Liveness = defineEntity({
  name: 'Liveness',
  tableName: 'liveness',
  properties: {
    id: p.uuid().primary(),
    service: p.text().$type<'api' | 'mail' | 'public'>(),
    startedAt: p.datetime(),
    beatAt: p.datetime(),
  },
});

export type LivenessRow = InferEntity<typeof Liveness>;
