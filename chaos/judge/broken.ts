import type { Broken, OwnerEvidence } from '../evidence.ts';

/** Says which promises to an owner were broken. */
export const brokenTo =
  ({ plan }: OwnerEvidence) =>
  (promise: string, evidence: string): Broken => ({ promise, owner: plan.email, evidence });
