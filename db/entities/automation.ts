import { defineEntity, type InferEntity, p } from '@mikro-orm/core';

/**
 * What the token of an automation may do: check in for the owner, read the state of the switch, or read its dates as a
 * calendar.
 */
export type AutomationScope = 'check-in' | 'status' | 'calendar';

/** A program or a device with a token of its own, such as a phone's shortcut. */
export const Automation = defineEntity({
  name: 'Automation',
  tableName: 'automation',
  properties: {
    id: p.uuid().primary(),
    userId: p.uuid(),
    name: p.text(),
    scope: p.text().$type<AutomationScope>(),
    /** The hash of its token. The plain token was shown once and is stored nowhere. */
    hash: p.blob(),
    createdAt: p.datetime(),
    /** Null if its token works until it is revoked. */
    expiresAt: p.datetime().nullable(),
    lastUsedAt: p.datetime().nullable(),
  },
});

export type AutomationRow = InferEntity<typeof Automation>;
