/**
 * Streams whose bytes pass through a few buffers that are used again. A new buffer for each piece soon is garbage, and
 * browsers let a hundred megabytes of it pile up.
 */

const BUFFER_BYTES = 64 * 1024;

export interface Pieces {
  /** The next bytes, which are there until it is called again. Null at the end. */
  next(): Promise<Uint8Array | null>;
  /** Ends the source. */
  cancel(reason?: unknown): Promise<void>;
}

/** What a stream gives: through a buffer of ours, if it is a stream of bytes. */
export function piecesOf(stream: ReadableStream<Uint8Array>): Pieces {
  let buffer = new ArrayBuffer(BUFFER_BYTES);
  let reader: ReadableStreamBYOBReader;
  try {
    reader = stream.getReader({ mode: 'byob' });
  } catch {
    // It has buffers of its own, and its reader ignores ours.
    reader = stream.getReader() as unknown as ReadableStreamBYOBReader;
  }
  return {
    async next() {
      const { done, value } = await reader.read(new Uint8Array(buffer));
      if (done || !value) return null;
      buffer = value.buffer;
      return value;
    },
    cancel: (reason) => reader.cancel(reason),
  };
}

/** A stream of bytes. If it breaks, its source ends. Whoever reads it with buffers of their own makes no garbage. */
export function streamOf({ next, cancel }: Pieces): ReadableStream<Uint8Array> {
  let piece: Uint8Array | null = new Uint8Array();

  async function pull(controller: ReadableByteStreamController): Promise<void> {
    while (piece?.length === 0) piece = await next();
    const view = controller.byobRequest?.view;
    if (!piece) {
      controller.close();
      controller.byobRequest?.respond(0);
    } else if (view) {
      const taken = piece.subarray(0, view.byteLength);
      new Uint8Array(view.buffer, view.byteOffset).set(taken);
      piece = piece.subarray(taken.length);
      controller.byobRequest?.respond(taken.length);
    } else {
      controller.enqueue(piece.slice());
      piece = piece.subarray(piece.length);
    }
  }

  return new ReadableStream({
    type: 'bytes',
    pull: (controller) =>
      pull(controller).catch(async (error) => {
        await cancel(error).catch(() => {});
        throw error;
      }),
    cancel,
  });
}

/**
 * Fills buffers with what the pieces have.
 *
 * @returns the filled part of a buffer, all of it unless the pieces end, and whether they do
 */
export function fillerOf({ next }: Pieces) {
  let piece: Uint8Array | null = new Uint8Array();
  return async (buffer: Uint8Array): Promise<{ bytes: Uint8Array; isLast: boolean }> => {
    let filled = 0;
    for (;;) {
      while (piece?.length === 0) piece = await next();
      if (!piece || filled === buffer.length) return { bytes: buffer.subarray(0, filled), isLast: !piece };
      const taken: Uint8Array = piece.subarray(0, buffer.length - filled);
      buffer.set(taken, filled);
      filled += taken.length;
      piece = piece.subarray(taken.length);
    }
  };
}

/** Writes all that a stream gives, or aborts. */
export async function pour(
  from: ReadableStream<Uint8Array>,
  to: WritableStream<Uint8Array>,
  signal?: AbortSignal,
): Promise<void> {
  const { next, cancel } = piecesOf(from);
  const writer = to.getWriter();
  const stop = () => void cancel(signal?.reason).catch(() => {});
  signal?.addEventListener('abort', stop);
  try {
    for (let piece = await next(); piece; piece = await next()) await writer.write(piece);
    signal?.throwIfAborted();
    await writer.close();
  } catch (error) {
    await Promise.allSettled([cancel(error), writer.abort(error)]);
    throw error;
  } finally {
    signal?.removeEventListener('abort', stop);
  }
}
