/** More requests at once than there are connections to the database. */
import { expect, test } from '@jest/globals';
import { outageReader } from '../../../db/liveness.ts';
import { buildOwner } from '../../support/builders/owner.ts';
import { useApi } from '../../support/servers/use-api.ts';

const api = await useApi({}, { outages: (...asked) => outageReader(api.em, api.deps.rules.dayMs)(...asked) });

test('thirty owners who check in, pause or change their settings at one moment are all seen', async () => {
  const owners = await Promise.all(Array.from({ length: 30 }, () => buildOwner(api)));
  const replies = await Promise.all(
    owners.map(({ browser }, i) =>
      i % 3 === 0
        ? browser.post('/activity/check-in')
        : i % 3 === 1
          ? browser.post('/inactivity/pause')
          : browser.put('/inactivity/settings', { thresholdDays: 30 }),
    ),
  );
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
});

test('thirty owners who list their entries at one moment all get them', async () => {
  const owners = await Promise.all(Array.from({ length: 30 }, () => buildOwner(api)));
  const replies = await Promise.all(owners.map(({ browser }) => browser.get('/vault/entries')));
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
});
