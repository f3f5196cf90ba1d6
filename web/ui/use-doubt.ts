import { useState } from 'react';
import { changedNothing } from '../../client/problem.ts';

/**
 * Whether something that failed may have been carried out all the same. Once an attempt gets no answer, it may have
 * been, whatever the answer to a later attempt.
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
