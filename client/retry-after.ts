/** When a client sends a request again on its own, because the service asked it to wait (RFC 9110, `Retry-After`). */

/** A refusal, and how often and how long its request has waited already. */
export interface RefusedRequest {
  method: string;
  status: number;
  /** The header, in seconds as the API writes it. */
  retryAfter: string | null;
  waits: number;
  /** Seconds. */
  waited: number;
}

/** The most seconds that a request for reading waits: each time, and altogether. */
const READ = { each: 30, total: 120 };
/** A person has pressed a button and watches it. If it takes longer, they are told when to try again. */
const WRITE = { each: 10, waits: 1 };

/**
 * Seconds to wait before the same request is sent again, or null if the refusal is final. A refusal with 429 has changed
 * nothing, so any request may be repeated. After 503 only a request for reading may, because another one may have been
 * carried out.
 */
export function retryDelay({ method, status, retryAfter, waits, waited }: RefusedRequest): number | null {
  const seconds = Number(retryAfter ?? Number.NaN);
  if (!(seconds >= 0)) return null;
  if (method === 'GET') {
    const asked = status === 429 || status === 503;
    return asked && seconds <= READ.each && waited + seconds <= READ.total ? Math.max(seconds, 1) : null;
  }
  return status === 429 && seconds <= WRITE.each && waits < WRITE.waits ? Math.max(seconds, 1) : null;
}

export interface RetryOptions {
  /** Sends a request once. */
  send(request: Request): Promise<Response>;
  /** Called with the seconds before each wait, and with null after it. */
  onWait?: ((seconds: number | null) => void) | undefined;
}

/**
 * Sends a request, and sends it again after each wait that `retryDelay` allows. Not for a streamed body, which cannot be
 * sent twice.
 *
 * @returns the last answer, which may still be a refusal
 * @throws whatever `send` throws, and the reason of the request's signal if it is aborted during a wait
 */
export async function sendWithRetries(request: Request, { send, onWait }: RetryOptions): Promise<Response> {
  let waited = 0;
  for (let waits = 0; ; waits += 1) {
    const response = await send(request.clone());
    const { method, signal } = request;
    const retryAfter = response.headers.get('retry-after');
    const seconds = retryDelay({ method, status: response.status, retryAfter, waits, waited });
    if (seconds === null) return response;
    await response.body?.cancel();
    onWait?.(seconds);
    try {
      await pause(seconds * 1_000, signal);
    } finally {
      onWait?.(null);
    }
    waited += seconds;
  }
}

/** @throws the reason of the signal */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
}
