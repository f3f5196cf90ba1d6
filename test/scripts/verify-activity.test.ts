import { randomUUIDv7 } from 'node:crypto';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { recordActivity, recordSigner } from '../../db/activity-log.ts';
import { Activity } from '../../db/entities/activity.ts';
import { OperatorLog } from '../../db/entities/operator-log.ts';
import { type Break, walkChains } from '../../db/walk-chains.ts';
import { type BuiltOwner, buildOwner } from '../support/builders/owner.ts';
import { adminCommand } from '../support/clients/admin-command.ts';
import { runScript } from '../support/clients/run-script.ts';
import { useApi } from '../support/servers/use-api.ts';
import { serviceVariables } from '../support/service-variables.ts';

const api = await useApi();
const variables = serviceVariables(api.config);
beforeEach(async () => {
  await api.em().execute('delete from "user"');
});

/** An owner whose log has this many records, each with everything a record can have. */
async function ownerWith(records: number): Promise<BuiltOwner> {
  const owner = await buildOwner(api);
  await api.em().transactional(async (tx) => {
    for (let i = 0; i < records; i += 1) {
      await recordActivity(tx, api.deps.signRecord, {
        userId: owner.id,
        type: i % 2 === 0 ? 'login' : 'settings_changed',
        at: new Date(api.clock.now + i),
        ipAddress: i % 3 === 0 ? null : '192.0.2.7',
        userAgent: i % 3 === 0 ? null : 'A "browser" – 7',
        detail: { z: i, a: 'ü', n: null, b: i % 2 === 0, f: 0.1 },
      });
    }
  });
  return owner;
}
const recordsOf = ({ id }: BuiltOwner) => api.em().find(Activity, { userId: id }, { orderBy: { id: 'asc' } });

async function breaks(userId: string | null = null) {
  const found: Break[] = [];
  const walk = await walkChains(api.orm, [api.deps.signRecord], { userId }, (each) => found.push(each));
  return { walk, found: found.map(({ userId, id, first }) => ({ userId, id, first })) };
}

describe('the chains', () => {
  test('are intact as written, even with concurrent writers', async () => {
    const owners = [await ownerWith(7), await ownerWith(1)];
    await Promise.all(Array.from({ length: 20 }, () => owners[0]?.browser.post('/activity/check-in')));
    expect(await breaks()).toEqual({
      walk: { records: 28, owners: 2, broken: 0, brokenAtFirst: 0, last: null },
      found: [],
    });
  });

  test('longer than a batch are checked to the end, and a break in the last record is found', async () => {
    await ownerWith(3);
    const long = await ownerWith(4_300);
    await ownerWith(3);
    expect((await breaks()).walk).toEqual({
      records: 4_306,
      owners: 3,
      broken: 0,
      brokenAtFirst: 0,
      last: null,
    });
    const last = (await recordsOf(long)).at(-1);
    await api.em().nativeUpdate(Activity, { id: last?.id ?? '' }, { type: 'logout' });
    expect(await breaks()).toEqual({
      walk: { records: 4_306, owners: 3, broken: 1, brokenAtFirst: 0, last: null },
      found: [{ userId: long.id, id: last?.id, first: false }],
    });
  });

  test.each([
    ['its type', { type: 'logout' as const }],
    ['its moment', { at: new Date(0) }],
    ['its address', { ipAddress: '192.0.2.8' }],
    ['an address that was none', { ipAddress: null }],
    ['its user agent', { userAgent: '' }],
    ['its detail', { detail: { z: 4, a: 'u', n: null, b: true, f: 0.1 } }],
    ['its signature', { signature: recordSigner('AAAA')('x') }],
  ])('break at a record whose %s was changed', async (_what, change) => {
    const other = await ownerWith(3);
    const owner = await ownerWith(9);
    const record = (await recordsOf(owner))[4];
    await api.em().nativeUpdate(Activity, { id: record?.id ?? '' }, change);
    const { walk, found } = await breaks();
    expect(found).toEqual([{ userId: owner.id, id: record?.id, first: false }]);
    expect(walk).toMatchObject({ owners: 2, broken: 1, brokenAtFirst: 0, last: null });
    expect((await breaks(other.id)).found).toEqual([]);
  });

  test('break after a removed record, and at the first if that was removed', async () => {
    const owner = await ownerWith(5);
    const [first, second, third, fourth] = await recordsOf(owner);
    await api.em().nativeDelete(Activity, { id: third?.id ?? '' });
    expect((await breaks()).found).toEqual([{ userId: owner.id, id: fourth?.id, first: false }]);
    await api.em().nativeDelete(Activity, { id: first?.id ?? '' });
    expect((await breaks()).found).toEqual([{ userId: owner.id, id: second?.id, first: true }]);
  });

  test('break where another owner’s record was inserted, and where two were swapped', async () => {
    const [owner, other] = [await ownerWith(5), await ownerWith(5)];
    const stolen = (await recordsOf(other)).at(-1);
    await api.em().nativeUpdate(Activity, { id: stolen?.id ?? '' }, { userId: owner.id });
    expect((await breaks()).found).toEqual([{ userId: owner.id, id: stolen?.id, first: false }]);
    await api.em().nativeDelete(Activity, { id: stolen?.id ?? '' });
    expect((await breaks()).found).toEqual([]);
    const [, , third, fourth] = await recordsOf(owner);
    await api.em().execute('update activity set signature = ? where id = ?', [fourth?.signature, third?.id]);
    expect((await breaks()).found).toEqual([{ userId: owner.id, id: third?.id, first: false }]);
  });

  test('cannot show that their newest records were cut off', async () => {
    const owner = await ownerWith(5);
    await api.em().nativeDelete(Activity, { id: (await recordsOf(owner)).at(-1)?.id ?? '' });
    expect((await breaks()).found).toEqual([]);
  });
});

describe('npm run admin -- verify-activity', () => {
  const verify = (...args: string[]) => adminCommand(['verify-activity', ...args], variables);

  test('says that all chains are whole and exits with 0, and the check is recorded', async () => {
    await ownerWith(3);
    await ownerWith(1);
    expect(await runScript('admin', ['verify-activity'], variables)).toEqual({
      code: 0,
      stdout: '4 records of 2 owners: every chain is whole.\n',
      stderr: '',
    });
    const [entry] = await api.em().find(OperatorLog, {}, { orderBy: { id: 'desc' }, limit: 1 });
    expect(entry).toMatchObject({ operator: expect.stringMatching(/^shell\//), action: 'activity_verified' });
  });

  test('names the first broken record of each owner and exits with 3; an address or an ID checks one owner', async () => {
    const [one, two, whole] = [await ownerWith(4), await ownerWith(4), await ownerWith(2)];
    const broken = [(await recordsOf(one))[1], (await recordsOf(two))[2]];
    for (const record of broken) {
      await api.em().nativeUpdate(Activity, { id: record?.id ?? '' }, { detail: { forged: true } });
    }
    const { code, stdout, stderr } = await runScript('admin', ['verify-activity'], variables);
    expect([code, stderr]).toEqual([3, '']);
    const lines = broken.map(
      (record) =>
        `Owner ${record?.userId}: record ${record?.id} (${record?.type}, ${record?.at.toISOString()}) does not follow from the one before it.`,
    );
    expect(stdout.trim().split('\n')).toEqual([...lines, '10 records of 3 owners: 2 chains are broken.']);
    const single = await verify(two.email);
    expect(single).toMatchObject({ code: 3 });
    expect(single.stdout.trim().split('\n')).toEqual([lines[1], '4 records of 1 owner: 1 chain is broken.']);
    expect(await verify(whole.id)).toMatchObject({ code: 0 });
    expect(stdout).not.toContain('example.test');
  });

  test('suspects the secret if every chain is broken at its first record', async () => {
    await ownerWith(2);
    const other = Buffer.alloc(64, 7).toString('base64');
    const ran = await adminCommand(['verify-activity'], { ...variables, ACTIVITY_HMAC_SECRET: other });
    expect(ran.code).toBe(3);
    expect(ran.stdout).toMatch(
      /is the secret that they were signed with in ACTIVITY_HMAC_SECRET or ACTIVITY_HMAC_SECRET_PREVIOUS\?\n$/,
    );
  });

  test.each([
    [1, [randomUUIDv7()], /^There is no record of \S+\.\n$/],
    [1, ['nobody@example.test'], /^There is no account with the address nobody@example\.test\.\n$/],
    [2, ['a@example.test', 'b@example.test'], /^verify-activity takes at most one address or ID\.\n$/],
  ])('exits with %i and one sentence after %j', async (expected, args, sentence) => {
    const { code, stdout, stderr } = await verify(...args);
    expect([code, stdout]).toEqual([expected, '']);
    expect(stderr).toMatch(sentence);
  });
});
