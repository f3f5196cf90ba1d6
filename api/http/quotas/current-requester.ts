/** Who sent the request being served, for quotas that apply deep inside it. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { withConnectionQueue } from '../../../db/connection-queue.ts';
import type { FairQueue } from './fair-queue.ts';
import type { Requester } from './requester.ts';

export interface CurrentRequester {
  requester: Requester;
  /** Whether the request may take reserved places. */
  priority: boolean;
}

const current = new AsyncLocalStorage<CurrentRequester>();
const NOBODY: CurrentRequester = { requester: [], priority: false };

export const currentRequester = (): CurrentRequester => current.getStore() ?? NOBODY;

/** Serves a request for `who`: its work queues for the database, and wherever else `currentRequester` is used. */
export const serveFor = <T>(who: CurrentRequester, connections: FairQueue, work: () => T): T =>
  current.run(who, () => withConnectionQueue(() => connections.acquire(who.requester, who.priority), work));
