/**
 * The bytes of a request body, guarded: no content encoding, never more than the route accepts, and no slow senders. A
 * body uses quota for the bytes that have arrived, not for the length it declares.
 *
 * Node's timeouts can't do this: `requestTimeout` is one limit for headers and body together and ends a request without
 * a response from us, and the socket's idle timeout starts over with each byte.
 */
import type { Context } from 'koa';
import { Problem } from '../errors.ts';
import type { Allocation } from '../quotas/quota.ts';
import type { Quotas } from '../quotas/quotas.ts';
import type { Requester } from '../quotas/requester.ts';

/** Longer bodies are large: an account sends one at a time. */
export const LARGE_BODY = 64 * 1024;

/** How long we wait for the next bytes. */
const IDLE_MS = 10_000;
/** By what share of `IDLE_MS` that wait may be extended. */
const IDLE_SPREAD = 0.6;
/** This many bytes, or the rest, must arrive in that time, so that a byte now and then can't hold memory for hours. */
const LEAST_BYTES = 16 * 1024;
/** All of a body must arrive at this pace after the first 30 seconds: 8 KiB a second. */
const SECOND_MS = 1_000;
const BYTES_PER_SECOND = 8 * 1024;
const FIRST_MS = 30_000;

/** How long we wait for all of a body of this length, in milliseconds. */
export const deadlineOf = (length: number): number => FIRST_MS + (length / BYTES_PER_SECOND) * SECOND_MS;

/** The memory that a request with a body uses besides the body's bytes. */
const REQUEST_BYTES = 16 * 1024;

export type BodyQuotas = Pick<Quotas, 'bodies' | 'largeBodies' | 'uploads'>;

export interface BodyRules {
  /** The largest body, in bytes. */
  limit: number;
  /** The most memory that its bytes use at a time; `limit` by default. */
  memory?: number | undefined;
  /** Who sends it. */
  requester: Requester;
  /** The quota that large bodies use; `largeBodies` by default. */
  quota?: 'largeBodies' | 'uploads' | undefined;
}

/** An admitted body. It can be read once. */
export interface IncomingBody extends AsyncIterable<Buffer> {
  /** Its media type. */
  readonly type: string;
  /** Gives its quota back. Call it once nothing of the body is held in memory. */
  release(): void;
}

/** Whether a request has a body that is not empty. */
export const hasBody = ({ req }: Pick<Context, 'req'>): boolean =>
  req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length'] ?? 0) > 0;

/** Whether a request has a body that may turn out to be large. */
export const mayBeLarge = ({ req }: Pick<Context, 'req'>): boolean =>
  req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length'] ?? 0) > LARGE_BODY;

/** In lower case, without parameters; empty if absent. */
export const mediaType = ({ req }: Pick<Context, 'req'>): string =>
  (req.headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';

const tooSlow = () =>
  new Problem(
    'request_timeout',
    `Send the body without pauses of more than ${IDLE_MS / 1000} seconds, and at 8 KiB a second or faster.`,
  );

/**
 * Waits for the next chunk, or null at the end.
 *
 * @throws Problem `request_timeout` after `waitMs`
 */
async function next(
  chunks: AsyncIterator<Buffer>,
  waitMs: number,
): Promise<{ chunk: Buffer | null; waitedMs: number }> {
  const from = performance.now();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(tooSlow()), waitMs);
  });
  try {
    // The connection broke. Nobody reads the response, and it isn't our error.
    const came = chunks.next().catch(() => {
      throw new Problem('malformed_json', 'The body ended early.');
    });
    const { done, value } = await Promise.race([came, late]);
    return { chunk: done ? null : value, waitedMs: performance.now() - from };
  } finally {
    clearTimeout(timer);
  }
}

interface Admission {
  /** @throws Problem */
  admit(chunk: Buffer): Buffer;
  /** Called once all has arrived. */
  end(): void;
  /** How long to wait for the whole body. */
  deadlineMs: number;
}

/**
 * The chunks of a body as they arrive. It isn't nested in `admitBody`: V8 would make a hidden class for each body, which
 * keeps the whole request in memory until the next full garbage collection.
 */
async function* chunksOf(
  { req, res, state }: Context,
  { admit, end, deadlineMs }: Admission,
): AsyncGenerator<Buffer, void> {
  // The client waits for our permission (RFC 9110, 10.1.1).
  if (req.headers.expect !== undefined) {
    state.continued = true;
    res.writeContinue();
  }
  // A small body has usually arrived by the time we know who sends it. Then there is nothing to wait for.
  if (req.complete && !req.destroyed) {
    const all: Buffer | null = req.read();
    if (all) yield admit(all);
    return end();
  }
  // An error must not cut the connection before we have answered.
  const chunks = req.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer>;
  let waitedMs = 0;
  let since = 0;
  let leftMs = deadlineMs;
  // Thousands of requests that arrived at the same moment must not all be refused at the same moment.
  const idleMs = IDLE_MS * (1 + Math.random() * IDLE_SPREAD);
  try {
    for (;;) {
      const came = await next(chunks, Math.max(0, Math.min(idleMs - waitedMs, leftMs)));
      leftMs -= came.waitedMs;
      if (came.chunk === null) return end();
      const chunk = admit(came.chunk);
      since += chunk.length;
      waitedMs += came.waitedMs;
      if (since >= LEAST_BYTES) {
        since = 0;
        waitedMs = 0;
      }
      yield chunk;
    }
  } finally {
    // Not awaited: if nothing arrived in time, it only settles when the connection ends. After this call, the rest of
    // the body can be discarded.
    void chunks.return?.();
  }
}

/**
 * Admits a body before reading any of it. Reading it throws Problem `payload_too_large`, `request_timeout` or, if its
 * requester sends too much at a time, `rate_limited`. The pace ignores the time that the reader takes between chunks.
 *
 * @throws Problem `unsupported_media_type`, `payload_too_large`, `rate_limited`
 */
export function admitBody(
  ctx: Context,
  quotas: BodyQuotas,
  { limit, memory = limit, requester, quota = 'largeBodies' }: BodyRules,
): IncomingBody {
  const { headers, socket } = ctx.req;
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? '';
  if (encoding !== '' && encoding !== 'identity') {
    throw new Problem('unsupported_media_type', 'Send the body as it is, without a Content-Encoding.');
  }
  const declared = headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : null;
  if (declared !== null && declared > limit) throw new Problem('payload_too_large');

  // Evicted only until the body is complete: after that, the client couldn't know whether its request was carried out.
  const cut = () => socket.destroy();
  const allocation = quotas.bodies.allocate(requester, REQUEST_BYTES, cut);
  let large: Allocation | undefined;
  const release = () => {
    allocation.release();
    large?.release();
  };
  const end = () => {
    allocation.pin();
    large?.pin();
  };
  // What has arrived of an upload is kept, so one of whoever sends the most makes room for others.
  const becomeLarge = () => {
    large = quotas[quota].allocate(requester, 1, quota === 'uploads' ? cut : undefined);
  };

  let length = 0;
  const admit = (chunk: Buffer): Buffer => {
    const before = Math.min(length, memory);
    length += chunk.length;
    if (length > limit) throw new Problem('payload_too_large');
    if (!large && length > LARGE_BODY) becomeLarge();
    allocation.grow(Math.min(length, memory) - before);
    return chunk;
  };
  try {
    if ((declared ?? 0) > LARGE_BODY) becomeLarge();
  } catch (error) {
    release();
    throw error;
  }
  const chunks = chunksOf(ctx, { admit, end, deadlineMs: deadlineOf(declared ?? limit) });
  return {
    type: mediaType(ctx),
    [Symbol.asyncIterator]: () => chunks,
    release,
  };
}
