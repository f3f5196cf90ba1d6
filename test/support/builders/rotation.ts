/** A vault to rotate, and the rotations a client would send for it. */
import { AssignedEntry } from '../../../db/entities/assigned-entry.ts';
import { User } from '../../../db/entities/user.ts';
import { head as httpHead, openRaw, type RawRequest } from '../clients/raw-request.ts';
import type { TestApi } from '../servers/api.ts';
import { base64 } from './base64.ts';
import { type BuiltOwner, buildOwner, buildSuccessor, cookieOf } from './owner.ts';
import { asLines, NDJSON, rowsOf, storeEntry } from './vault-entries.ts';

export const OLD_BUNDLE = { version: 1, key: 'old' };
export const NEW_BUNDLE = { version: 1, key: 'new' };

export const newContent = () => ({
  encryptedData: base64(60),
  iv: base64(12),
  salt: base64(16),
  algorithm: 'AES-GCM' as const,
});

export type RotatedEntry = ReturnType<typeof newContent> & { id: string; version: number };
export interface RotatedEnvelope {
  successorId: string;
  entryId: string;
  envelope: string;
}
export interface RotationBody {
  head: Record<string, unknown>;
  entries: RotatedEntry[];
  envelopes: RotatedEnvelope[];
}

export const linesOf = ({ head, entries, envelopes }: RotationBody) =>
  asLines([head, ...entries, ...envelopes]);

export const sendRotation = (
  owner: BuiltOwner,
  rotation: RotationBody,
  who: 'program' | 'browser' = 'program',
) => owner[who].raw.post('/vault/rotate', linesOf(rotation), { 'Content-Type': NDJSON });

/** Announces the whole body as a browser would, and sends only its first bytes. */
export async function sendFirstBytes(
  api: TestApi,
  owner: BuiltOwner,
  body: Buffer,
  bytes: number,
): Promise<RawRequest> {
  const head = httpHead('POST /api/v1/vault/rotate', {
    ...cookieOf(api, owner),
    'Content-Type': NDJSON,
    'Content-Length': body.length,
  });
  const raw = await openRaw(api.url);
  raw.send(Buffer.concat([Buffer.from(head), body.subarray(0, bytes)]));
  return raw;
}

/** Sends the first bytes, then closes the connection. */
export async function cutOffAfter(
  api: TestApi,
  owner: BuiltOwner,
  body: Buffer,
  bytes: number,
): Promise<void> {
  const raw = await sendFirstBytes(api, owner, body, bytes);
  await new Promise<void>((resolve) => raw.socket.end(resolve));
  await raw.closed;
}

export const envelopesOf = async (api: TestApi, successorId: string) =>
  new Map(
    (await api.em().find(AssignedEntry, { successorId })).map(({ entryId, envelope }) => [
      entryId,
      envelope ?? null,
    ]),
  );

export const bundleOf = async (api: TestApi, owner: BuiltOwner) =>
  (await api.em().findOneOrFail(User, { id: owner.id })).keyBundle;

export const bundleVersionOf = async (api: TestApi, owner: BuiltOwner) =>
  (await api.em().findOneOrFail(User, { id: owner.id })).keyBundleVersion;

/** An owner with three entries. The first two are assigned to the first of two successors, who hold shares. */
export async function vaultToRotate(api: TestApi) {
  const owner = await buildOwner(api);
  await api.em().nativeUpdate(User, { id: owner.id }, { keyBundle: OLD_BUNDLE });
  const ids: string[] = [];
  for (let i = 0; i < 3; i += 1) ids.push(await storeEntry(owner, { category: `c${i}`, tags: ['a', 'b'] }));
  const holders = [
    await buildSuccessor(api, owner, { pinned: true }),
    await buildSuccessor(api, owner, { pinned: true }),
  ].map(({ id }) => id) as [string, string];
  const assigned = ids.slice(0, 2);
  const shares = holders.map((id) => ({ id, encryptedShare: base64(90) }));
  await owner.program.put('/successors/shares', { threshold: 2, shares });
  await owner.program.put(`/successors/${holders[0]}/assigned-entries`, {
    entryIds: assigned,
    restrictToAssignedEntries: true,
    envelopes: assigned.map((entryId) => ({ entryId, envelope: base64(90) })),
  });
  return { owner, ids, holders, assigned };
}
export type VaultToRotate = Awaited<ReturnType<typeof vaultToRotate>>;

/** What a client sends after reading the vault. */
export async function rotationOf(
  api: TestApi,
  { owner, holders, assigned }: VaultToRotate,
  more: object = {},
): Promise<RotationBody> {
  const entries = (await rowsOf(api, owner)).map(({ id, version }) => ({ id, version, ...newContent() }));
  const envelopes = assigned.map((entryId) => ({
    successorId: holders[0],
    entryId,
    envelope: base64(90),
  }));
  const shares = holders.map((id) => ({ id, encryptedShare: base64(90) }));
  const head = {
    version: 1,
    keyBundle: NEW_BUNDLE,
    keyBundleVersion: await bundleVersionOf(api, owner),
    entryCount: entries.length,
    envelopeCount: envelopes.length,
  };
  return { head: { ...head, threshold: 2, shares, ...more }, entries, envelopes };
}
