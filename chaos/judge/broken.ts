import type { Broken, OwnerEvidence } from '../evidence.ts';

/** Makes a function that records a broken promise to this owner. */
export const brokenPromiseRecorder =
  ({ plan }: OwnerEvidence) =>
  (promise: string, evidence: string): Broken => ({ promise, owner: plan.email, evidence });
