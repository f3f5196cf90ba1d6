/** One websocket: what is sent to it, whether it still listens, and its end. */
import type { WebSocket } from 'ws';
import type { LiveEvent } from './events.ts';
import type { LiveLimits } from './limits.ts';

/** Close codes: RFC 6455, 7.4.1, the registry of IANA, and of our own (4000 and up) what HTTP calls 401. */
export const CLOSE = {
  goingAway: 1001,
  policy: 1008,
  failed: 1011,
  tooSlow: 1013,
  sessionEnded: 4401,
} as const;

export interface Connection {
  readonly userId: string;
  readonly sessionId: string;
  /** The last activity record that was sent; null until the client was greeted. */
  sentUpTo: bigint | null;
  /** Sends, unless it has ended. A client with too much waiting for it is dropped. */
  send(event: LiveEvent): void;
  /** Pings; cuts the connection where the last ping was not answered. */
  beat(): void;
  /** Says goodbye, and cuts the connection of whoever does not say it back in time. Nothing is sent after it. */
  end(code: number, reason: string): void;
}

/** @param gone called once, as soon as nothing more is sent to it */
export function openConnection(
  ws: WebSocket,
  of: Pick<Connection, 'userId' | 'sessionId'>,
  limits: LiveLimits,
  gone: (connection: Connection) => void,
): Connection {
  let ended = false;
  let answered = true;

  const leave = () => {
    if (ended) return;
    ended = true;
    gone(connection);
  };

  const connection: Connection = {
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
  // It closes by itself after an error, such as a message that is too large.
  ws.on('error', () => {});
  ws.on('close', leave);
  return connection;
}
