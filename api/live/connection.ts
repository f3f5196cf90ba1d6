/** One websocket: sending, checking that the client still listens, and closing. */
import type { WebSocket } from 'ws';
import type { LiveEvent } from './events.ts';
import type { LiveLimits } from './limits.ts';

/** Close codes: RFC 6455, 7.4.1, the IANA registry, and our own for HTTP's 401 and 429 (4000 and up). */
export const CLOSE = {
  goingAway: 1001,
  policy: 1008,
  failed: 1011,
  tooSlow: 1013,
  sessionEnded: 4401,
  tooMany: 4429,
} as const;

export interface LiveConnection {
  readonly userId: string;
  readonly sessionId: string;
  /** The last activity record that was sent; null until the client was greeted. */
  sentUpTo: bigint | null;
  /** Sends, unless the connection has ended. Drops a client with too much waiting for it. */
  send(event: LiveEvent): void;
  /** Pings, or cuts the connection if the last ping was not answered. */
  beat(): void;
  /** Closes, and cuts the connection if the client does not answer in time. Nothing is sent after it. */
  end(code: number, reason: string): void;
}

/** @param gone called once, as soon as nothing more is sent to the client */
export function openConnection(
  ws: WebSocket,
  of: Pick<LiveConnection, 'userId' | 'sessionId'>,
  limits: LiveLimits,
  gone: (connection: LiveConnection) => void,
): LiveConnection {
  let ended = false;
  let answered = true;

  const leave = () => {
    if (ended) return;
    ended = true;
    gone(connection);
  };

  const connection: LiveConnection = {
    ...of,
    sentUpTo: null,
    send(event) {
      if (ended) return;
      ws.send(JSON.stringify(event));
      if (ws.bufferedAmount > limits.bufferedBytes) {
        connection.end(CLOSE.tooSlow, 'the client reads too slowly');
      }
    },
    beat() {
      if (ended) return;
      if (!answered) {
        ws.terminate();
        return;
      }
      answered = false;
      ws.ping();
    },
    end(code, reason) {
      if (ended) return;
      leave();
      ws.close(code, reason);
      const cut = setTimeout(() => ws.terminate(), limits.closingMs);
      ws.once('close', () => clearTimeout(cut));
    },
  };

  ws.on('pong', () => {
    answered = true;
  });
  ws.on('message', () => connection.end(CLOSE.policy, 'clients must not send messages'));
  // It closes on its own after an error, such as a message that is too large.
  ws.on('error', () => {});
  ws.on('close', leave);
  return connection;
}
