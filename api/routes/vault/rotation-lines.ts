/** A rotation as newline-delimited JSON: the key bundle and the shares first, then the entries, then the envelopes. */
import { z } from 'zod';
import { parseInput } from '../../http/input.ts';
import { id, message } from '../../http/schemas.ts';
import { basedOn, KEY_BUNDLE_EXAMPLE, keyBundle } from '../auth/schema.ts';
import { envelope, MAX_ENTRIES, Shares } from '../successors/schema.ts';
import { entryId, sealed } from './schema.ts';

const version = z.int().min(1).max(2_147_483_646);

/** The first line. */
export const RotationHead = z
  .strictObject({
    version: z.int().min(1).max(1),
    keyBundle,
    keyBundleVersion: basedOn.unwrap(),
    entryCount: z.int().min(0).max(MAX_ENTRIES).optional(),
    envelopeCount: z.int().min(0),
    threshold: Shares.shape.threshold.optional(),
    shares: Shares.shape.shares.optional(),
  })
  .refine((head) => (head.threshold === undefined) === (head.shares === undefined), {
    path: ['shares'],
    message: 'is sent together with threshold, or not at all',
  });
export type RotationHead = z.output<typeof RotationHead>;

const RotatedEntry = z.strictObject({ id: entryId, version, ...sealed });
const RotatedEnvelope = z.strictObject({ successorId: id.toLowerCase(), entryId, envelope });

/** The content of a line. */
export type RotationLine =
  | { kind: 'head'; value: RotationHead }
  | { kind: 'entry'; value: z.output<typeof RotatedEntry> }
  | { kind: 'envelope'; value: z.output<typeof RotatedEnvelope> };

const KINDS = { head: RotationHead, entry: RotatedEntry, envelope: RotatedEnvelope };

function kindOf(value: unknown): RotationLine['kind'] {
  if (typeof value !== 'object' || value === null || 'encryptedData' in value) return 'entry';
  return 'entryCount' in value || 'keyBundle' in value ? 'head' : 'envelope' in value ? 'envelope' : 'entry';
}

/** One line. Errors refer to the kind of line that was meant. */
export const RotationLine = z.unknown().transform((value, context): RotationLine => {
  const kind = kindOf(value);
  const parsed = parseInput(KINDS[kind], value);
  if (parsed.success) return { kind, value: parsed.data } as RotationLine;
  for (const { path, message } of parsed.error.issues) {
    context.addIssue({ code: 'custom', path: path as (string | number)[], message });
  }
  return z.NEVER;
});

/** In the documentation. */
export const ROTATION = {
  description:
    'The first line has `version` (1), `keyBundle`, the `keyBundleVersion` that it is based on, `entryCount` ' +
    'and `envelopeCount`, and `threshold` with `shares` as in `PUT /successors/shares` if there are shares. Then come `entryCount` lines with `id`, the `version` you ' +
    'read, and the new `encryptedData`, `iv`, `salt` and `algorithm`; then `envelopeCount` lines with ' +
    '`successorId`, `entryId` and `envelope`. Leave out `entryCount` to keep all entries as they are.',
  example: [
    {
      version: 1,
      keyBundle: KEY_BUNDLE_EXAMPLE,
      keyBundleVersion: 4,
      entryCount: 1,
      envelopeCount: 1,
      threshold: 1,
      shares: [{ id: '018f6f5e-7b1c-7d2e-8f3a-5b6c7d8e9f01', encryptedShare: 'c2VhbGVkIHNoYXJl' }],
    },
    {
      id: '018f6f5e-6f0a-7a39-9c6c-0e6c4a1f3b52',
      version: 3,
      encryptedData: 'Zs7dUq1hVb4yXe0oLr9nTw==',
      iv: 'gkX3Jt0Uo1bZq5rC',
      salt: 'INxrzvfijxIwKvW1bBHeSQ==',
      algorithm: 'AES-GCM',
    },
    {
      successorId: '018f6f5e-7b1c-7d2e-8f3a-5b6c7d8e9f01',
      entryId: '018f6f5e-6f0a-7a39-9c6c-0e6c4a1f3b52',
      envelope: 'c2VhbGVkIGtleQ==',
    },
  ]
    .map((line) => `${JSON.stringify(line)}\n`)
    .join(''),
};

export const Rotated = z.strictObject({
  message,
  entryCount: z.int().describe('How many entries have new content; 0 without `entryCount`.'),
  envelopeCount: z.int().describe('How many envelopes were stored. All others were deleted.'),
});
