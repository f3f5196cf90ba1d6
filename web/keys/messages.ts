/** The messages between the page and its worker. */
import type { CryptoError } from '../../crypto/index.ts';
import type { Tasks } from './tasks/index.ts';
import type { Upload } from './uploads.ts';

export interface TaskRequest {
  id: number;
  task: keyof Tasks;
  input: unknown;
}

export type ToWorker =
  | TaskRequest
  /** Ends a task whose result is no longer wanted. */
  | { cancel: number }
  /** Names a lock (Web Locks) that the tab has for as long as it is open. */
  | { lock: string };

/** Which vault is open. */
export interface OpenKeys {
  userId: string;
  /** The key bundle's version. */
  version: number;
}

export type FromWorker =
  | { kind: 'done'; id: number; result: unknown }
  | {
      kind: 'failed';
      id: number;
      message: string;
      crypto?: Pick<CryptoError, 'code' | 'successorId' | 'entryId' | 'shares' | 'what'>;
      problem?: {
        code: string;
        status: number;
        detail: string | undefined;
        errors: { path: string; message: string }[];
        retryAfter: number | undefined;
      };
    }
  | { kind: 'progress'; id: number; done: number; total: number }
  /** The vault was opened or locked, in this tab or another. */
  | { kind: 'keys'; open: OpenKeys | null }
  /** Whether a request of the worker waits because the service asked for it. */
  | { kind: 'waiting'; isWaiting: boolean }
  /** Files on their way to the service, from any tab, and whether some files last only as long as this worker. */
  | { kind: 'uploads'; uploads: Upload[]; isHolding: boolean }
  /** The service no longer knows the session. */
  | { kind: 'ended' };
