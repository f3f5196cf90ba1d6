/** Requests byte by byte, as no proper client sends them. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { until } from '../until.ts';

export interface RawRequest {
  socket: Socket;
  send(bytes: string | Buffer): void;
  /** All that came so far. */
  readonly received: string;
  /** The answers so far, without those that only tell the client to continue. */
  readonly answers: { status: number; headers: Headers; body: string }[];
  /** The next answer that nobody has taken yet. */
  answer(withinMs?: number): Promise<{ status: number; headers: Headers; body: string }>;
  /** Milliseconds from opening the connection to its end. */
  readonly closed: Promise<number>;
}

const open = new Set<Socket>();

/** Ends what tests left open. */
export function closeRawRequests(): void {
  for (const socket of open) socket.destroy();
  open.clear();
}

/** Answers with a length, one after the other. */
function answersIn(text: string) {
  const answers: RawRequest['answers'] = [];
  let rest = text;
  for (;;) {
    const end = rest.indexOf('\r\n\r\n');
    if (end === -1) return answers;
    const [line = '', ...lines] = rest.slice(0, end).split('\r\n');
    rest = rest.slice(end + 4);
    const status = Number(line.split(' ')[1]);
    if (status === 100) continue;
    const headers = new Headers(
      lines.map((each) => [each.slice(0, each.indexOf(':')), each.slice(each.indexOf(':') + 1).trim()]),
    );
    const length = Number(headers.get('content-length') ?? 0);
    if (rest.length < length) return answers;
    answers.push({ status, headers, body: rest.slice(0, length) });
    rest = rest.slice(length);
  }
}

/** @param url of the API; the test writes the request itself */
export async function openRaw(url: string): Promise<RawRequest> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  open.add(socket);
  const began = performance.now();
  let received = '';
  let given = 0;
  socket.on('data', (chunk: Buffer) => {
    received += chunk.toString('latin1');
  });
  // Some of these tests are about connections that are cut.
  socket.on('error', () => {});
  const closed = new Promise<number>((resolve) => {
    socket.once('close', () => resolve(performance.now() - began));
  });
  await once(socket, 'connect');
  return {
    socket,
    send: (bytes) => void socket.write(bytes),
    get received() {
      return received;
    },
    get answers() {
      return answersIn(received);
    },
    async answer(withinMs) {
      const found = await until('an answer', () => answersIn(received)[given], withinMs);
      given += 1;
      return found;
    },
    closed,
  };
}

/** The head of a request, with `Host` and the blank line at its end. */
export const head = (line: string, headers: Record<string, string | number> = {}): string =>
  `${line} HTTP/1.1\r\nHost: vault.test\r\n${Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n`;
