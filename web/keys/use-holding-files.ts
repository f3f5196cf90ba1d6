import { useSyncExternalStore } from 'react';
import { isHoldingFiles, onUploads } from './keys.ts';

/** Whether some files last only as long as the worker, which ends with the last tab that uses it. */
export const useHoldingFiles = (): boolean => useSyncExternalStore(onUploads, isHoldingFiles, () => false);
