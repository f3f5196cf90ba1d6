import { defineEntity, p } from '@mikro-orm/core';

/**
 * A period in which one process proved that a service was up, from its first beat to its latest. The union of all rows
 * is when it was up; a row with a single beat proves nothing.
 */
export const Liveness = defineEntity({
  name: 'Liveness',
  tableName: 'liveness',
  properties: {
    id: p.uuid().primary(),
    /** `clock` isn't a service: an operator said at that moment that the time is right. */
    service: p.text().$type<'api' | 'mail' | 'public' | 'returns' | 'clock'>(),
    startedAt: p.datetime(),
    beatAt: p.datetime(),
  },
});
