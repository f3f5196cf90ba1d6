import { z } from 'zod';
import { putBody } from '../../http/input.ts';
import {
  base64,
  email,
  extensibleEnum,
  id,
  language,
  linkToken,
  message,
  moment,
  name,
  orEmpty,
  timeZone,
} from '../../http/schemas.ts';
import { basedOn } from '../auth/schema.ts';
import { isUsableKey } from './kit-key.ts';

/** IDs are normalised to lower case, as they are stored. */
const anyId = id.toLowerCase();
export const SuccessorParams = z.strictObject({ id: anyId });

const handoverDelayDays = z.int().min(0).max(365);
/** Lowercase hex SHA-256 of the raw public key. */
const keyFingerprint = z.string().regex(/^[0-9a-f]{64}$/, 'must be 64 lowercase hexadecimal digits');
/** An X-Wing public key: ML-KEM-768, then X25519. */
const publicKey = base64(1_216, 1_216).meta({ examples: [Buffer.alloc(1_216, 9).toString('base64')] });
/** The owner's public keys: Ed25519 (RFC 8032), then ML-DSA-65 (FIPS 204). */
const ownerKey = base64(1_984, 1_984);
const publicKeySalt = base64(16, 64);
/** Opaque to us: sealed to its holder by the owner's client. */
export const encryptedShare = base64(1, 40 * 1024);

/** The most shares: the limit of successors in the largest plan, and the largest quorum. */
const MAX_SHARES = 15;
/** Room for the largest set of shares as base64. */
export const SHARES_BODY_LIMIT = 1024 * 1024;
/** The most entries in a vault on the largest plan. */
export const MAX_ENTRIES = 10_000;
/** Room for one envelope of 2 KiB as base64, and the ID of its entry. */
export const ENVELOPE_BYTES = 4 * 1024;
/** The key of an entry, sealed to a successor. */
export const envelope = base64(1, 2 * 1024);
/** Room for an envelope of a few hundred bytes for each entry, and for the fields of GET. */
export const ASSIGNED_BODY_LIMIT = 5 * 1024 * 1024;

const mailProblem = z
  .strictObject({
    since: moment.describe('When it first refused.'),
    permanent: z.boolean().describe('Whether it says that the mailbox does not exist.'),
  })
  .nullable()
  .meta({ examples: [null] });

export const Successor = z.strictObject({
  id,
  email: z.string(),
  name: z.string(),
  language,
  timeZone,
  verified: z
    .boolean()
    .describe('Whether they verified their address. Only a verified successor arms the switch.'),
  verifiedAt: moment.nullable().describe('When they verified it.'),
  secondEmail: z
    .string()
    .nullable()
    .meta({ examples: [null] })
    .describe('Their second address.'),
  secondVerifiedAt: moment
    .nullable()
    .meta({ examples: [null] })
    .describe('When they confirmed their second address. From then on our emails go to both.'),
  optedOut: z.boolean(),
  keyPinnedAt: moment.nullable(),
  handoverDelayDays,
  restrictToAssignedEntries: z.boolean(),
  publicKey: publicKey.nullable(),
  publicKeySalt: publicKeySalt.nullable(),
  keyFingerprint: keyFingerprint.nullable(),
  ownerKey: ownerKey.nullable(),
  encryptedShare: encryptedShare.nullable(),
  sharesStale: z
    .boolean()
    .describe(
      'Whether this share no longer fits: another key was pinned, a holder left, or keys or the quorum changed ' +
        'since the shares were made. It still opens everything it opened before. Make new shares for all.',
    ),
  leftSomething: z
    .boolean()
    .describe(
      'Whether at least one entry is left to them: any, or one whose key is sealed to them if they are restricted ' +
        'to assigned entries.',
    ),
  mailProblem: mailProblem.describe(
    'Present if their mail server refuses our email: when that began, and whether it says that the mailbox ' +
      'does not exist.',
  ),
  secondMailProblem: mailProblem.describe('The same for their second address.'),
  rehearsal: z
    .strictObject({
      requestedAt: moment.describe('When the owner requested it.'),
      mailAcceptedAt: moment.nullable().describe('When their mail server accepted the email.'),
      response: z.enum(['accept', 'decline', 'owner_alive']).nullable().describe('Their response.'),
      respondedAt: moment.nullable().describe('When they answered.'),
      openedAt: moment.nullable().describe('When they first read the sample.'),
      expiresAt: moment.describe('When its links expire or expired.'),
    })
    .nullable()
    .meta({ examples: [null] })
    .describe('The result of the latest rehearsal with them; null if there was none.'),
  contact: z
    .strictObject({
      askedAt: moment.nullable().describe('When they were asked last; null if never.'),
      mailAcceptedAt: moment.nullable().describe('When their mail server accepted the email.'),
      answer: extensibleEnum(['here', 'sheet_lost', 'moved'])
        .nullable()
        .describe(
          '`here`: it is still them, and they have their sheet. `sheet_lost`: they need a new kit. `moved`: they want ' +
            'us to write to `newEmail`. Call them before you change the address.',
        ),
      newEmail: z
        .string()
        .nullable()
        .meta({ examples: [null] })
        .describe('With `moved`: the address that they gave. Nobody has verified it.'),
      answeredAt: moment.nullable().describe('When they answered.'),
      confirmedAt: moment.nullable().describe('When they last answered `here`.'),
    })
    .nullable()
    .meta({ examples: [null] })
    .describe('Whether they can be reached and have their sheet; null if they have never been asked.'),
  createdAt: moment,
});

export const ContactAnswer = z
  .strictObject({
    token: linkToken,
    answer: z
      .enum(['here', 'sheet_lost', 'moved'])
      .describe(
        '`here`: we can still reach them, and they have their sheet, if they made one. `sheet_lost`: they do not. ' +
          '`moved`: they want us to write to `email`.',
      ),
    email: email.optional().describe('With `moved`: where they want us to write.'),
  })
  .refine(({ answer, email: given }) => (answer === 'moved') === (given !== undefined), {
    path: ['email'],
    message: 'belongs to the answer moved, and to no other',
  });

/** A new successor. One that GET returned can be sent again. */
export const NewSuccessor = putBody(Successor, {
  id: anyId
    .toLowerCase()
    .optional()
    .describe('A random UUID of their own, chosen by a client that does not let the service name them.'),
  email,
  name,
  handoverDelayDays: handoverDelayDays.default(0),
  restrictToAssignedEntries: z.boolean().default(true),
  ownerKey: ownerKey.optional(),
  language: language.optional().describe("The language of our emails to them; the owner's if omitted."),
  timeZone: timeZone
    .optional()
    .describe("The time zone of the dates in our emails to them: an IANA name; the owner's if omitted."),
});

export const RemovedSuccessor = z
  .strictObject({
    tell: z
      .boolean()
      .optional()
      .describe(
        'Whether they get an email that says so. It is sent only to a successor who confirmed their address.',
      ),
  })
  .optional();

export const ResentVerification = z
  .strictObject({
    second: z
      .boolean()
      .optional()
      .describe('Whether to send the email to their second address, to verify it.'),
  })
  .optional();

export const ConfirmedSecondAddress = z.strictObject({ token: linkToken });

export const NewKit = z.strictObject({ ownerKey });

export const ChangedSuccessor = putBody(Successor, {
  email: email.optional(),
  secondEmail: orEmpty(email)
    .optional()
    .describe('Their second address, which they confirm with its own link. If empty, it is removed.'),
  name: name.optional(),
  handoverDelayDays: handoverDelayDays.optional(),
  restrictToAssignedEntries: z.boolean().optional(),
  ownerKey: ownerKey.optional(),
  language: language.optional(),
  timeZone: timeZone.optional(),
}).refine((fields) => Object.keys(fields).length > 0, 'must name at least one field to change');

/** The fields that successors send from their own pages. */
export const ownLanguage = language.describe('If they choose another language for our emails and pages.');
export const ownTimeZone = timeZone.describe('Their time zone, for the dates in our emails: an IANA name.');

export const SuccessorAnswer = z.strictObject({ successor: Successor });
export const SuccessorWritten = z.strictObject({ message, successor: Successor });
export const SuccessorList = z.strictObject({
  successors: z.array(Successor).describe('All of the owner’s successors.'),
});

export const Verified = z.strictObject({
  message,
  alreadyVerified: z.boolean().describe('Whether they had already confirmed.'),
  ownerName: z.string(),
  language,
  successor: z.strictObject({
    id,
    name: z.string(),
    email: z
      .string()
      .describe('The address that was confirmed. The six words of a recovery kit are made of it too.'),
    publicKey: publicKey.nullable(),
    ownerKey: ownerKey.nullable(),
  }),
});

export const SuccessorLink = z.strictObject({
  ownerName: z.string(),
  language,
  successor: z.strictObject({
    name: z.string(),
    verified: z.boolean().describe('Whether they verified their address.'),
    hasKit: z.boolean().describe('Whether they have made a recovery kit.'),
    keyPinned: z
      .boolean()
      .describe('Whether the owner has pinned its key, so that it can no longer be replaced.'),
  }),
  handover: z
    .strictObject({
      lastSeenAt: moment.describe("The owner's last sign of life."),
      effectiveQuorum: z.int().describe('How many must accept now.'),
      accepted: z
        .int()
        .describe(
          'How many of them have accepted. If successors hold shares, nobody without one takes the place of a ' +
            'holder who has yet to accept.',
        ),
      released: z.boolean().describe('Whether enough have accepted.'),
      response: z.enum(['accept', 'decline']).nullable().describe('Their own response so far.'),
      leftSomething: z
        .boolean()
        .describe('Whether there is anything that they can open. Their answer is valid either way.'),
    })
    .nullable()
    .meta({ examples: [null] })
    .describe('The handover that the link invites to; null for any other link.'),
  access: z
    .strictObject({
      accessEndsAt: moment.nullable().describe('When this access ends; null before the release.'),
    })
    .nullable()
    .meta({ examples: [null] })
    .describe('The access that the link gives; null for any other link.'),
  hasOthers: z
    .boolean()
    .optional()
    .describe('Whether there are other successors who can answer. Absent for links that ask for no answer.'),
  shareNeeded: z
    .boolean()
    .optional()
    .describe(
      'For a link to opt out. True during a handover, if others may be unable to open what was left to them ' +
        'without this person’s share: before the release, or until they have sent `reshares`. Absent otherwise.',
    ),
  rehearsal: z
    .boolean()
    .optional()
    .describe('True in a rehearsal: nothing has happened to the owner. Absent otherwise.'),
});

export const NewPublicKey = z.strictObject({
  token: linkToken,
  publicKey: publicKey.refine(
    isUsableKey,
    'must be a key that can be sealed to: a coefficient is out of range, or the X25519 point has a low order',
  ),
  salt: publicKeySalt.describe('The public half of the recovery kit.'),
  language: ownLanguage.optional(),
  timeZone: ownTimeZone.optional(),
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
    .describe('One for each successor with a pinned key.'),
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
    'Whether the `salt` of the entry, or the share of the successor, has changed since its envelope was ' +
      'written. Such an envelope opens nothing, so write a new one. An edit that keeps the salt also keeps ' +
      'the envelope valid. False if there is no envelope.',
  );
export const AssignedEntries = z.strictObject({
  successorId: id,
  entryIds: z.array(id).describe('The assigned entries.'),
  entries: z
    .array(z.strictObject({ entryId: id, hasEnvelope, envelopeStale }))
    .describe('The same entries in the same order, with the state of their envelopes.'),
  restrictToAssignedEntries: z.boolean(),
});
export const AssignedWritten = z.strictObject({ message, ...AssignedEntries.shape });
export const Assignment = putBody(AssignedEntries, {
  entryIds: z.array(anyId).max(MAX_ENTRIES).describe('The entries to assign.'),
  restrictToAssignedEntries: z.boolean(),
  keyBundleVersion: basedOn.describe(
    'The `keyBundleVersion` of the bundle that the envelopes were made with. If the account has another one by ' +
      'now, the request is refused with `version_conflict`, and nothing changes.',
  ),
  envelopes: z
    .array(z.strictObject({ entryId: anyId, envelope }))
    .max(MAX_ENTRIES)
    .default([])
    .describe(
      "The entries' keys, sealed to the successor and opaque to us. Existing envelopes are kept unless " +
        'replaced.',
    ),
  // Up to 10,000, so they are also read one by one.
  entries: z
    .array(z.strictObject({ entryId: anyId, hasEnvelope, envelopeStale }))
    .max(MAX_ENTRIES)
    .optional()
    .meta({ readOnly: true })
    .describe('Ignored: `entryIds` lists what is assigned, and `envelopes` contains new envelopes.'),
});
export type Assignment = z.output<typeof Assignment>;

/** Room for the list of the largest vault, and for the fields beside it. */
export const LIST_BODY_LIMIT = 1.5 * 1024 * 1024;
const list = base64(1, 1_150_000).describe(
  'What was left to the successor, in which versions and with which hashes: signed by the owner, sealed to the ' +
    'successor and opaque to us.',
);
const listVersion = z.int().min(0).max(2_147_483_646).describe('How often a list was stored.');
export const StoredList = z.strictObject({
  list: list.nullable().describe('As it was stored last; null if no present share opens it.'),
  listVersion,
});
export const ListToStore = z.strictObject({
  list,
  listVersion,
  keyBundleVersion: basedOn.unwrap().describe('The `keyBundleVersion` of the bundle that sealed the list.'),
});
export const ListStored = z.strictObject({ message, listVersion });

export const OptOut = z.strictObject({
  token: linkToken,
  scope: z
    .enum(['owner', 'everybody'])
    .default('owner')
    .meta({
      description:
        'Who may not name them as a successor again: the owner who sent this email, or anybody. Existing ' +
        'nominations by other owners stay until they opt out of those too.',
    }),
});
export const OptedOut = z.strictObject({
  message,
  alreadyOptedOut: z.boolean().describe('Whether they had already opted out.'),
});
