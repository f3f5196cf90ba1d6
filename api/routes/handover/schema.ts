import { z } from 'zod';
import { CANCEL_REASONS, HANDOVER_STATUSES } from '../../../switch/state.ts';
import {
  base64,
  extensibleEnum,
  freeText,
  id,
  language,
  linkToken,
  message,
  moment,
  switchStatus,
  tokenQuery,
} from '../../http/schemas.ts';
import { encryptedShare, ownLanguage, ownTimeZone } from '../successors/schema.ts';
import { ExportQuery } from '../vault/schema.ts';

const IV_EXAMPLE = 'gkX3Jt0Uo1bZq5rC';

export const HandoverShape = z.strictObject({
  id,
  status: z
    .enum(HANDOVER_STATUSES)
    .meta({ examples: ['cancelled'] })
    .describe('The stage it has reached.'),
  startedAt: moment.describe('When the final notice was accepted and the grace period started.'),
  graceEndsAt: moment
    .nullable()
    .meta({ examples: ['2026-11-24T09:30:00.000Z'] })
    .describe('When the grace period ends, or ended.'),
  releasedAt: moment.nullable().describe('When enough successors had accepted.'),
  completedAt: moment.nullable().describe('When the last access ended.'),
  cancelledAt: moment
    .nullable()
    .meta({ examples: ['2026-11-23T18:00:00.000Z'] })
    .describe('When it was cancelled.'),
  ownerBackAt: moment
    .nullable()
    .meta({ examples: [null] })
    .describe('When the owner came back after it was completed.'),
  cancelReason: extensibleEnum(CANCEL_REASONS)
    .nullable()
    .meta({ examples: ['owner_cancelled'] })
    .describe(
      'The reason: a sign of life (`owner_returned`), the owner cancelled it (`owner_cancelled`), the switch was ' +
        'paused (`paused`), no successor was left (`no_successor`), or a backup was restored (`restored`).',
    ),
  reason: z
    .string()
    .nullable()
    .meta({ examples: ['I was at sea without a signal.'] })
    .describe("The owner's words when cancelling it."),
  quorum: z.int().describe('How many successors must accept, fixed when the final notice was sent.'),
  effectiveQuorum: z
    .int()
    .describe(
      'How many must accept now: `quorum`, but no more than there are successors left. Where successors ' +
        'hold shares, that many of the holders must be among them, or all who are left. Of a past handover, `quorum`.',
    ),
  accepted: z
    .int()
    .describe(
      'How many of them have accepted. If successors hold shares, nobody without one takes the place of a ' +
        'holder who has yet to accept. Of a past handover, how many accepted.',
    ),
  undeliverable: z
    .boolean()
    .meta({ examples: [false] })
    .describe("Whether the final notice could not be delivered, because the owner's address is dead."),
  responses: z
    .array(
      z.strictObject({
        successorId: id,
        invitationsSent: z.int().describe('How often we have asked them.'),
        response: z.enum(['accept', 'decline']).nullable().describe('Null until they answer.'),
        ownerAliveCount: z.int().describe('How often they said that the owner is alive.'),
        at: moment.nullable().describe('When they answered.'),
        accessEndsAt: moment.nullable().describe('When their access ends; null if they never had any.'),
        lastAccessAt: moment.nullable().describe('When they last read it.'),
        message: z.string().nullable().describe('Their message with the answer.'),
      }),
    )
    .meta({ examples: [[]] })
    .describe('All successors of this handover, whether they have been asked yet or not.'),
});

export const HandoverStatus = z.strictObject({
  status: switchStatus,
  deadline: moment.nullable(),
  handover: HandoverShape.nullable().describe(
    'The current one, or the one of a completed cycle; null if there is none.',
  ),
  lastCancelled: HandoverShape.nullable().describe('The last one that was cancelled.'),
  lastReleased: HandoverShape.nullable().describe(
    'The last one that is over and in which the vault was opened, whether it was cancelled or completed.',
  ),
});

export const CancelBody = z.strictObject({
  reason: freeText(500)
    .optional()
    .meta({ examples: ['I was at sea without a signal.'] })
    .describe('In your own words. Invited successors read it in their email.'),
});
export const Cancelled = z.strictObject({ message, handover: HandoverShape });

/** A share that its holder opened and resealed to another holder. Opaque to the server. */
const share = base64(1, 16 * 1024);

export const RehearsalBody = z.strictObject({
  successorId: id.toLowerCase(),
  entry: z
    .strictObject({
      id: id
        .toLowerCase()
        .optional()
        .describe('The ID the client bound the ciphertext to. Generated if omitted.'),
      encryptedData: base64(1, 16 * 1024),
      iv: base64(12, 12),
      salt: base64(16, 64).describe("The salt the client derived this entry's key with."),
      algorithm: extensibleEnum(['AES-GCM']),
      envelope: base64(1, 2 * 1024).optional(),
    })
    .describe('A harmless entry, encrypted like a real one.'),
  encryptedShare: encryptedShare.optional(),
});

const themselves = z
  .strictObject({
    id,
    name: z.string(),
    publicKey: z.string().nullable(),
    publicKeySalt: z.string().nullable(),
    ownerKey: z.string().nullable(),
  })
  .describe('Includes the public half of their recovery kit: its code opens nothing without the salt.');

/** Whether this was a rehearsal. Absent in a real handover. */
const rehearsal = z
  .boolean()
  .optional()
  .describe('True in a rehearsal: nothing has happened to the owner. Absent in a real handover.');

export const RespondBody = z.strictObject({
  token: linkToken,
  response: z.enum(['accept', 'decline', 'owner_alive']).describe("The successor's response."),
  message: freeText(1_000)
    .optional()
    .meta({ examples: ['I will take care of it.'] })
    .describe('For the owner, if they return; also for the other successors with `shareMessage`.'),
  shareMessage: z
    .boolean()
    .optional()
    .describe('Whether successors with access to the vault may also read the message.'),
  reshares: z
    .array(z.strictObject({ successorId: id, encryptedShare: share }))
    .max(15)
    .optional(),
  language: ownLanguage.optional(),
  timeZone: ownTimeZone.optional(),
});
export type RespondBody = z.output<typeof RespondBody>;

export const Responded = z
  .strictObject({
    message,
    status: switchStatus,
    accessToken: z
      .string()
      .optional()
      .describe(
        'Present when the vault is open: the token for `GET /vault/successor-access`. The link is also sent ' +
          'by email.',
      ),
    accessExpiresAt: moment.optional().describe('When that access ends.'),
    successor: themselves.optional(),
    encryptedShare: z
      .string()
      .nullable()
      .optional()
      .describe(
        "With an acceptance: the successor's own sealed share, and the holders to seal it for again.",
      ),
    holders: z
      .array(z.strictObject({ successorId: id, publicKey: z.string(), keyFingerprint: z.string() }))
      .optional(),
    rehearsal,
  })
  .meta({
    examples: [
      {
        message: "Thank you. You have accepted. We'll write to you as soon as the vault is open.",
        status: 'awaiting_successors',
      },
    ],
  });

export const RenewBody = z.strictObject({ token: linkToken });

export const ReadableEntry = z.strictObject({
  id,
  encryptedData: z.string(),
  iv: z
    .string()
    .meta({ examples: [IV_EXAMPLE] })
    .describe('The AES-GCM initialisation vector.'),
  salt: z.string().describe("The salt of the entry's key."),
  algorithm: z.string(),
  category: z.string(),
  tags: z.array(z.string()),
  version: z.int(),
  createdAt: moment,
  updatedAt: moment,
  envelope: z
    .string()
    .nullable()
    .describe("The entry's key, sealed to the successor; null if there is none."),
});

export const AccessQuery = tokenQuery.extend(ExportQuery.shape);

export const SuccessorAccess = z.strictObject({
  ownerName: z.string(),
  language,
  successor: themselves,
  quorum: z.int(),
  accepted: z.int(),
  expiresAt: moment.describe('When access ends.'),
  threshold: z.int().nullable().describe('How many shares open the vault; null if it is not shared.'),
  encryptedShare: z.string().nullable(),
  reshares: z.array(
    z.strictObject({ fromSuccessorId: id.describe('Whose share it was.'), encryptedShare: z.string() }),
  ),
  list: z
    .string()
    .nullable()
    .optional()
    .describe(
      'The owner’s signed list of what was left to them; null if there is none. Absent in a rehearsal.',
    ),
  messages: z
    .array(
      z.strictObject({
        fromSuccessorId: id.describe('Who wrote it.'),
        name: z.string(),
        message: z.string().describe('Their message with the response.'),
      }),
    )
    .meta({ examples: [[]] })
    .describe('Messages that other successors wrote with their answers and agreed to share.'),
  entryCount: z.int().min(0).describe('How many entries there are.'),
  entries: z.array(ReadableEntry).describe('What was left to them, oldest first.'),
  rehearsal,
});
