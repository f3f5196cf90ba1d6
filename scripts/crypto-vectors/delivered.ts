/** Packages and entries as the server delivers them to a successor. */
import { insidePackage } from './between.ts';
import {
  ALAN,
  envelopeOf,
  OWNER,
  type SealedShares,
  shareOf,
  TEXTS,
  type VectorMaterial,
} from './material.ts';
import { bytes, hex, sha256 } from './plain.ts';
import type { OpenAsSuccessorGiven, Vector } from './vector.ts';

/** The delivery to a successor once the quorum has accepted. */
export function delivered(
  material: VectorMaterial,
  sealed: SealedShares,
  successorId: string,
  ids: readonly string[],
  from: readonly string[] = [],
): OpenAsSuccessorGiven {
  const reshares = from.map((fromSuccessorId) => {
    const written = material.reshares[fromSuccessorId]!.find((each) => each.successorId === successorId)!;
    return { fromSuccessorId, encryptedShare: written.encryptedShare };
  });
  return {
    kit: material.kitOf(successorId),
    access: { encryptedShare: shareOf(sealed, successorId), reshares },
    entries: ids.map((id) => ({ ...material.entries[id]!, envelope: envelopeOf(sealed, successorId, id) })),
  };
}

export async function inherits(
  name: string,
  given: OpenAsSuccessorGiven,
  { ownerKey }: VectorMaterial,
  threshold: number,
  texts: Record<string, string> = TEXTS,
): Promise<Vector> {
  return {
    name,
    kind: 'openAsSuccessor',
    given,
    between: await insidePackage(given),
    opens: {
      userId: OWNER,
      ownerFingerprint: hex(sha256(bytes(ownerKey))),
      threshold,
      badShares: [],
      list: null,
      listRefused: null,
      entries: Object.fromEntries(given.entries.map(({ id }) => [id, texts[id]])),
    },
  };
}

export const withEnvelope = (given: OpenAsSuccessorGiven, envelope: string | null): OpenAsSuccessorGiven => ({
  ...given,
  entries: given.entries.map((each) => ({ ...each, envelope })),
});

export function rehearsed({ rehearsal, kitOf }: VectorMaterial): OpenAsSuccessorGiven {
  const { algorithm: _, ...entry } = rehearsal.entry;
  return {
    kit: kitOf(ALAN),
    access: { encryptedShare: rehearsal.encryptedShare, reshares: [], rehearsal: true },
    entries: [entry],
  };
}

/** The delivery to a successor after the rotation, when one is enough. */
export function afterRotation(
  { rotated, kitOf }: VectorMaterial,
  successorId: string,
  ids: readonly string[] = [],
): OpenAsSuccessorGiven {
  return {
    kit: kitOf(successorId),
    access: { encryptedShare: shareOf({ ...rotated, assignments: [] }, successorId), reshares: [] },
    entries: ids.map((id) => {
      const sealed = rotated.envelopes.find(
        (each) => each.successorId === successorId && each.entryId === id,
      );
      return { ...rotated.entries[id]!, envelope: sealed?.envelope ?? null };
    }),
  };
}
