/**
 * Streams whose bytes pass through a few buffers that are reused. With a new buffer for each piece, browsers let a
 * hundred megabytes of garbage pile up. The objects of each pass through a stream pile up too, so the buffers grow: the
 * first bytes come soon, and later ones many at a time.
 */

const FIRST_BYTES = 64 * 1024;
const MOST_BYTES = 1024 * 1024;

export interface ByteSource {
  /** The next bytes, which are valid until the next call. Null at the end. */
  next(): Promise<Uint8Array | null>;
  /** Ends the source. */
  cancel(reason?: unknown): Promise<void>;
}

/** The sources of streams made here, which can be read without the stream. */
const sources = new WeakMap<ReadableStream, ByteSource>();

/** One buffer, which grows with what has passed through it. */
function growingBuffer() {
  let buffer = new ArrayBuffer(FIRST_BYTES);
  let passed = 0;
  return {
    take(): Uint8Array<ArrayBuffer> {
      // A reader who waits for a full buffer then waits for at most an eighth more than has already come.
      if (buffer.byteLength < MOST_BYTES && passed >= 16 * buffer.byteLength)
        buffer = new ArrayBuffer(2 * buffer.byteLength);
      return new Uint8Array(buffer);
    },
    /** @param bytes in the buffer, which a reader may have replaced by its own */
    giveBack(bytes: Uint8Array<ArrayBuffer>): void {
      buffer = bytes.buffer;
      passed += bytes.length;
    },
  };
}

/**
 * The source of a stream: unchanged if it was made here; otherwise through a buffer of ours, if it is a stream of
 * bytes.
 */
export function byteSourceOf(stream: ReadableStream<Uint8Array>): ByteSource {
  const source = sources.get(stream);
  if (source) {
    // Locks the stream, so nobody else reads it.
    stream.getReader();
    return source;
  }
  const buffer = growingBuffer();
  let reader: ReadableStreamBYOBReader;
  try {
    reader = stream.getReader({ mode: 'byob' });
  } catch {
    // It has buffers of its own, and its reader ignores ours.
    reader = stream.getReader() as unknown as ReadableStreamBYOBReader;
  }
  return {
    async next() {
      const { done, value } = await reader.read(buffer.take());
      if (done || !value) return null;
      buffer.giveBack(value);
      return value;
    },
    cancel: (reason) => reader.cancel(reason),
  };
}

/** Reads the source into buffers that the caller has. */
function intoBuffers({ next }: ByteSource) {
  let piece: Uint8Array | null = new Uint8Array();
  /** Whether all was read. */
  async function isOver(): Promise<boolean> {
    while (piece?.length === 0) piece = await next();
    return !piece;
  }
  /** @returns the part of the buffer that was filled: all of it unless the source ends */
  async function fill<B extends ArrayBufferLike>(buffer: Uint8Array<B>): Promise<Uint8Array<B>> {
    let filled = 0;
    while (filled < buffer.length && !(await isOver())) {
      const taken: Uint8Array = piece!.subarray(0, buffer.length - filled);
      buffer.set(taken, filled);
      filled += taken.length;
      piece = piece!.subarray(taken.length);
    }
    return buffer.subarray(0, filled);
  }
  return { fill, isOver };
}

/** A stream of bytes. If it breaks, its source ends. Reading it into one's own buffers makes no garbage. */
export function streamOf({ next, cancel }: ByteSource): ReadableStream<Uint8Array> {
  const source: ByteSource = {
    next: () =>
      next().catch(async (error) => {
        await cancel(error).catch(() => {});
        throw error;
      }),
    cancel,
  };
  const { fill } = intoBuffers(source);
  const stream: ReadableStream<Uint8Array> = new ReadableStream({
    type: 'bytes',
    async pull(controller: ReadableByteStreamController) {
      const view = controller.byobRequest?.view;
      const bytes = await fill(
        view ? new Uint8Array(view.buffer, view.byteOffset, view.byteLength) : new Uint8Array(FIRST_BYTES),
      );
      if (bytes.length === 0) controller.close();
      if (view) controller.byobRequest?.respond(bytes.length);
      else if (bytes.length > 0) controller.enqueue(bytes);
    },
    cancel,
  });
  sources.set(stream, source);
  return stream;
}

/**
 * Fills buffers with the bytes of the source.
 *
 * @returns the filled part of a buffer, all of it unless the source ends, and whether it does
 */
export function fillerOf(source: ByteSource) {
  const { fill, isOver } = intoBuffers(source);
  return async (buffer: Uint8Array): Promise<{ bytes: Uint8Array; isLast: boolean }> => ({
    bytes: await fill(buffer),
    isLast: await isOver(),
  });
}

/** Writes all that a stream gives, or aborts. */
export async function pipeStream(
  from: ReadableStream<Uint8Array>,
  to: WritableStream<Uint8Array>,
  signal?: AbortSignal,
): Promise<void> {
  const source = byteSourceOf(from);
  const { cancel } = source;
  const { fill } = intoBuffers(source);
  const buffer = growingBuffer();
  const writer = to.getWriter();
  const stop = () => void cancel(signal?.reason).catch(() => {});
  signal?.addEventListener('abort', stop);
  // It may break while nothing is written to it.
  writer.closed.catch(stop);
  try {
    for (;;) {
      const bytes = await fill(buffer.take());
      if (bytes.length === 0) break;
      buffer.giveBack(bytes);
      await writer.write(bytes);
    }
    signal?.throwIfAborted();
    await writer.close();
  } catch (error) {
    await Promise.allSettled([cancel(error), writer.abort(error)]);
    throw error;
  } finally {
    signal?.removeEventListener('abort', stop);
  }
}
