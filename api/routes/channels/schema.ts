import { z } from 'zod';
import { CHANNEL_KINDS } from '../../../db/entities/channel.ts';
import { LONGEST_ADDRESS } from '../../../guard/address.ts';
import { email, extensibleEnum, id, message, moment, name } from '../../http/schemas.ts';

/** A public key of P-256: the example of RFC 8291. */
const PUSH_KEY = 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4';

export const ChannelParams = z.strictObject({ channelId: id.toLowerCase().describe('The way.') });

export const Channel = z.strictObject({
  id,
  kind: extensibleEnum(CHANNEL_KINDS).describe('What kind of way it is.'),
  name,
  address: z
    .string()
    .meta({ examples: ['olive@example.com'] })
    .describe('The email address, where requests are sent, or the host of the push service.'),
  verifiedAt: moment.nullable().describe('When its code was entered. Nothing else is sent to it before.'),
  lastAcceptedAt: moment.nullable().describe('When it last accepted something.'),
  lastFailedAt: moment.nullable().describe('When it last refused something, or did not answer.'),
  lastError: z
    .string()
    .nullable()
    .meta({ examples: ['HTTP 503'] })
    .describe('The code of its latest failure; null once it has accepted something again.'),
  works: z.boolean().describe('Whether it is verified and the latest attempt did not fail.'),
  createdAt: moment,
});

export const ChannelList = z.strictObject({
  channels: z.array(Channel).describe('The ways, oldest first.'),
  pushKey: z
    .string()
    .nullable()
    .meta({ examples: [PUSH_KEY] })
    .describe('What `PushManager.subscribe()` takes as `applicationServerKey`; null if no pushes are sent.'),
});
export const ChannelWritten = z.strictObject({ message, channel: Channel.describe('The way.') });

const secret = z
  .string()
  .meta({ examples: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwTXmlEuwGS2U='] })
  .describe('What requests are signed with (Standard Webhooks). It is shown this once.');
export const WebhookWritten = z.strictObject({ message, channel: Channel.describe('The way.'), secret });

export const NewMailbox = z.strictObject({ name, email });
export const NewWebhook = z.strictObject({
  name,
  url: z
    .string()
    .trim()
    .min(1)
    .max(LONGEST_ADDRESS)
    .meta({ examples: ['https://hooks.example.com/vault'] })
    .describe('A public https address. Redirects are not followed.'),
});
/** `PushSubscription.toJSON()` of the Push API. */
export const NewPush = z.strictObject({
  name,
  subscription: z
    .strictObject({
      endpoint: z
        .string()
        .min(1)
        .max(LONGEST_ADDRESS)
        .meta({ examples: ['https://push.example.com/s/1'] })
        .describe('Where pushes for this device are sent.'),
      expirationTime: z.number().nullable().optional().describe('Ignored.'),
      keys: z
        .strictObject({
          p256dh: z
            .string()
            .regex(/^[A-Za-z0-9_-]{87}$/, 'must be 65 bytes in base64url')
            .meta({ examples: [PUSH_KEY] })
            .describe('The key of the device.'),
          auth: z
            .string()
            .regex(/^[A-Za-z0-9_-]{22}$/, 'must be 16 bytes in base64url')
            .meta({ examples: ['BTBZMqHH6r4Tts7J_aSIgg'] })
            .describe('The secret that the device shares with us.'),
        })
        .describe('What pushes are encrypted with (RFC 8291).'),
    })
    .describe('What `PushManager.subscribe()` returned.'),
});
export const ChannelName = z.strictObject({ name });
export const ChannelCode = z.strictObject({
  code: z
    .string()
    .trim()
    .regex(/^[0-9]{8}$/, 'must be 8 digits')
    .meta({ examples: ['20914637'] })
    .describe('The code that was sent to the way.'),
});
