import { z } from 'zod';
import { changeOf } from '../../http/input.ts';
import { base64, email, id, linkToken, message, moment, name } from '../../http/schemas.ts';

/** IDs are compared as they are stored: lower case. */
const anyId = id.toLowerCase();
export const SuccessorParams = z.strictObject({ id: anyId });

const handoverDelayDays = z.int().min(0).max(365);
/** Lowercase hex SHA-256 of the raw public key. */
const keyFingerprint = z.string().regex(/^[0-9a-f]{64}$/, 'must be 64 lowercase hexadecimal digits');
/** An X25519 public key (RFC 9180, DHKEM X25519). */
const publicKey = base64(32, 32);
const publicKeySalt = base64(16, 64);
/** Opaque to us: sealed to its holder by the owner's client. */
const encryptedShare = base64(1, 8 * 1024);

/** Most successors that shares can be for: what the largest plan allows, and the largest quorum. */
const MAX_SHARES = 15;
/** Room for the largest set of shares as base64. */
export const SHARES_BODY_LIMIT = 256 * 1024;
/** Most entries that a vault holds in the largest plan. */
export const MAX_ENTRIES = 10_000;
/** Room for one envelope of 2 KiB as base64, and the name of its entry. */
export const ENVELOPE_BYTES = 4 * 1024;
/** Room for an envelope of some hundred bytes for each of them, and for what GET says of it. */
export const ASSIGNED_BODY_LIMIT = 5 * 1024 * 1024;

export const Successor = z.strictObject({
  id,
  email: z.string(),
  name: z.string(),
  verified: z.boolean().describe('Whether they proved their mailbox; only this arms the switch.'),
  verifiedAt: moment.nullable().describe('When they proved it.'),
  optedOut: z.boolean(),
  keyPinnedAt: moment.nullable(),
  handoverDelayDays,
  restrictToAssignedEntries: z.boolean(),
  publicKey: publicKey.nullable(),
  publicKeySalt: publicKeySalt.nullable(),
  keyFingerprint: keyFingerprint.nullable(),
  encryptedShare: encryptedShare.nullable(),
  sharesStale: z.boolean().describe('Whether successors changed since the shares were made: make them anew.'),
  mailProblem: z
    .strictObject({
      since: moment.describe('When it first refused.'),
      permanent: z.boolean().describe('Whether it says that there is no such mailbox.'),
    })
    .nullable()
    .meta({ examples: [null] })
    .describe(
      'Their mail server refuses our mail: since when, and whether it says that there is no such mailbox.',
    ),
  rehearsal: z
    .strictObject({
      requestedAt: moment.describe('When the owner asked for it.'),
      mailAcceptedAt: moment.nullable().describe('When their mail server took the mail.'),
      response: z.enum(['accept', 'decline', 'owner_alive']).nullable().describe('What they answered.'),
      respondedAt: moment.nullable().describe('When they answered.'),
      openedAt: moment.nullable().describe('When they first read the sample.'),
      expiresAt: moment.describe('When its links end, or ended.'),
    })
    .nullable()
    .meta({ examples: [null] })
    .describe('What came of the latest rehearsal with them; null where there was none.'),
  createdAt: moment,
});

export const NewSuccessor = z.strictObject({
  email,
  name,
  handoverDelayDays: handoverDelayDays.default(0),
  restrictToAssignedEntries: z.boolean().default(true),
});

export const ChangedSuccessor = changeOf(Successor, {
  email: email.optional(),
  name: name.optional(),
  handoverDelayDays: handoverDelayDays.optional(),
  restrictToAssignedEntries: z.boolean().optional(),
}).refine((fields) => Object.keys(fields).length > 0, 'must name at least one field to change');

export const SuccessorAnswer = z.strictObject({ successor: Successor });
export const SuccessorWritten = z.strictObject({ message, successor: Successor });
export const SuccessorList = z.strictObject({
  successors: z.array(Successor).describe('All of the owner’s successors.'),
});

export const Verified = z.strictObject({
  message,
  alreadyVerified: z.boolean().describe('Whether they had confirmed before.'),
  ownerName: z.string(),
  successor: z.strictObject({ id, name: z.string(), publicKey: publicKey.nullable() }),
});

export const NewPublicKey = z.strictObject({
  token: linkToken,
  publicKey,
  salt: publicKeySalt.describe('The public half of the recovery kit.'),
});
export const PublicKeyStored = z.strictObject({
  message,
  successor: z.strictObject({ id, name: z.string(), publicKey, keyFingerprint }),
});

export const PinnedKey = z.strictObject({ keyFingerprint });

export const Shares = z.strictObject({
  threshold: z.int().min(1).max(MAX_SHARES).describe('How many of the shares open the vault.'),
  shares: z
    .array(z.strictObject({ id: anyId, encryptedShare }))
    .min(1)
    .max(MAX_SHARES)
    .describe('One for each of the successors.'),
});
export type Shares = z.output<typeof Shares>;
export const SharesStored = z.strictObject({
  message,
  threshold: z.int(),
  successors: z.array(Successor).describe('All of the owner’s successors.'),
});

const hasEnvelope = z
  .boolean()
  .describe(
    "Whether the entry's key is stored, sealed to the successor. Without it they cannot open the entry.",
  );
const envelopeStale = z
  .boolean()
  .describe(
    'Whether the entry has another `salt` now than when its envelope was written. Such an envelope opens nothing: ' +
      'write a new one. An edit that keeps the salt leaves the envelope good. False where there is no envelope.',
  );
export const AssignedEntries = z.strictObject({
  successorId: id,
  entryIds: z.array(id).describe('The entries that are assigned.'),
  entries: z
    .array(z.strictObject({ entryId: id, hasEnvelope, envelopeStale }))
    .describe('The same entries in the same order, and what there is of their envelopes.'),
  restrictToAssignedEntries: z.boolean(),
});
export const AssignedWritten = z.strictObject({ message, ...AssignedEntries.shape });
export const Assignment = changeOf(AssignedEntries, {
  entryIds: z.array(anyId).max(MAX_ENTRIES).describe('The entries that are assigned from now on.'),
  restrictToAssignedEntries: z.boolean(),
  envelopes: z
    .array(z.strictObject({ entryId: anyId, envelope: base64(1, 2 * 1024) }))
    .max(MAX_ENTRIES)
    .default([])
    .describe(
      "The entries' keys, sealed to the successor; opaque to us. Envelopes that are there stay unless given anew.",
    ),
  // Up to 10,000, so they are read one by one as the others are.
  entries: z
    .array(z.strictObject({ entryId: anyId, hasEnvelope, envelopeStale }))
    .max(MAX_ENTRIES)
    .optional()
    .meta({ readOnly: true })
    .describe('Read and ignored: `entryIds` says what is assigned, and `envelopes` brings envelopes.'),
});
export type Assignment = z.output<typeof Assignment>;

export const OptOut = z.strictObject({
  token: linkToken,
  scope: z
    .enum(['owner', 'everybody'])
    .default('owner')
    .meta({
      description:
        'Who may not name them as a successor again: the owner whose mail this was, or nobody may. What others have ' +
        'named them for already stays until they opt out of that too.',
    }),
});
export const OptedOut = z.strictObject({
  message,
  alreadyOptedOut: z.boolean().describe('Whether they had opted out before.'),
});
