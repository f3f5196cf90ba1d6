/**
 * A stream of the page, lent to its worker. A browser that moves a stream to another thread copies each chunk into a new
 * buffer there, and lets much of that garbage pile up. Here one buffer goes back and forth.
 */

const BUFFER_BYTES = 1024 * 1024;

/** A step, and its outcome. Each piece comes back with its answer. */
type Step = { piece: Uint8Array<ArrayBuffer> } | { ends: 'closed' | 'aborted' };
type Answer = { piece?: Uint8Array<ArrayBuffer>; error?: unknown };

/** Runs in the page. @param to must be done with each chunk once it is written */
function lend(to: WritableStream<Uint8Array>): MessagePort {
  const { port1: port, port2: lent } = new MessageChannel();
  const writer = to.getWriter();
  port.onmessage = async ({ data }: MessageEvent<Step>) => {
    const answer: Answer = {};
    try {
      if ('piece' in data) {
        answer.piece = data.piece;
        await writer.write(data.piece);
      } else if (data.ends === 'closed') await writer.close();
      else await writer.abort();
    } catch (error) {
      answer.error = error;
    }
    port.postMessage(answer, answer.piece ? [answer.piece.buffer] : []);
  };
  return lent;
}

/** Runs in the worker. @param left aborted once the page is closed, which breaks the stream */
function borrow(port: MessagePort, left: AbortSignal): WritableStream<Uint8Array> {
  let buffer = new ArrayBuffer(BUFFER_BYTES);
  let answer: (answer: Answer) => void = () => {};
  port.onmessage = ({ data }: MessageEvent<Answer>) => answer(data);

  async function take(step: Step): Promise<void> {
    const answered = new Promise<Answer>((resolve) => {
      answer = resolve;
    });
    port.postMessage(step, 'piece' in step ? [step.piece.buffer] : []);
    const { piece, error } = await answered;
    if (piece) buffer = piece.buffer;
    if (error !== undefined) throw error;
  }
  return new WritableStream({
    start(controller) {
      left.addEventListener('abort', () => {
        controller.error(left.reason);
        answer({ error: left.reason });
      });
    },
    async write(chunk) {
      for (let at = 0; at < chunk.length; at += BUFFER_BYTES) {
        const bytes = chunk.subarray(at, at + BUFFER_BYTES);
        const piece = new Uint8Array(buffer, 0, bytes.length);
        piece.set(bytes);
        await take({ piece });
      }
    },
    async close() {
      await take({ ends: 'closed' });
      port.close();
    },
    async abort() {
      await take({ ends: 'aborted' });
      port.close();
    },
  });
}

/** The input of a task, with a port in place of each stream, and the ports. */
export function lendAll(input: unknown): [input: unknown, ports: MessagePort[]] {
  const streams = Object.entries(input ?? {}).filter(([, value]) => value instanceof WritableStream);
  if (streams.length === 0) return [input, []];
  const ports = streams.map(([name, stream]) => [name, lend(stream)] as const);
  return [{ ...(input as object), ...Object.fromEntries(ports) }, ports.map(([, port]) => port)];
}

/** The input of a task as the page gave it. @param left aborted once the page is closed */
export function borrowAll(input: unknown, left: AbortSignal): unknown {
  const ports = Object.entries(input ?? {}).filter(([, value]) => value instanceof MessagePort);
  if (ports.length === 0) return input;
  return {
    ...(input as object),
    ...Object.fromEntries(ports.map(([name, port]) => [name, borrow(port, left)])),
  };
}
