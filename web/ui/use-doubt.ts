import { useState } from 'react';
import { changedNothing } from '../../client/problem.ts';

/**
 * Whether something that failed may have been carried out nevertheless. Once a try got no answer it may have been, whatever
 * a later try is told.
 */
export function useDoubt<Given extends unknown[]>(
  work: (...given: Given) => Promise<void>,
): { isInDoubt: boolean; attempt(...given: Given): Promise<void> } {
  const [isInDoubt, setInDoubt] = useState(false);
  return {
    isInDoubt,
    async attempt(...given) {
      try {
        await work(...given);
      } catch (error) {
        if (!changedNothing(error)) setInDoubt(true);
        throw error;
      }
    },
  };
}
