/** Everything that asks the database, through the product's own routes and functions. */
import { randomUUID } from 'node:crypto';
import { readStatistics } from '../../api/monitoring/statistics.ts';
import { routes } from '../../api/routes/index.ts';
import { countAgain } from '../../db/counts.ts';
import { ensureMail } from '../../db/mail.ts';
import { putMessage, takeMessages } from '../../db/outbox.ts';
import { mintToken } from '../../db/tokens.ts';
import type { Town } from './town.ts';

const DAY = 86_400_000;

export interface Action {
  who: 'API' | 'worker' | 'reconcile' | 'metrics' | 'administrator';
  name: string;
  /**
   * Makes ready what is measured.
   *
   * @param turn counts the calls, so that owners take turns
   * @returns what is measured
   */
  prepare(town: Town, turn: number): Promise<() => Promise<unknown>>;
  /** Whether it may take longer with more owners. docs/performance.md says why. */
  grows?: true;
}

const pick = <T>(from: readonly T[], turn: number): T => from[turn % from.length] as T;

const entry = () => ({
  encryptedData: 'A'.repeat(256),
  iv: 'AAAAAAAAAAAAAAAA',
  salt: 'AAAAAAAAAAAAAAAAAAAAAA==',
  algorithm: 'AES-GCM',
  category: 'letters',
  tags: [],
});

/** Whatever can be read by an owner or an administrator, from the routes themselves. */
const reads: Action[] = routes
  .filter(({ method, access, path }) => method === 'get' && (access !== 'public' || path === '/health'))
  .map(({ access, path }) => ({
    who: access === 'admin' ? 'administrator' : 'API',
    name: `GET ${path}`,
    async prepare(town, turn) {
      const owner = pick(town.sample, turn);
      const asking = access === 'admin' ? town.admin : owner;
      const id = path.startsWith('/vault') ? owner.entryId : owner.successorId;
      const own = path.replace(':userId', owner.id).replace(':id', id);
      return () => town.ask(asking, 'GET', own);
    },
  }));

const users = (what: string, query: (town: Town, turn: number) => string): Action => ({
  who: 'administrator',
  name: `GET /admin/users, ${what}`,
  prepare: async (town, turn) => {
    const path = `/admin/users?${query(town, turn)}`;
    return () => town.ask(town.admin, 'GET', path);
  },
});

const lists: Action[] = [
  ...(['verified', 'unverified', 'locked', 'paused', 'handover'] as const).map((filter) =>
    users(filter, () => `filter=${filter}&limit=5`),
  ),
  { ...users('search for an address', ({ sample }, turn) => `search=${pick(sample, turn).id}`), grows: true },
  users('search that finds everyone', () => 'search=olive'),
  users('search that finds nobody', () => 'search=zebra'),
];

const writes: Action[] = [
  {
    who: 'API',
    name: 'POST /activity/check-in',
    prepare: async (town, turn) => () => town.ask(pick(town.sample, turn), 'POST', '/activity/check-in'),
  },
  {
    who: 'API',
    name: 'POST /auth/forgot-password',
    prepare: async (town, turn) => {
      const { email } = pick(town.sample, turn);
      return () => town.ask(null, 'POST', '/auth/forgot-password', { email });
    },
  },
  {
    who: 'API',
    name: 'POST, PUT and DELETE of an entry',
    prepare: async (town, turn) => {
      const owner = pick(town.sample, turn);
      const id = randomUUID();
      return async () => {
        await town.ask(owner, 'POST', '/vault/entries', { id, ...entry() });
        await town.ask(owner, 'PUT', `/vault/entries/${id}`, { version: 1, ...entry() });
        await town.ask(owner, 'DELETE', `/vault/entries/${id}`);
      };
    },
  },
  {
    who: 'API',
    name: 'GET /vault/successor-access',
    prepare: async (town, turn) => {
      const whose = pick(town.released, turn);
      const token = await mintToken(
        town.em(),
        town.deps.tokenSigner,
        { purpose: 'access', ...whose },
        new Date(),
      );
      return () => town.ask(null, 'GET', `/vault/successor-access?token=${token}`);
    },
  },
];

const input = (userId: string) => ({ userId, workflowNow: Date.now(), atOnce: true });

const work: Action[] = [
  {
    who: 'worker',
    name: 'look',
    prepare: async (town, turn) => () => town.activities.look(input(pick(town.sample, turn).id)),
  },
  {
    who: 'worker',
    name: 'remind',
    async prepare(town, turn) {
      const { id } = pick(town.sample, turn);
      const seen = new Date(Date.now() - 70 * DAY + turn);
      await town.em().execute(
        `update switch set status = 'armed', reminders_accepted = 0, last_reminder_at = null, last_seen_at = ?,
             clock_started_at = ? where user_id = ?`,
        [seen, seen, id],
      );
      return async () => {
        const look = await town.activities.remind(input(id));
        if (look?.status !== 'reminding') throw new Error('nobody was reminded');
      };
    },
  },
  {
    who: 'worker',
    name: 'end a pause',
    async prepare(town, turn) {
      const { id } = pick(town.sample, turn);
      await town
        .em()
        .execute(
          `update switch set status = 'paused', paused_at = ?, paused_until = ?, pause_reminders = 1 where user_id = ?`,
          [new Date(Date.now() - 10 * DAY), new Date(Date.now() - 1_000), id],
        );
      return async () => {
        const look = await town.activities.endPause(input(id));
        if (look?.status === 'paused') throw new Error('no pause has ended');
      };
    },
  },
  {
    who: 'worker',
    name: 'claim and send a mail',
    async prepare(town, turn) {
      const { id, email } = pick(town.sample, turn);
      const request = { key: `scale/${randomUUID()}`, kind: 'password_reset', recipient: email, userId: id };
      const mail = await ensureMail(town.em(), request, new Date());
      return () => town.activities.sendMail({ mailId: mail.id });
    },
  },
  {
    who: 'worker',
    name: 'relay a message',
    async prepare(town, turn) {
      await town.em().execute('delete from outbox');
      const subjectId = pick(town.sample, turn).id;
      await putMessage(town.em(), { kind: 'switch', subjectId, seq: 1 }, new Date());
      return () => takeMessages(town.em(), 100, async (messages) => messages.map(({ id }) => id));
    },
  },
  {
    who: 'worker',
    name: 'count in the background',
    grows: true,
    prepare: async (town) => () => countAgain(town.em(), new Date(), town.deps.rules, 0),
  },
  {
    who: 'reconcile',
    name: 'compare with the last run',
    prepare: async (town) => () => town.activities.compareWithLastRun(null),
  },
  {
    who: 'reconcile',
    name: 'signal what is overdue',
    async prepare(town) {
      await town.em().execute('delete from outbox');
      return () => town.activities.resignal();
    },
  },
  {
    who: 'metrics',
    name: 'a reading',
    prepare: async (town) => () => readStatistics(town.em(), new Date(), town.deps.rules),
  },
];

export const actions: readonly Action[] = [...reads, ...lists, ...writes, ...work];
