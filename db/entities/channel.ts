import { defineEntity, type InferEntity, p } from '@mikro-orm/core';

export const CHANNEL_KINDS = ['mailbox', 'webhook', 'push'] as const;
export type ChannelKind = (typeof CHANNEL_KINDS)[number];

/** Another way to an owner than the mailbox of their account. Warnings go to each that is verified. */
export const Channel = defineEntity({
  name: 'Channel',
  tableName: 'channel',
  properties: {
    id: p.uuid().primary(),
    userId: p.uuid(),
    kind: p.text().$type<ChannelKind>(),
    /** What the owner calls it. */
    name: p.text(),
    /** An email address, or where requests are sent. */
    address: p.text(),
    /** What pushes to a device are encrypted with: its key, and the secret that it shares with us. */
    p256dh: p.text().nullable(),
    auth: p.text().nullable(),
    /** Which code was sent last, from 1, and when. The code itself is stored nowhere (db/channel-secrets.ts). */
    codeRound: p.integer(),
    codeSentAt: p.datetime(),
    verifiedAt: p.datetime().nullable(),
    /** Which secret signs what a webhook is sent, from 1, and when the one before was replaced. */
    secretRound: p.integer().default(1),
    secretRotatedAt: p.datetime().nullable(),
    lastAcceptedAt: p.datetime().nullable(),
    lastFailedAt: p.datetime().nullable(),
    /** The code of the latest failure, without any address; null once it has accepted something again. */
    lastError: p.text().nullable(),
    createdAt: p.datetime(),
  },
});

export type ChannelRow = InferEntity<typeof Channel>;
