/**
 * Realtime: pushes an owner's events to the pages they have open, whichever process caused them.
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
import { withTimeout } from '../../db/timeout.ts';
import type { Caller } from '../auth/caller.ts';
import type { Authenticated } from '../auth/find-caller.ts';
import type { ApiDeps, SettledDeps } from '../deps.ts';
import { Problem } from '../http/errors.ts';
import { createFairQueue } from '../http/quotas/fair-queue.ts';
import { createUsage, type Requester, requesterOf } from '../http/quotas/requester.ts';
import { CLOSE, type LiveConnection, openConnection } from './connection.ts';
import { eventsOf, type LiveEvent, needsSwitch } from './events.ts';
import { LIVE_LIMITS, type LiveLimits, MAX_PAYLOAD } from './limits.ts';
import type { LivePort } from './port.ts';
import { BATCH, lastRecord, ownersToUpdate, readNewRecords, snapshot } from './reading.ts';
import { subscribe } from './subscriber.ts';
import { gatekeeper, hasLeft, refusalOf, refuse } from './upgrade.ts';

export interface Live extends LivePort {
  /** Handles the websocket upgrades of a server. */
  attach(server: Server, app: Koa): void;
  /** Closes every connection (1001), and resolves when the last one has ended. */
  close(): Promise<void>;
}

/** The open pages of one owner, and whether new records are being pushed to them. */
interface Audience {
  connections: Set<LiveConnection>;
  isPushing: boolean;
  again: boolean;
}

/** The reasons sent with a close. */
const REASON = {
  ended: 'the session has ended',
  stopping: 'the service restarts',
  tooMany: 'too many pages are open',
} as const;

/** Pings and reads of the database are spread over the heartbeat, so that thousands never come at once. */
const HEARTBEAT_SLOTS = 30;
/** The connections that are pinged at the same time. */
type HeartbeatSlot = Set<LiveConnection>;

/** The last record that all of these pages have been sent. */
function leastSent(connections: readonly LiveConnection[]): bigint | undefined {
  let least: bigint | undefined;
  for (const { sentUpTo } of connections) {
    if (sentUpTo !== null && (least === undefined || sentUpTo < least)) least = sentUpTo;
  }
  return least;
}

export function createLive(
  deps: SettledDeps & Pick<ApiDeps, 'limits'>,
  limits: LiveLimits = LIVE_LIMITS,
): Live {
  const { config, log, orm, redis, rules } = deps;
  const channel = liveChannel(config.DB_NAME);
  const publishHint = liveHints(redis, channel);
  const { check, admit, giveBack } = gatekeeper(deps);
  const { opening: concurrency, openingMs: timeoutMs } = limits;
  const most = {
    account: Math.ceil(concurrency / 2),
    network: concurrency,
    '/56': concurrency,
    '/48': concurrency,
  };
  // After a restart, the clients of a whole process come back at once. Clients that are refused come back and are
  // checked again.
  const mostWaiting = limits.perProcess;
  const opening = createFairQueue(
    { concurrency, most, timeoutMs, mostWaiting },
    'Too many pages are opening',
  );
  const audiences = new Map<string, Audience>();
  /** By account and by network. */
  const usage = createUsage();
  const { perUser: account, perNetwork: network } = limits;
  const mostOpen = { account, network, '/56': network, '/48': network };
  /** Every websocket that is not closed yet, including those being closed. */
  const open = new Set<WebSocket>();
  const wss = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: MAX_PAYLOAD,
    perMessageDeflate: false,
  });
  const slots: readonly HeartbeatSlot[] = Array.from({ length: HEARTBEAT_SLOTS }, () => new Set());
  let entered = 0;
  let closing = false;

  const subscriber = subscribe(
    redis,
    channel,
    { onHint: (userId) => void pushNewRecords(userId), onResume: () => void catchUp(slots) },
    log,
  );
  let ticks = 0;
  const timer = setInterval(() => {
    const slot = slots[ticks % HEARTBEAT_SLOTS] as HeartbeatSlot;
    ticks += 1;
    for (const connection of slot) connection.beat();
    void catchUp([slot]);
    if (ticks % HEARTBEAT_SLOTS === 0) void subscriber.check();
  }, limits.heartbeatMs / HEARTBEAT_SLOTS).unref();

  const inTime = <T>(reading: Promise<T>) => withTimeout(reading, limits.readingMs);
  const now = async () => new Date(await deps.clock());
  const eventNow = async (event: LiveEvent['event'], payload: LiveEvent['payload']): Promise<LiveEvent> => ({
    event,
    payload,
    at: (await now()).toISOString(),
  });

  /**
   * Sends the open pages of an owner the records that they lack, and closes those whose session has ended. If called
   * again while it runs, it runs once more afterwards.
   */
  async function pushNewRecords(userId: string): Promise<void> {
    const audience = audiences.get(userId);
    if (!audience) return;
    audience.again = true;
    if (audience.isPushing) return;
    audience.isPushing = true;
    try {
      while (audience.again && audience.connections.size > 0) {
        audience.again = false;
        if (await inTime(sendNextBatch(userId, [...audience.connections]))) audience.again = true;
      }
    } catch (error) {
      // The next hint or the next half minute catches up.
      log.debug({ err: error }, 'cannot read new events for an owner');
    } finally {
      audience.isPushing = false;
    }
  }

  /** @returns whether there may be more */
  async function sendNextBatch(userId: string, connections: readonly LiveConnection[]): Promise<boolean> {
    const sessionIds = connections.map(({ sessionId }) => sessionId);
    const from = leastSent(connections);
    const { records, live } = await readNewRecords(orm, userId, from, sessionIds, await now());
    const state = records.some(needsSwitch) ? await snapshot(deps, orm.em.fork(), userId, await now()) : null;
    const batch = records.map((row) => ({
      id: BigInt(row.id),
      events: eventsOf(row, state?.deadline ?? null, rules.dayMs),
    }));
    for (const connection of connections) {
      if (!live.has(connection.sessionId)) {
        await endSession(connection);
        continue;
      }
      const { sentUpTo } = connection;
      // It may have been greeted since then with an older state. The push that follows its greeting sends it
      // everything.
      if (sentUpTo === null || from === undefined || sentUpTo < from) continue;
      for (const { id, events } of batch) {
        if (id <= sentUpTo) continue;
        connection.sentUpTo = id;
        for (const event of events) connection.send(event);
      }
    }
    return records.length === BATCH;
  }

  async function endSession(connection: LiveConnection): Promise<void> {
    connection.send(await eventNow('session.revoked', { sessionId: connection.sessionId }));
    connection.end(CLOSE.sessionEnded, REASON.ended);
  }

  /** Slots that wait to be read. A set, so that a slow database doesn't pile them up. */
  const waiting = new Set<HeartbeatSlot>();
  let catchingUp = false;
  /**
   * Finds the changes that no hint announced: one statement at a time for many connections, then only the owners
   * concerned.
   */
  async function catchUp(missed: readonly HeartbeatSlot[]): Promise<void> {
    for (const slot of missed) if (slot.size > 0) waiting.add(slot);
    if (catchingUp) return;
    catchingUp = true;
    for (const slot of waiting) {
      waiting.delete(slot);
      try {
        for (const userId of await inTime(ownersToUpdate(orm, [...slot], await now())))
          await pushNewRecords(userId);
      } catch (error) {
        log.debug({ err: error }, 'cannot read new events');
      }
    }
    catchingUp = false;
  }

  /** Sends the state first, then everything recorded after it was read, each record once. */
  async function greet(connection: LiveConnection): Promise<void> {
    const { userId } = connection;
    const last = await lastRecord(orm, connection, await now());
    const state = last === null ? null : await snapshot(deps, orm.em.fork(), userId, await now());
    if (!state) return endSession(connection);
    connection.send(await eventNow('realtime.connected', state));
    connection.sentUpTo = last;
    void pushNewRecords(userId);
  }

  /** Resolves once the first message is sent. */
  function enter(ws: WebSocket, caller: Caller, requester: Requester): Promise<void> {
    const userId = caller.user.id;
    open.add(ws);
    usage.add(requester, 1);
    ws.once('close', () => {
      open.delete(ws);
      usage.add(requester, -1);
    });
    const audience = audiences.get(userId) ?? { connections: new Set(), isPushing: false, again: false };
    audiences.set(userId, audience);
    const slot = slots[entered % HEARTBEAT_SLOTS] as HeartbeatSlot;
    entered += 1;
    const connection = openConnection(ws, { userId, sessionId: caller.session.id }, limits, (gone) => {
      slot.delete(gone);
      audience.connections.delete(gone);
      if (audience.connections.size === 0 && audiences.get(userId) === audience) audiences.delete(userId);
    });
    slot.add(connection);
    audience.connections.add(connection);
    return inTime(greet(connection)).catch((error: unknown) => {
      log.warn({ err: error }, 'cannot send the first message on a websocket');
      connection.end(CLOSE.failed, 'try again');
    });
  }

  function requireCapacity(): void {
    if (closing || open.size >= limits.perProcess) {
      throw new Problem('dependency_unavailable', undefined, { retryAfter: 5 });
    }
  }

  async function upgrade(app: Koa, request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const broken = () => {
      socket.destroy();
    };
    const late = setTimeout(broken, limits.openingMs);
    socket.on('error', broken);
    let leave: (() => void) | undefined;
    /** Set while the request is counted for the account that its token names, but not yet admitted. */
    let checked: Authenticated | undefined;
    try {
      // Checked before it queues, so that strangers can't fill the queue.
      const ctx = app.createContext(request, new ServerResponse(request));
      checked = await check(ctx);
      // Queued by session, so that one that has ended takes no places from the account's other sessions. Its network is
      // counted too.
      leave = await opening.acquire(requesterOf(ctx, `session:${checked.claims.sessionId}`));
      if (await hasLeft(socket)) return broken();
      const caller = await inTime(admit(checked));
      checked = undefined;
      // Nothing is awaited until it has entered, so the counts stay correct.
      const requester = requesterOf(ctx, `account:${caller.user.id}`);
      requireCapacity();
      socket.off('error', broken);
      if (!usage.allows(requester, 1, mostOpen)) {
        // Browsers hide the status from a page, but tell it why a websocket was closed.
        wss.handleUpgrade(request, socket, head, (ws) => {
          const { user, session } = caller;
          const shown = openConnection(ws, { userId: user.id, sessionId: session.id }, limits, () => {});
          shown.end(CLOSE.tooMany, REASON.tooMany);
        });
        return;
      }
      let greeted: Promise<void> | undefined;
      wss.handleUpgrade(request, socket, head, (ws) => {
        greeted = enter(ws, caller, requester);
      });
      await greeted;
    } catch (error) {
      const problem = refusalOf(error);
      if (problem.status >= 500) log.warn({ err: error }, 'a websocket was refused');
      refuse(socket, problem);
    } finally {
      clearTimeout(late);
      leave?.();
      if (checked) await giveBack(checked);
    }
  }

  return {
    announce(userId) {
      if (!subscriber.subscribed) void pushNewRecords(userId);
      void publishHint(userId).then((published) => {
        if (!published) void pushNewRecords(userId);
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
