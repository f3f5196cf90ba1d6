import { randomBytes } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { recordSigner } from '../../db/activity-log.ts';
import { Activity } from '../../db/entities/activity.ts';
import { BrokenLog } from '../../db/entities/broken-log.ts';
import { LogCheck } from '../../db/entities/log-check.ts';
import { checkMoreLogs } from '../../db/log-check.ts';
import { buildOwner } from '../support/builders/owner.ts';
import { useApi } from '../support/servers/use-api.ts';
import { until } from '../support/until.ts';

const api = await useApi();
const MINUTE = 60_000;

/** One turn, a minute after the last, which checks one owner's chain. */
const turn = (signers = [api.deps.signRecord]) => {
  api.clock.now += MINUTE + 1;
  return checkMoreLogs(api.orm, signers, new Date(api.clock.now), { most: 1 });
};
const broken = async () =>
  (await api.em().find(BrokenLog, {})).map(({ userId, atFirst }) => ({ userId, atFirst }));

test('a turn that fails does not pass for a check, and the next one starts at the same owner', async () => {
  for (const owner of [await buildOwner(api), await buildOwner(api)])
    await owner.browser.post('/activity/check-in');
  await turn();
  const row = async () => {
    const { after, checkedAt } = await api.em().findOneOrFail(LogCheck, { id: 1 });
    return { after, checkedAt };
  };
  const before = await row();
  expect(before.checkedAt).toEqual(new Date(api.clock.now));
  const failing = () => {
    throw new Error('no signature');
  };
  await expect(turn([failing])).rejects.toThrow('no signature');
  expect(await row()).toEqual(before);
  const again = checkMoreLogs(api.orm, [api.deps.signRecord], new Date(api.clock.now));
  expect(await again).toBeUndefined();
  await api.em().execute('delete from "user"');
});

test('some chains are checked each minute by one worker, in rounds; what is found stays until it is repaired', async () => {
  const owners = [await buildOwner(api), await buildOwner(api), await buildOwner(api)];
  owners.sort((a, b) => (a.id < b.id ? -1 : 1));
  const [, changed, last] = owners as [(typeof owners)[0], (typeof owners)[0], (typeof owners)[0]];
  for (const owner of [...owners, ...owners]) await owner.browser.post('/activity/check-in');
  const [, record] = await api.em().find(Activity, { userId: changed.id }, { orderBy: { id: 'asc' } });
  const change = (type: string) =>
    api.em().execute('update activity set type = ? where id = ?', [type, record?.id]);
  await change('logout');

  expect(await turn()).toEqual([]);
  const now = new Date(api.clock.now);
  expect(await checkMoreLogs(api.orm, [api.deps.signRecord], now, { most: 1 })).toBeUndefined();
  expect((await turn())?.map(({ userId }) => userId)).toEqual([changed.id]);
  expect(await broken()).toEqual([{ userId: changed.id, atFirst: false }]);
  expect(await turn()).toEqual([]);
  // If the database is too busy to answer within a second, the metric comes with a later scrape.
  await until('the metric', async () =>
    /^vault_broken_logs\{at="later"\} 1$/m.test(await (await fetch(`${api.url}/metrics`)).text()),
  );

  // The next round.
  await change(record?.type ?? '');
  for (let i = 0; i < 3; i += 1) await turn();
  expect(await broken()).toEqual([]);

  // Without the secret that signed the records, not even the first one matches.
  for (let i = 0; i < 3; i += 1) await turn([recordSigner(randomBytes(64).toString('base64'))]);
  expect(await broken()).toContainEqual({ userId: last.id, atFirst: true });
  await api.em().execute('delete from "user"');
  expect(await broken()).toEqual([]);
});
