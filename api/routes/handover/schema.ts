import { z } from 'zod';
import type { CancelReason } from '../../../switch/state.ts';
import { base64, id, linkToken, message, moment, switchStatus, words } from '../../http/schemas.ts';

const IV_EXAMPLE = 'gkX3Jt0Uo1bZq5rC';

const CANCEL_REASONS = [
  'owner_returned',
  'owner_cancelled',
  'paused',
  'no_successor',
  'restored',
] as const satisfies CancelReason[];

export const HandoverShape = z.strictObject({
  id,
  status: z
    .enum(['grace_period', 'awaiting_successors', 'released', 'completed', 'cancelled'])
    .meta({ examples: ['cancelled'] })
    .describe('How far it has come.'),
  startedAt: moment.describe('When the final notice was accepted, and the grace period began.'),
  graceEndsAt: moment
    .nullable()
    .meta({ examples: ['2026-11-24T09:30:00.000Z'] })
    .describe('When the grace period ends, or ended.'),
  releasedAt: moment.nullable().describe('When enough successors had accepted.'),
  completedAt: moment.nullable().describe('When the last access had ended.'),
  cancelledAt: moment
    .nullable()
    .meta({ examples: ['2026-11-23T18:00:00.000Z'] })
    .describe('When it was called off.'),
  cancelReason: z
    .enum(CANCEL_REASONS)
    .nullable()
    .meta({ examples: ['owner_cancelled'] })
    .describe(
      'Why it was called off: a sign of life (`owner_returned`), by the owner in so many words (`owner_cancelled`), ' +
        'the switch was paused (`paused`), no successor was left (`no_successor`), or a backup was restored (`restored`).',
    ),
  reason: z
    .string()
    .nullable()
    .meta({ examples: ['I was at sea without a signal.'] })
    .describe('What the owner wrote when they called it off.'),
  quorum: z.int().describe('How many have to accept, as it was frozen with the final notice.'),
  effectiveQuorum: z
    .int()
    .describe('How many have to accept now: `quorum`, but no more than those who are still successors.'),
  undeliverable: z
    .boolean()
    .meta({ examples: [false] })
    .describe("Whether the final notice could not be delivered, because the owner's address is dead."),
  responses: z
    .array(
      z.strictObject({
        successorId: id,
        response: z.enum(['accept', 'decline']).nullable().describe('Null until they answer.'),
        ownerAliveCount: z.int().describe('How often they said that the owner is alive.'),
        at: moment.nullable().describe('When they answered.'),
        message: z.string().nullable().describe('What they wrote with their answer.'),
      }),
    )
    .meta({ examples: [[]] })
    .describe('What each invited successor answered.'),
});

export const HandoverStatus = z.strictObject({
  status: switchStatus,
  deadline: moment.nullable(),
  handover: HandoverShape.nullable().describe(
    'The one under way, or that of a cycle which is completed; null where there is none.',
  ),
  lastCancelled: HandoverShape.nullable().describe('The one that was called off last.'),
});

export const CancelBody = z.strictObject({
  reason: words(500)
    .optional()
    .meta({ examples: ['I was at sea without a signal.'] })
    .describe('In your own words. Invited successors read it in the mail about it.'),
});
export const Cancelled = z.strictObject({ message, handover: HandoverShape });

/** A share that its holder opened and sealed again to another holder. Opaque to the server. */
const share = base64(1, 8 * 1024);

export const RehearsalBody = z.strictObject({
  successorId: id.toLowerCase(),
  entry: z
    .strictObject({
      id: id
        .toLowerCase()
        .optional()
        .describe('What the client bound the ciphertext to; made up where it is left out.'),
      encryptedData: base64(1, 16 * 1024),
      iv: base64(12, 12),
      salt: base64(16, 64).describe('What the client derived the key of this entry with.'),
      algorithm: z.literal('AES-GCM'),
      envelope: base64(1, 2 * 1024).optional(),
    })
    .describe('A harmless entry, encrypted as a real one.'),
  encryptedShare: share.optional(),
});

/** Whether this was a rehearsal: nothing has happened to the owner. Left out where it is real. */
const rehearsal = z
  .boolean()
  .optional()
  .describe('True in a rehearsal: nothing has happened to the owner. Left out where it is real.');

export const RespondBody = z.strictObject({
  token: linkToken,
  response: z.enum(['accept', 'decline', 'owner_alive']).describe('What the successor answers.'),
  message: words(1_000)
    .optional()
    .meta({ examples: ['I will take care of it.'] })
    .describe('For the owner, should they return; for the other successors with `shareMessage`.'),
  shareMessage: z
    .boolean()
    .optional()
    .describe('Whether successors to whom the vault is open may read the message too.'),
  reshares: z
    .array(z.strictObject({ successorId: id, encryptedShare: share }))
    .max(15)
    .optional(),
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
        'Where the vault is open: for `GET /vault/successor-access`. The link also goes out by mail.',
      ),
    accessExpiresAt: moment.optional().describe('When that access ends.'),
    encryptedShare: z
      .string()
      .nullable()
      .optional()
      .describe("With an acceptance: one's own sealed share, and to whom to seal it again."),
    holders: z
      .array(z.strictObject({ successorId: id, publicKey: z.string(), keyFingerprint: z.string() }))
      .optional(),
    rehearsal,
  })
  .meta({
    examples: [
      {
        message: 'Thank you. You have accepted; we write to you as soon as the vault is open.',
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
    .describe('What the ciphertext was made with.'),
  salt: z.string().describe('What the entry’s key was derived with.'),
  algorithm: z.string(),
  category: z.string(),
  tags: z.array(z.string()),
  version: z.int(),
  createdAt: moment,
  updatedAt: moment,
  envelope: z
    .string()
    .nullable()
    .describe('The key of the entry, sealed to the successor; null where there is none.'),
});

export const SuccessorAccess = z.strictObject({
  ownerName: z.string(),
  successor: z
    .strictObject({
      id,
      name: z.string(),
      publicKey: z.string().nullable(),
      publicKeySalt: z.string().nullable(),
    })
    .describe('With the public half of their recovery kit: the code opens nothing without its salt.'),
  quorum: z.int(),
  accepted: z.int(),
  expiresAt: moment.describe('When access ends.'),
  threshold: z.int().nullable().describe('How many shares open the vault; null where nothing is shared.'),
  encryptedShare: z.string().nullable(),
  reshares: z.array(
    z.strictObject({ fromSuccessorId: id.describe('Whose share it was.'), encryptedShare: z.string() }),
  ),
  messages: z
    .array(
      z.strictObject({
        fromSuccessorId: id.describe('Who wrote it.'),
        name: z.string(),
        message: z.string().describe('What they wrote with their answer.'),
      }),
    )
    .meta({ examples: [[]] })
    .describe('What other successors wrote with their answers, where they let it be read.'),
  entries: z.array(ReadableEntry).describe('What was left to them, oldest first.'),
  rehearsal,
});
