/** What operators say about a whole database: that it was restored or moved, or what time it is. */
import { randomUUIDv7 } from 'node:crypto';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { databaseTime } from '../../db/database-clock.ts';
import { Activity } from '../../db/entities/activity.ts';
import { Handover } from '../../db/entities/handover.ts';
import { Liveness } from '../../db/entities/liveness.ts';
import { Outbox } from '../../db/entities/outbox.ts';
import { isJudged, judge } from '../../db/judgement.ts';
import { ClockUntrusted, trustedClock } from '../../db/trusted-clock.ts';
import { MAX_CLOCK_SKEW_MS } from '../../switch/plan.ts';
import { bringTo, switchOf } from '../support/builders/handover.ts';
import { buildOwner } from '../support/builders/owner.ts';
import { rowChecksum } from '../support/row-checksum.ts';
import { useAdmin } from '../support/servers/use-admin.ts';

const { api, admin, program, lastEntry, armedOwner, variables } = await useAdmin();

describe('restored', () => {
  test('starts every open switch over, after asking', async () => {
    const [armed, grace, completed] = [await armedOwner(), await armedOwner(), await armedOwner()];
    await bringTo(api, grace, 'grace_period');
    await bringTo(api, completed, 'completed');
    const off = await buildOwner(api);
    const before = await rowChecksum(api.orm);
    // There is no terminal to ask on.
    expect(await program(['restored'])).toEqual({
      code: 1,
      stdout: '',
      stderr:
        '2 open switches would start over: confirm with --yes, because there is no terminal to ask on.\n',
    });
    expect(await rowChecksum(api.orm)).toBe(before);

    const untouched = await Promise.all([completed, off].map((owner) => switchOf(api, owner)));
    const began = Date.now();
    expect(await program(['restored', '--yes'])).toEqual({
      code: 0,
      stdout: '2 open switches have started over, as if every owner had just been seen.\n',
      stderr: '',
    });
    for (const owner of [armed, grace]) {
      const { state } = await switchOf(api, owner);
      expect(state).toMatchObject({ status: 'armed', epoch: 2, handover: null });
      expect(state.lastSeenAt).toBeGreaterThanOrEqual(began);
    }
    expect(await api.em().findOneOrFail(Handover, { userId: grace.id })).toMatchObject({
      status: 'cancelled',
      cancelReason: 'restored',
    });
    expect(await Promise.all([completed, off].map((owner) => switchOf(api, owner)))).toEqual(untouched);
    expect(await lastEntry()).toMatchObject({ action: 'restored', userId: null, detail: { switches: 2 } });
  });
});

describe('moved', () => {
  test('declares the database complete, once, before reconcile has judged it', async () => {
    const late = await admin('moved', '--yes');
    expect(late).toMatchObject({ code: 1, stdout: '' });
    expect(late.stderr).toContain('reconcile has judged this database already');
    const owner = await armedOwner();
    const { epoch } = (await switchOf(api, owner)).state;
    // As after loading a dump: the row came with it, and the tables are new.
    await api.em().execute(`update judged_database set tables = '1/2'`);
    expect((await program(['moved'])).stderr).toContain('confirm with --yes');
    expect(await isJudged(api.em())).toBe(false);
    expect(await admin('moved', '--yes')).toMatchObject({ code: 0, stderr: '' });
    expect(await lastEntry()).toMatchObject({ action: 'moved', userId: null });
    expect(await isJudged(api.em())).toBe(true);
    expect((await switchOf(api, owner)).state.epoch).toBe(epoch);
  });
});

describe('clock', () => {
  const YEARS = 10 * 365 * 86_400_000;
  const beat = (service: 'api' | 'mail', startedAt: number, beatAt = startedAt) =>
    api.em().insert(Liveness, {
      id: randomUUIDv7(),
      service,
      startedAt: new Date(startedAt),
      beatAt: new Date(beatAt),
    });
  beforeEach(() => api.em().nativeDelete(Liveness, {}));
  const trusted = () => trustedClock(databaseTime(api.orm), MAX_CLOCK_SKEW_MS);

  test('shows what the clocks say', async () => {
    expect((await admin('clock')).stdout).toMatch(
      /^Newest beat +none\nVerdict +trusted\nFrom the future +0 switches$/m,
    );
    const future = Date.now() + YEARS;
    await beat('api', future);
    const { code, stdout } = await admin('clock');
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^Verdict +not trusted: .*3650 days before the newest heartbeat; .*clock --accept$/m,
    );
  });

  test('--accept corrects the dates written by a clock ten years ahead, after asking', async () => {
    const untouched = await armedOwner();
    await beat('api', Date.now() - 60_000, Date.now() - 30_000);
    const past = api.clock.now;
    api.clock.now = Date.now() + YEARS;
    const [armed, grace] = [await armedOwner(), await armedOwner()];
    await bringTo(api, grace, 'grace_period');
    await beat('api', api.clock.now, api.clock.now + 60_000);
    await expect(trusted().compare()).rejects.toThrow(ClockUntrusted);
    api.clock.now = past;

    const before = [await rowChecksum(api.orm), await switchOf(api, untouched)];
    expect(await program(['clock', '--accept'])).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(
        /^It is \S+Z, and 2 switches with later dates start over: confirm with --yes, because there is no terminal to ask on\.\n$/,
      ),
    });
    expect(await rowChecksum(api.orm)).toBe(before[0]);

    const began = Date.now();
    expect(await admin('clock', '--accept', '--yes')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(
        /^\S+Z is accepted as the time\. 2 switches with later dates started over\.\n$/,
      ),
    });
    for (const owner of [armed, grace]) {
      const { state } = await switchOf(api, owner);
      expect(state).toMatchObject({ status: 'armed', handover: null, remindersAccepted: 0 });
      for (const at of [state.lastSeenAt, state.clockStartedAt]) {
        expect(at).toBeGreaterThanOrEqual(began);
        expect(at).toBeLessThanOrEqual(Date.now());
      }
      expect(await api.em().count(Outbox, { subjectId: owner.id })).toBeGreaterThan(0);
      const [record] = await api
        .em()
        .find(Activity, { userId: owner.id }, { orderBy: { id: 'desc' }, limit: 1 });
      expect(record).toMatchObject({ type: 'switch_changed', detail: { to: 'armed', epoch: state.epoch } });
    }
    expect(await switchOf(api, untouched)).toEqual(before[1]);
    expect(await lastEntry()).toMatchObject({ action: 'clock_accepted', detail: { switches: 2 } });
    await trusted().compare();
    expect((await admin('clock')).stdout).toMatch(/^Verdict +trusted\nFrom the future +0 switches$/m);
  });

  test('--accept does not wait for a database to be judged, because that waits for the time', async () => {
    const past = api.clock.now;
    api.clock.now = Date.now() + YEARS;
    const owner = await armedOwner();
    await beat('api', api.clock.now);
    api.clock.now = past;
    // As after loading a dump.
    await api.em().execute(`update judged_database set tables = '1/2'`);
    try {
      expect((await admin('restored', '--yes')).stderr).toContain('clock --accept');
      expect(await admin('clock', '--accept', '--yes')).toMatchObject({ code: 0, stderr: '' });
      expect((await switchOf(api, owner)).state.lastSeenAt).toBeLessThanOrEqual(Date.now());
      await trusted().compare();
    } finally {
      await judge(api.em());
    }
  });

  test('--accept corrects every readable switch, and names those whose rows are invalid', async () => {
    const past = api.clock.now;
    api.clock.now = Date.now() + YEARS;
    const [broken, owner] = [await armedOwner(), await armedOwner()];
    await api.em().execute(`update switch set paused_until = 'infinity' where user_id = ?`, [broken.id]);
    await beat('api', api.clock.now);
    api.clock.now = past;
    const { code, stdout } = await admin('clock', '--accept', '--yes');
    expect(code).toBe(0);
    expect(stdout).toContain(
      `1 switch with later dates started over. These rows cannot be read, and go nowhere: ${broken.id}.`,
    );
    expect((await switchOf(api, owner)).state.lastSeenAt).toBeLessThanOrEqual(Date.now());
    await trusted().compare();
  });

  test('--accept after an outage of more than thirty days lets every process go on', async () => {
    await beat('mail', Date.now() - 41 * 86_400_000, Date.now() - 40 * 86_400_000);
    await expect(trusted().compare()).rejects.toThrow(/40 days after the newest heartbeat/);
    expect((await admin('clock', '--accept', '--yes')).code).toBe(0);
    await trusted().compare();
  });
});

test('a restored database of an older version stays unchanged until it is migrated, which starts nothing', async () => {
  const owner = await armedOwner();
  // Made so long ago that no clock is trusted until an operator has accepted the time, which an older version can't store.
  await api.em().nativeDelete(Liveness, {});
  const longAgo = new Date(Date.now() - 40 * 86_400_000);
  await api
    .em()
    .insert(Liveness, { id: randomUUIDv7(), service: 'api', startedAt: longAgo, beatAt: longAgo });
  await api.orm.migrator.down();
  const before = await rowChecksum(api.orm);
  for (const command of [
    ['restored', '--yes'],
    ['clock', '--accept', '--yes'],
    ['status', owner.email],
  ]) {
    expect(await admin(...command)).toEqual({
      code: 1,
      stdout: '',
      stderr:
        'The database lacks 1 migration of this version: run npm run admin -- migrate, then this again; start no API and no worker until then.\n',
    });
  }
  expect(await rowChecksum(api.orm)).toBe(before);
  expect(await admin('migrate')).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^1 migration applied: Migration\w+\.\n$/),
  });
  expect(await lastEntry()).toMatchObject({ action: 'migrated', userId: null, detail: { migrations: 1 } });
  expect(await admin('migrate')).toEqual({ code: 0, stdout: 'Nothing to migrate.\n', stderr: '' });
  expect((await admin('restored', '--yes')).stderr).toContain('40 days after the newest heartbeat');
  expect((await admin('clock', '--accept', '--yes')).code).toBe(0);
  expect((await admin('restored', '--yes')).code).toBe(0);
});

test('a migration that fails is reported in words, without a stack', async () => {
  await api.orm.migrator.down();
  await api.em().execute('create table operator_log ()');
  const { code, stdout, stderr } = await admin('migrate');
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(/^A migration of the database \w+ failed \([^\n]+\)\. All [^\n]+\.\n$/);
  await api.em().execute('drop table operator_log');
  expect((await admin('migrate')).code).toBe(0);
});

test('a database from before the first release is refused in one sentence', async () => {
  const name = 'Migration20261121000000_initial';
  await api.em().execute('insert into mikro_orm_migrations (name) values (?)', [name]);
  for (const command of [['migrate'], ['restored', '--yes']]) {
    const { code, stdout, stderr } = await admin(...command);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^The database \w+ was made before the first release, [^\n]+\.\n$/);
  }
  await api.em().execute('delete from mikro_orm_migrations where name = ?', [name]);
});

describe('on a machine whose clock is ten years ahead', () => {
  const years = 10 * 365 * 86_400_000;
  const code = `const now = Date.now; Date.now = () => now() + ${years}`;
  const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(code)}`;
  const ahead = (...args: string[]) => program(args, { ...variables, NODE_OPTIONS });

  test('every command says so and changes nothing', async () => {
    const owner = await armedOwner();
    const unverified = await buildOwner(api, { verified: false });
    const [before, entry] = [(await switchOf(api, owner)).state, await lastEntry()];
    for (const args of [
      ['restored', '--yes'],
      ['verify-email', unverified.email],
      ['status', owner.email],
    ]) {
      const ran = await ahead(...args);
      expect([ran.code, ran.stdout]).toEqual([1, '']);
      expect(ran.stderr).toMatch(
        /^Nothing was done: this machine’s clock and the database’s are \d+ s apart\.$/m,
      );
    }
    expect((await switchOf(api, owner)).state).toEqual(before);
    expect((await switchOf(api, unverified)).state.emailVerified).toBe(false);
    expect(await lastEntry()).toEqual(entry);
    expect((await ahead('clock')).stdout).toMatch(/^Verdict +not trusted: .* s apart$/m);
    expect((await ahead('clock', '--accept', '--yes')).stderr).toMatch(
      /^Nothing was done: .* Correct both first\.$/m,
    );
  });
});
