import { useSyncExternalStore } from 'react';
import { isHoldingFiles, onUploads } from './keys.ts';

/** Whether some files last only as long as the worker, and so as this tab or another that shares it. */
export const useHoldingFiles = (): boolean => useSyncExternalStore(onUploads, isHoldingFiles, () => false);
