import { z } from 'zod';
import { base64, id, linkToken, message, moment, switchStatus, words } from '../../schemas.ts';

export const HandoverShape = z.strictObject({
  id,
  status: z.enum(['grace_period', 'awaiting_successors', 'released', 'completed', 'cancelled']),
  startedAt: moment,
  graceEndsAt: moment.nullable(),
  releasedAt: moment.nullable(),
  completedAt: moment.nullable(),
  cancelledAt: moment.nullable(),
  cancelReason: z.string().nullable(),
  quorum: z.int().describe('How many have to accept, as it was frozen with the final notice.'),
  effectiveQuorum: z
    .int()
    .describe('How many have to accept now: `quorum`, but no more than those who are still successors.'),
  undeliverable: z
    .boolean()
    .describe("Whether the final notice could not be delivered, because the owner's address is dead."),
  responses: z.array(
    z.strictObject({
      successorId: id,
      response: z.enum(['accept', 'decline']).nullable(),
      vouches: z.int().describe('How often they said that the owner is alive'),
      at: moment.nullable(),
    }),
  ),
});

export const HandoverStatus = z.strictObject({
  status: switchStatus,
  deadline: moment.nullable(),
  handover: HandoverShape.nullable(),
});

export const CancelBody = z.strictObject({ reason: words(500).optional() });
export const Cancelled = z.strictObject({ message, handover: HandoverShape });

/** A share that its holder opened and sealed again to another holder. Opaque to the server. */
const share = base64(1, 8 * 1024);

export const RehearsalBody = z.strictObject({
  successorId: id.toLowerCase(),
  /** A harmless entry, encrypted as a real one. */
  entry: z.strictObject({
    id: id
      .toLowerCase()
      .optional()
      .describe('What the client bound the ciphertext to; made up where it is left out.'),
    encryptedData: base64(1, 16 * 1024),
    iv: base64(12, 12),
    salt: base64(16, 64),
    algorithm: z.literal('AES-GCM'),
    envelope: base64(1, 2 * 1024).optional(),
  }),
  encryptedShare: share.optional(),
});

/** Whether this was a rehearsal: nothing has happened to the owner. Left out where it is real. */
const rehearsal = z.boolean().optional();

export const RespondBody = z.strictObject({
  token: linkToken,
  response: z.enum(['accept', 'decline', 'owner_alive']),
  message: words(1_000).optional(),
  reshares: z
    .array(z.strictObject({ successorId: id, encryptedShare: share }))
    .max(15)
    .optional(),
});
export type RespondBody = z.output<typeof RespondBody>;

export const Responded = z.strictObject({
  message,
  status: switchStatus.describe("The switch's status after the answer."),
  accessToken: z.string().optional(),
  accessExpiresAt: moment.optional(),
  encryptedShare: z
    .string()
    .nullable()
    .optional()
    .describe("With an acceptance: one's own sealed share, and to whom to seal it again."),
  holders: z
    .array(z.strictObject({ successorId: id, publicKey: z.string(), keyFingerprint: z.string() }))
    .optional(),
  rehearsal,
});

export const RenewBody = z.strictObject({ token: linkToken });

export const SuccessorAccess = z.strictObject({
  ownerName: z.string(),
  /** With the public half of their recovery kit: the code opens nothing without its salt. */
  successor: z.strictObject({
    id,
    name: z.string(),
    publicKey: z.string().nullable(),
    publicKeySalt: z.string().nullable(),
  }),
  quorum: z.int(),
  accepted: z.int(),
  expiresAt: moment,
  threshold: z.int().nullable().describe('How many shares open the vault; null where nothing is shared.'),
  encryptedShare: z.string().nullable(),
  reshares: z.array(z.strictObject({ fromSuccessorId: id, encryptedShare: z.string() })),
  entries: z.array(
    z.strictObject({
      id,
      encryptedData: z.string(),
      iv: z.string(),
      salt: z.string(),
      algorithm: z.string(),
      category: z.string(),
      tags: z.array(z.string()),
      version: z.int(),
      createdAt: moment,
      updatedAt: moment,
      envelope: z.string().nullable(),
    }),
  ),
  rehearsal,
});
