/** When a client sends a request again by itself, because the service asked it to wait (RFC 9110, `Retry-After`). */

/** What the service answered, and how often and how long this request has waited already. */
export interface Refused {
  method: string;
  status: number;
  /** The header, in seconds as the API writes it. */
  retryAfter: string | null;
  waits: number;
  /** Seconds. */
  waited: number;
}

/** A list that is shown later is better than none: the longest wait at once, and in all. In seconds. */
const READ = { once: 30, inAll: 120 };
/** Who pressed a button looks at it. A longer wait is a sentence that says when to try again. */
const WRITE = { once: 10, waits: 1 };

/**
 * Seconds to wait before the same request may be sent again, or null where the refusal is to be shown. Refusals with 429
 * have changed nothing, so every request may be repeated. With 503, a request may have been carried out, so only a
 * reading one may.
 */
export function waitBefore({ method, status, retryAfter, waits, waited }: Refused): number | null {
  const seconds = Number(retryAfter ?? Number.NaN);
  if (!(seconds >= 0)) return null;
  if (method === 'GET') {
    const asked = status === 429 || status === 503;
    return asked && seconds <= READ.once && waited + seconds <= READ.inAll ? Math.max(seconds, 1) : null;
  }
  return status === 429 && seconds <= WRITE.once && waits < WRITE.waits ? Math.max(seconds, 1) : null;
}

export interface Patience {
  /** Sends a request once. */
  send(request: Request): Promise<Response>;
  /** Told before each wait, and with null after it. */
  onWait?(seconds: number | null): void;
}

/**
 * Sends a request, and again for as long as the service asks to wait and `waitBefore` allows it. Not for a streamed body,
 * which cannot be sent twice.
 *
 * @returns the last answer, which may still be a refusal
 * @throws what `send` throws, and the reason of the request's signal if it is aborted during a wait
 */
export async function sendPatiently(
  request: Request,
  { send, onWait = () => {} }: Patience,
): Promise<Response> {
  let waited = 0;
  for (let waits = 0; ; waits += 1) {
    const response = await send(request.clone());
    const { method, signal } = request;
    const retryAfter = response.headers.get('retry-after');
    const seconds = waitBefore({ method, status: response.status, retryAfter, waits, waited });
    if (seconds === null) return response;
    await response.body?.cancel();
    onWait(seconds);
    try {
      await pause(seconds * 1_000, signal);
    } finally {
      onWait(null);
    }
    waited += seconds;
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, ms);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
}
