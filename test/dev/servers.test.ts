import '../support/quiet-runtime.ts';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { createTransport } from 'nodemailer';
import { silent } from '../../dev/cli/progress.ts';
import { firstAnswer, untilReady } from '../../dev/processes/ready.ts';
import { startMail } from '../../dev/servers/mail.ts';
import { query, startPostgres } from '../../dev/servers/postgres.ts';
import { temporalAnswers } from '../../dev/servers/temporal.ts';
import { dropDatabase } from '../support/servers/drop-database.ts';
import { createDatabase, servers } from '../support/servers/shared-servers.ts';
import { startTimeSkipping } from '../support/servers/time-skipping.ts';
import { until } from '../support/until.ts';

test('every test file gets an empty database of its own on a real PostgreSQL', async () => {
  const [one, other] = await Promise.all([createDatabase(), createDatabase()]);
  await query({ ...one, database: one.name }, 'create table mine (id int)');
  const tables = 'select table_name from information_schema.tables where table_schema = $1';
  expect((await query({ ...other, database: other.name }, tables, ['public'])).rows).toEqual([]);
  await Promise.all([one.drop(), other.drop()]);
});

test('a PostgreSQL that was killed during its work comes back with everything committed', async () => {
  const server = await startPostgres({ say: silent });
  await server.ensureDatabase('vault');
  const address = { ...server, database: 'vault' };
  await query(address, 'create table kept as select 1 as id');
  const busy = Array.from({ length: 20 }, () => query(address, 'select pg_sleep(60)').catch(() => 'cut'));
  await server.process.kill();
  expect(await Promise.all(busy)).toEqual(Array.from({ length: 20 }, () => 'cut'));
  await server.process.start();
  expect((await query(address, 'select id from kept')).rows).toEqual([{ id: 1 }]);
  await server.stop();
});

test('a database can be removed while PostgreSQL vacuums it, which only a superuser may interrupt', async () => {
  const server = await startPostgres({ say: silent });
  const superuser = { ...server, user: server.superuser };
  await query(superuser, "alter system set autovacuum_naptime = '1 s'");
  await query(superuser, 'select pg_reload_conf()');
  await server.ensureDatabase('vacuumed');
  const address = { ...server, database: 'vacuumed' };
  // So slow that it is still running when the database is removed.
  await query(
    address,
    `create table swept with (autovacuum_vacuum_threshold = 1, autovacuum_vacuum_scale_factor = 0,
       autovacuum_vacuum_cost_delay = 100, autovacuum_vacuum_cost_limit = 1)
     as select repeat('x', 2000) as text from generate_series(1, 2000)`,
  );
  await query(address, 'delete from swept');
  const vacuums = () =>
    query(
      superuser,
      `select 1 from pg_stat_activity where datname = 'vacuumed' and backend_type = 'autovacuum worker'
         and query like '%swept%'`,
    );
  await until('a vacuum', async () => (await vacuums()).rowCount === 1);
  await dropDatabase(server, 'vacuumed');
  expect((await query(server, "select 1 from pg_database where datname = 'vacuumed'")).rowCount).toBe(0);
  await server.stop();
});

/** Lists nothing, because the catcher holds every mail of a whole run. */
const NO_MAIL = '/email?messageId=none';

test('Redis, Temporal and the mail catcher answer in their own protocols', async () => {
  const { redis, temporal, mail } = servers;
  await untilReady(async () => (await firstAnswer(redis.port, 'PING\r\n')) === '+PONG\r\n', 'Redis');
  await untilReady(() => temporalAnswers(temporal.address), 'Temporal');
  await untilReady(async () => /^220 /.test(await firstAnswer(mail.port)), 'the mail catcher');
  expect((await fetch(mail.page + NO_MAIL)).status).toBe(200);
});

describe('the mail catcher', () => {
  const { host } = new URL(servers.mail.page);
  const foreign: Record<string, Record<string, string>> = {
    'by another name that leads here': { Host: 'rebound.test' },
    'by another port’s name': { Host: '127.0.0.1:1' },
    'from another origin': { Host: host, Origin: 'https://evil.test' },
    'from a page that hides its origin': { Host: host, Origin: 'null' },
    'inside another site’s page': { Host: host, 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Dest': 'image' },
  };
  const upgrade = { Connection: 'Upgrade', Upgrade: 'websocket', 'Sec-WebSocket-Version': '13' };
  const socket = { ...upgrade, 'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==' };
  /** The status of an answer. fetch wouldn't send another Host. */
  async function status(path: string, headers: Record<string, string>): Promise<number | undefined> {
    const sent = request(new URL(path, servers.mail.page), { headers, agent: false }).end();
    const [answer] = (await Promise.race([once(sent, 'response'), once(sent, 'upgrade')])) as [
      IncomingMessage,
    ];
    answer.destroy();
    return answer.statusCode;
  }
  const LIVE = '/socket.io/?EIO=4&transport=websocket';

  test.each(Object.entries(foreign))('shows no mail to a request %s', async (_how, headers) => {
    expect(await status('/email', headers)).toBe(403);
    expect(await status(LIVE, { ...headers, ...socket })).toBe(403);
  });

  test('shows mails to its own page, and to programs, and can be opened from a link', async () => {
    expect(await status(NO_MAIL, { Host: host })).toBe(200);
    expect(await status(NO_MAIL, { Host: host, Origin: servers.mail.page })).toBe(200);
    expect(await status(LIVE, { Host: host, Origin: servers.mail.page, ...socket })).toBe(101);
    const link = { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Dest': 'document' };
    expect(await status('/', { Host: host, ...link })).toBe(200);
  });

  test('keeps mails from other users of the machine', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'mail-catcher-'));
    const server = await startMail({ dataDir, say: silent });
    const mailer = createTransport({ host: server.host, port: server.port });
    const content = Buffer.from('attached');
    await mailer.sendMail({
      ...{ from: 'a@vault.test', to: 'b@vault.test', text: 'Check in' },
      attachments: [{ filename: 'attached.txt', content }],
    });
    mailer.close();
    await until(
      'the mail',
      async () => ((await (await fetch(`${server.page}/email`)).json()) as []).length > 0,
    );
    const kept = join(dataDir, 'mail');
    const names = await readdir(kept, { recursive: true });
    const modes = await Promise.all(
      ['.', ...names].map(async (name) => {
        const found = await stat(join(kept, name));
        return [found.isDirectory() ? 'folder' : 'file', (found.mode & 0o777).toString(8)].join(' ');
      }),
    );
    expect(modes.toSorted()).toEqual(['file 600', 'file 600', 'folder 700', 'folder 700']);
    await server.stop();
    await rm(dataDir, { recursive: true });
  });
});

test('the time-skipping server starts without downloading anything', async () => {
  const environment = await startTimeSkipping();
  const before = await environment.currentTimeMs();
  await environment.sleep('90 days');
  expect(Number(await environment.currentTimeMs()) - Number(before)).toBeGreaterThanOrEqual(90 * 86_400_000);
  await environment.teardown();
});
