/** Calls the API, and retries while it is down. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Reply } from '../client/index.ts';
import type { RequestOutcome } from './evidence.ts';

/** One attempt and its outcome. */
export interface RequestAttempt {
  sentAt: number;
  endedAt: number;
  outcome: RequestOutcome;
  code?: string | undefined;
}

export interface Answered<Data> extends RequestAttempt {
  /** Null when it was refused. */
  data: Data | null;
}

const AGAIN_MS = 250;

const codeOf = (error: unknown): string | undefined => (error as { code?: string } | undefined)?.code;

/**
 * Resolves with the first real answer: a success or a refusal.
 *
 * @param note called for every attempt, those without an answer included
 * @throws the signal's reason when it aborts
 */
export async function untilAnswered<Data>(
  signal: AbortSignal,
  call: () => Promise<Reply<Data>>,
  note: (each: RequestAttempt & { data: Data | null }) => void = () => {},
): Promise<Answered<Data>> {
  for (;;) {
    signal.throwIfAborted();
    const sentAt = Date.now();
    const reply = await call().catch(() => null);
    const endedAt = Date.now();
    const status = reply?.response.status ?? 0;
    const answered = status >= 200 && status < 500 && status !== 429;
    const outcome: RequestOutcome = !answered ? 'unknown' : status < 300 ? 'acknowledged' : 'refused';
    const data = outcome === 'acknowledged' ? (reply?.data ?? null) : null;
    const each = { sentAt, endedAt, outcome, code: codeOf(reply?.error), data };
    note(each);
    if (answered) return each;
    await sleep(AGAIN_MS, undefined, { signal });
  }
}
