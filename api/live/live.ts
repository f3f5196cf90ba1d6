/**
 *
 * Realtime: pushes what happens to an owner to the pages they have open, whichever process did it.
 *
 * Redis only carries hints. On each hint the process looks in the database for records that a connection has not been
 * sent, and checks its session. It also looks every half minute without a hint, so a Redis that is down only causes a
 * delay. Nothing here is a sign of life.
 */
import { type IncomingMessage, type Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type Koa from 'koa';
import { type WebSocket, WebSocketServer } from 'ws';
import { liveChannel, liveHints } from '../../db/live-hints.ts';
import type { Caller } from '../auth/caller.ts';
import type { SettledDeps } from '../deps.ts';
import { Problem } from '../http/errors.ts';
import { CLOSE, type Connection, openConnection } from './connection.ts';
import { eventsOf, type LiveEvent, needsSwitch } from './events.ts';
import { LIVE_LIMITS, type LiveLimits, MAX_PAYLOAD } from './limits.ts';
import type { LivePort } from './port.ts';
import { BATCH, behind, lastRecord, liveAmong, recordsAfter, snapshot } from './reading.ts';
import { subscribe } from './subscriber.ts';
import { gatekeeper, refusalOf, refuse } from './upgrade.ts';

export interface Live extends LivePort {
  /** Handles the websocket upgrades of a server. */
  attach(server: Server, app: Koa): void;
  /** Says goodbye to every client (1001), and resolves when the last connection is gone. */
  close(): Promise<void>;
}

/** The open pages of one owner, and whether news for them is being looked up. */
interface Audience {
  connections: Set<Connection>;
  looking: boolean;
  again: boolean;
}

/** The reasons sent with a close. */
const REASON = { ended: 'the session has ended', stopping: 'the service restarts' } as const;

/** For each owner, the last record that all of their pages have been sent. */
function leastSent(connections: readonly Connection[]): Map<string, bigint> {
  const sent = new Map<string, bigint>();
  for (const { userId, sentUpTo } of connections) {
    const least = sent.get(userId);
    if (sentUpTo !== null && (least === undefined || sentUpTo < least)) sent.set(userId, sentUpTo);
  }
  return sent;
}

export function createLive(deps: SettledDeps, limits: LiveLimits = LIVE_LIMITS): Live {
  const { config, log, orm, redis, rules } = deps;
  const channel = liveChannel(config.DB_NAME);
  const tell = liveHints(redis, channel);
  const admit = gatekeeper(deps);
  const audiences = new Map<string, Audience>();
  /** Every websocket that is not closed yet, including those being closed. */
  const open = new Set<WebSocket>();
  const wss = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: MAX_PAYLOAD,
    perMessageDeflate: false,
  });
  let closing = false;

  const subscriber = subscribe(redis, channel, { heard: look, resumed: () => void lookAtAll() }, log);
  const timer = setInterval(() => {
    for (const { connections } of audiences.values()) for (const connection of connections) connection.beat();
    void lookAtAll();
    void subscriber.check();
  }, limits.heartbeatMs).unref();

  const now = async () => new Date(await deps.clock());
  const said = async (event: LiveEvent['event'], payload: LiveEvent['payload']): Promise<LiveEvent> => ({
    event,
    payload,
    at: (await now()).toISOString(),
  });

  /** Looks for news for an owner. If called again meanwhile, it looks once more afterwards. */
  function look(userId: string): void {
    const audience = audiences.get(userId);
    if (!audience) return;
    audience.again = true;
    if (!audience.looking) void lookWhileAsked(userId, audience);
  }

  async function lookWhileAsked(userId: string, audience: Audience): Promise<void> {
    audience.looking = true;
    try {
      while (audience.again && audience.connections.size > 0) {
        audience.again = false;
        if (await sendNews(userId, [...audience.connections])) audience.again = true;
      }
    } catch (error) {
      // The next hint or the next half minute catches up.
      log.debug({ err: error }, 'cannot read the news for an owner');
    } finally {
      audience.looking = false;
    }
  }

  /** @returns whether there may be more */
  async function sendNews(userId: string, connections: readonly Connection[]): Promise<boolean> {
    const em = orm.em.fork();
    const from = leastSent(connections).get(userId);
    const rows = from === undefined ? [] : await recordsAfter(em, userId, from);
    const state = rows.some(needsSwitch) ? await snapshot(deps, em, userId, await now()) : null;
    // Checked last, so a session that is live now was live when these records were made.
    const live = await liveAmong(
      em,
      connections.map(({ sessionId }) => sessionId),
      await now(),
    );
    const news = rows.map((row) => ({
      id: BigInt(row.id),
      events: eventsOf(row, state?.deadline ?? null, rules.dayMs),
    }));
    for (const connection of connections) {
      if (!live.has(connection.sessionId)) {
        await endSession(connection);
        continue;
      }
      for (const { id, events } of news) {
        if (connection.sentUpTo === null || id <= connection.sentUpTo) continue;
        connection.sentUpTo = id;
        for (const event of events) connection.send(event);
      }
    }
    return rows.length === BATCH;
  }

  async function endSession(connection: Connection): Promise<void> {
    connection.send(await said('session.revoked', { sessionId: connection.sessionId }));
    connection.end(CLOSE.sessionEnded, REASON.ended);
  }

  let lookingAtAll = false;
  /** Catches what no hint announced: a few statements for all connections, then only the owners concerned. */
  async function lookAtAll(): Promise<void> {
    if (lookingAtAll || audiences.size === 0) return;
    lookingAtAll = true;
    try {
      const em = orm.em.fork();
      const connections = [...audiences.values()].flatMap((audience) => [...audience.connections]);
      const ids = connections.map(({ sessionId }) => sessionId);
      const live = await liveAmong(em, ids, await now());
      const concerned = new Set(await behind(em, leastSent(connections)));
      for (const { userId, sessionId } of connections) if (!live.has(sessionId)) concerned.add(userId);
      for (const userId of concerned) look(userId);
    } catch (error) {
      log.debug({ err: error }, 'cannot read news');
    } finally {
      lookingAtAll = false;
    }
  }

  /** Sends the state first, then everything recorded after it was read, each record once. */
  async function greet(connection: Connection): Promise<void> {
    const em = orm.em.fork();
    const { userId, sessionId } = connection;
    const last = await lastRecord(em, userId);
    const state = await snapshot(deps, em, userId, await now());
    const live = await liveAmong(em, [sessionId], await now());
    if (!state || !live.has(sessionId)) return endSession(connection);
    connection.send(await said('realtime.connected', state));
    connection.sentUpTo = last;
    look(userId);
  }

  function enter(ws: WebSocket, caller: Caller): void {
    const userId = caller.user.id;
    open.add(ws);
    ws.once('close', () => open.delete(ws));
    const audience = audiences.get(userId) ?? { connections: new Set(), looking: false, again: false };
    audiences.set(userId, audience);
    const connection = openConnection(ws, { userId, sessionId: caller.session.id }, limits, (gone) => {
      audience.connections.delete(gone);
      if (audience.connections.size === 0 && audiences.get(userId) === audience) audiences.delete(userId);
    });
    audience.connections.add(connection);
    greet(connection).catch((error: unknown) => {
      log.warn({ err: error }, 'cannot send the first message on a websocket');
      connection.end(CLOSE.failed, 'try again');
    });
  }

  function roomFor({ user }: Caller): void {
    if (closing || open.size >= limits.perProcess) {
      throw new Problem('dependency_unavailable', undefined, { retryAfter: 5 });
    }
    if ((audiences.get(user.id)?.connections.size ?? 0) >= limits.perUser) {
      throw new Problem('rate_limited', 'Close another page first.', { retryAfter: 60 });
    }
  }

  async function upgrade(app: Koa, request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const broken = () => socket.destroy();
    const late = setTimeout(broken, limits.openingMs);
    socket.on('error', broken);
    try {
      const caller = await admit(app.createContext(request, new ServerResponse(request)));
      // Nothing is awaited from here on, so the counts stay correct.
      roomFor(caller);
      socket.off('error', broken);
      wss.handleUpgrade(request, socket, head, (ws) => enter(ws, caller));
    } catch (error) {
      const problem = refusalOf(error);
      if (problem.status >= 500) log.warn({ err: error }, 'a websocket was refused');
      refuse(socket, problem);
    } finally {
      clearTimeout(late);
    }
  }

  return {
    announce(userId) {
      if (!subscriber.subscribed) look(userId);
      void tell(userId).then((heard) => {
        if (!heard) look(userId);
      });
    },
    status: () => ({ subscribed: subscriber.subscribed, connections: open.size }),
    attach(server, app) {
      server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
        void upgrade(app, request, socket, head);
      });
    },
    async close() {
      closing = true;
      clearInterval(timer);
      subscriber.close();
      const goodbyes = [...open].map((ws) => new Promise((resolve) => ws.once('close', resolve)));
      for (const { connections } of [...audiences.values()]) {
        for (const connection of [...connections]) connection.end(CLOSE.goingAway, REASON.stopping);
      }
      await Promise.all(goodbyes);
    },
  };
}
