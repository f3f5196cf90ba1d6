/** Everything that queries the database, through the product's own routes and functions. */
import { randomUUID } from 'node:crypto';
import { newAutomationToken } from '../../api/auth/automations.ts';
import { readStatistics } from '../../api/monitoring/statistics.ts';
import { routes } from '../../api/routes/index.ts';
import { countAgain } from '../../db/counts.ts';
import { Automation, type AutomationScope } from '../../db/entities/automation.ts';
import { ensureMail } from '../../db/mail.ts';
import { putMessage, takeMessages } from '../../db/outbox.ts';
import { mintToken } from '../../db/tokens.ts';
import type { FilledDatabase, Sender } from './filled-database.ts';

const DAY = 86_400_000;

export interface DatabaseAction {
  who: 'API' | 'worker' | 'reconcile' | 'metrics' | 'administrator';
  name: string;
  /**
   * Prepares one measurement.
   *
   * @param turn counts the calls, so that owners take turns
   * @returns the call to measure
   */
  prepare(database: FilledDatabase, turn: number): Promise<() => Promise<unknown>>;
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

/** This route sends the content of a file, which `bench -- files` measures. */
const SENDS_A_FILE = '/files/:id';

/** Everything an owner or an administrator can read, from the routes themselves. */
const reads: DatabaseAction[] = routes
  .filter(({ method, access, path }) => method === 'get' && (access !== 'public' || path === '/health'))
  .filter(({ access, path }) => access !== 'automation' && path !== SENDS_A_FILE)
  .map(({ access, path }) => ({
    who: access === 'admin' ? 'administrator' : 'API',
    name: `GET ${path}`,
    async prepare(database, turn) {
      const owner = pick(database.sample, turn);
      const caller = access === 'admin' ? database.admin : owner;
      const id = path.startsWith('/vault') ? owner.entryId : owner.successorId;
      const own = path.replace(':userId', owner.id).replace(':id', id);
      return () => database.request(caller, 'GET', own);
    },
  }));

/** What a program reads with a token of its own. */
const byAutomation = (
  scope: AutomationScope,
  path: string,
  present: (token: string) => { caller: Sender | null; query: string },
): DatabaseAction => ({
  who: 'API',
  name: `GET ${path}`,
  async prepare(database, turn) {
    const { token, hash } = newAutomationToken();
    await database.em().insert(Automation, {
      id: randomUUID(),
      userId: pick(database.sample, turn).id,
      name: 'bench',
      scope,
      hash,
      createdAt: new Date(),
      expiresAt: null,
      lastUsedAt: null,
    });
    const { caller, query } = present(token);
    return () => database.request(caller, 'GET', path + query);
  },
});

const programs: DatabaseAction[] = [
  byAutomation('status', '/automations/status', (token) => ({
    caller: { headers: { Authorization: `Bearer ${token}` } },
    query: '',
  })),
  byAutomation('calendar', '/automations/calendar', (token) => ({ caller: null, query: `?token=${token}` })),
];

const users = (what: string, query: (database: FilledDatabase, turn: number) => string): DatabaseAction => ({
  who: 'administrator',
  name: `GET /admin/users, ${what}`,
  prepare: async (database, turn) => {
    const path = `/admin/users?${query(database, turn)}`;
    return () => database.request(database.admin, 'GET', path);
  },
});

const lists: DatabaseAction[] = [
  ...(['verified', 'unverified', 'locked', 'paused', 'handover'] as const).map((filter) =>
    users(filter, () => `filter=${filter}&limit=5`),
  ),
  { ...users('search for an address', ({ sample }, turn) => `search=${pick(sample, turn).id}`), grows: true },
  users('search that finds everyone', () => 'search=olive'),
  users('search that finds nobody', () => 'search=zebra'),
];

const writes: DatabaseAction[] = [
  {
    who: 'API',
    name: 'POST /activity/check-in',
    prepare: async (database, turn) => () =>
      database.request(pick(database.sample, turn), 'POST', '/activity/check-in'),
  },
  {
    who: 'API',
    name: 'POST /auth/forgot-password',
    prepare: async (database, turn) => {
      const { email } = pick(database.sample, turn);
      return () => database.request(null, 'POST', '/auth/forgot-password', { email });
    },
  },
  {
    who: 'API',
    name: 'POST, PUT and DELETE of an entry',
    prepare: async (database, turn) => {
      const owner = pick(database.sample, turn);
      const id = randomUUID();
      return async () => {
        await database.request(owner, 'POST', '/vault/entries', { id, ...entry() });
        await database.request(owner, 'PUT', `/vault/entries/${id}`, { version: 1, ...entry() });
        await database.request(owner, 'DELETE', `/vault/entries/${id}`);
      };
    },
  },
  {
    who: 'API',
    name: 'GET /vault/successor-access',
    prepare: async (database, turn) => {
      const whose = pick(database.released, turn);
      const token = await mintToken(
        database.em(),
        database.deps.tokenSigner,
        { purpose: 'access', ...whose },
        new Date(),
      );
      return () => database.request(null, 'GET', `/vault/successor-access?token=${token}`);
    },
  },
];

const input = (userId: string) => ({ userId, workflowNow: Date.now(), atOnce: true });

const work: DatabaseAction[] = [
  {
    who: 'worker',
    name: 'look',
    prepare: async (database, turn) => () => database.activities.look(input(pick(database.sample, turn).id)),
  },
  {
    who: 'worker',
    name: 'remind',
    async prepare(database, turn) {
      const { id } = pick(database.sample, turn);
      const seen = new Date(Date.now() - 70 * DAY + turn);
      await database.em().execute(
        `update switch set status = 'armed', reminders_accepted = 0, last_reminder_at = null, last_seen_at = ?,
             clock_started_at = ? where user_id = ?`,
        [seen, seen, id],
      );
      return async () => {
        const look = await database.activities.remind(input(id));
        if (look?.status !== 'reminding') throw new Error('Nobody was reminded');
      };
    },
  },
  {
    who: 'worker',
    name: 'end a pause',
    async prepare(database, turn) {
      const { id } = pick(database.sample, turn);
      await database
        .em()
        .execute(
          `update switch set status = 'paused', paused_at = ?, paused_until = ?, pause_reminders = 1 where user_id = ?`,
          [new Date(Date.now() - 10 * DAY), new Date(Date.now() - 1_000), id],
        );
      return async () => {
        const look = await database.activities.endPause(input(id));
        if (look?.status === 'paused') throw new Error('No pause has ended');
      };
    },
  },
  {
    who: 'worker',
    name: 'claim and send a mail',
    async prepare(database, turn) {
      const { id, email } = pick(database.sample, turn);
      const request = { key: `scale/${randomUUID()}`, kind: 'password_reset', recipient: email, userId: id };
      const mail = await ensureMail(database.em(), request, new Date());
      return () => database.activities.sendMail({ mailId: mail.id });
    },
  },
  {
    who: 'worker',
    name: 'relay a message',
    async prepare(database, turn) {
      await database.em().execute('delete from outbox');
      const subjectId = pick(database.sample, turn).id;
      await putMessage(database.em(), { kind: 'switch', subjectId, seq: 1 }, new Date());
      return () => takeMessages(database.em(), 100, async (messages) => messages.map(({ id }) => id));
    },
  },
  {
    who: 'worker',
    name: 'count in the background',
    grows: true,
    prepare: async (database) => () => countAgain(database.em(), new Date(), database.deps.rules, 0),
  },
  {
    who: 'reconcile',
    name: 'compare with the last run',
    prepare: async (database) => () => database.activities.compareWithLastRun(null),
  },
  {
    who: 'reconcile',
    name: 'signal what is overdue',
    async prepare(database) {
      await database.em().execute('delete from outbox');
      return () => database.activities.resignal();
    },
  },
  {
    who: 'metrics',
    name: 'a reading',
    prepare: async (database) => () => readStatistics(database.em(), new Date(), database.deps.rules),
  },
];

export const actions: readonly DatabaseAction[] = [...reads, ...programs, ...lists, ...writes, ...work];
