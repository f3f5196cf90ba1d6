/** Owners who use everything at a steady pace. Whatever one request creates, another deletes soon after. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { accessTokens } from '../../api/auth/sessions.ts';
import { databaseOf } from '../../config.ts';
import { openDatabase } from '../../db/orm.ts';
import type { Instance } from '../../dev/instance.ts';
import { BELONGINGS, entriesOf, makeCrowd } from '../crowd.ts';

const OWNERS = 60;
/** Seconds between two signs of life of an owner: a reminder goes out in between, and the next sign of life ends it. */
const SEEN_EVERY = 24;
/** In days, which last a second. The reminder is due after a quarter; a busy machine may be a minute late with the rest. */
const THRESHOLD_DAYS = 80;

interface SoakOwner {
  id: string;
  email: string;
  cookie: string;
}

async function makeOwners({ config }: Instance): Promise<SoakOwner[]> {
  const orm = await openDatabase(databaseOf(config), 2);
  try {
    const now = new Date();
    await makeCrowd(orm.em.fork(), OWNERS, now, [
      ...BELONGINGS,
      'update successor p set verified_at = now from crowd c where c.id = p.user_id',
      `update switch s set status = 'armed', last_seen_at = now, clock_started_at = now, next_event_at = now,
         threshold_days = ${THRESHOLD_DAYS}, reminder_percents = '{25,90}' from crowd c where c.id = s.user_id`,
      entriesOf(20, 1_000),
      `insert into outbox (kind, subject_id, seq, created_at) select 'switch', id, 1, now from crowd`,
    ]);
    const rows = await orm.em
      .fork()
      .execute<{ id: string; email: string; sessionId: string }[]>(
        `select u.id, u.email, s.id as "sessionId" from "user" u join session s on s.user_id = u.id`,
      );
    const tokens = accessTokens(config);
    return Promise.all(
      rows.map(async ({ sessionId, ...row }) => ({
        ...row,
        cookie: `accessToken=${await tokens.issue(row.id, sessionId, now)}`,
      })),
    );
  } finally {
    await orm.close(true);
  }
}

export interface SoakTraffic {
  /** Requests answered since the last call, and those refused or lost. */
  count(): { answered: number; failed: number; reasons: Map<string, number> };
  stop(): Promise<void>;
}

const entry = () => ({
  encryptedData: 'A'.repeat(1_024),
  iv: 'AAAAAAAAAAAAAAAA',
  salt: 'AAAAAAAAAAAAAAAAAAAAAA==',
  algorithm: 'AES-GCM',
  category: 'letters',
  tags: [],
});

/** @param perSecond requests, besides signs of life */
export async function startTraffic(instance: Instance, perSecond: number): Promise<SoakTraffic> {
  const owners = await makeOwners(instance);
  const url = `${instance.api}/api/v1`;
  const origin = instance.webApp;
  let [answered, failed] = [0, 0];
  let reasons = new Map<string, number>();
  const lost = (why: string) => {
    failed += 1;
    reasons.set(why, (reasons.get(why) ?? 0) + 1);
  };

  async function request(
    who: SoakOwner | null,
    method: string,
    path: string,
    body?: unknown,
    expected = 200,
  ) {
    const what = `${method} ${path.replace(/[0-9a-f-]{36}/g, ':id')}`;
    try {
      const response = await fetch(`${url}${path}`, {
        method,
        headers: {
          Origin: origin,
          ...(who ? { Cookie: who.cookie } : {}),
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      await response.arrayBuffer();
      answered += 1;
      if (response.status !== expected) lost(`${what}: ${response.status}`);
    } catch {
      lost(`${what}: no answer`);
    }
  }

  /** Keeps a websocket open for a while. */
  async function watch(who: SoakOwner): Promise<void> {
    const page = new WebSocket(`${url.replace(/^http/, 'ws')}/ws`, {
      headers: { Origin: origin, Cookie: who.cookie },
    });
    page.on('error', () => lost('websocket'));
    await sleep(10_000, undefined, { ref: false });
    page.close();
  }

  const kinds: ((who: SoakOwner) => Promise<unknown>)[] = [
    (who) => request(who, 'GET', '/vault/entries?limit=20'),
    (who) => request(who, 'GET', '/handover/status'),
    async (who) => {
      const id = randomUUID();
      await request(who, 'POST', '/vault/entries', { id, ...entry() }, 201);
      await request(who, 'PUT', `/vault/entries/${id}`, { version: 1, ...entry() });
      await request(who, 'DELETE', `/vault/entries/${id}`);
    },
    (who) => request(who, 'GET', '/auth/profile'),
    (who) => request(who, 'GET', '/successors'),
    (who) => request(who, 'GET', '/inactivity/settings'),
    (who) => request(who, 'GET', '/activity'),
    (who) => request(who, 'GET', '/vault/export'),
    (who) => watch(who),
    () => request(null, 'GET', '/health'),
    () => request(null, 'GET', '/metrics'),
    () =>
      request(
        null,
        'POST',
        '/auth/login',
        { email: `${randomUUID()}@soak.test`, password: 'A'.repeat(44) },
        401,
      ),
    ({ email }) => request(null, 'POST', '/auth/forgot-password', { email }),
    () => request(null, 'GET', '/vault/entries', undefined, 401),
    (who) => request(who, 'POST', '/vault/entries', { id: 'not an ID' }, 400),
  ];

  let turn = 0;
  const pace = (everyMs: number, work: (turn: number) => Promise<unknown>) =>
    setInterval(() => {
      turn += 1;
      void work(turn);
    }, everyMs);
  const timers = [
    pace(1_000 / perSecond, (n) => {
      const kind = kinds[n % kinds.length] as (typeof kinds)[number];
      // Each owner does everything once, then the next one does.
      return kind(owners[Math.floor(n / kinds.length) % owners.length] as SoakOwner);
    }),
  ];
  let seen = 0;
  timers.push(
    setInterval(
      () => {
        seen += 1;
        void request(owners[seen % owners.length] as SoakOwner, 'POST', '/activity/check-in');
      },
      (SEEN_EVERY * 1_000) / owners.length,
    ),
  );
  return {
    count() {
      const counted = { answered, failed, reasons };
      [answered, failed, reasons] = [0, 0, new Map()];
      return counted;
    },
    async stop() {
      for (const timer of timers) clearInterval(timer);
      await sleep(500);
    },
  };
}
