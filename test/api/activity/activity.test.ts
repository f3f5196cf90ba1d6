import { expect, test } from '@jest/globals';
import { ACTIVITY_TYPES } from '../../../api/routes/activity/types.ts';
import { openLoggedIn } from '../../support/builders/account.ts';
import { bringTo } from '../../support/builders/handover.ts';
import { type BuiltOwner, buildOwner, buildOwnerWithSuccessor } from '../../support/builders/owner.ts';
import { newEntry } from '../../support/builders/vault-entries.ts';
import { expectRefused } from '../../support/clients/refused.ts';
import { useApi } from '../../support/servers/use-api.ts';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0';

const api = await useApi();

/** The types of an owner's records. Each type, and each field of its detail, is documented. */
async function documentedTypes({ browser }: Pick<BuiltOwner, 'browser'>): Promise<string[]> {
  const { status, body } = await browser.get('/activity?limit=200');
  expect(status).toBe(200);
  for (const { type, detail } of body.activity) {
    expect(Object.keys(ACTIVITY_TYPES)).toContain(type);
    const { detail: told = {} } = ACTIVITY_TYPES[type as keyof typeof ACTIVITY_TYPES];
    expect({ type, fields: Object.keys(detail).filter((field) => !(field in told)) }).toEqual({
      type,
      fields: [],
    });
  }
  return [...new Set(body.activity.map(({ type }) => type))].sort();
}

test('what an owner does is recorded with the fields that the document names', async () => {
  const { browser } = await openLoggedIn(api);
  await browser.post('/activity/check-in');
  await browser.put('/inactivity/settings', { thresholdDays: 60 });
  await browser.post('/inactivity/pause');
  await browser.post('/inactivity/resume');
  await browser.put('/auth/profile', { name: 'Ada Other' });
  await browser.post('/vault/import', { mode: 'merge', entries: [newEntry()] });
  const { body } = await browser.post('/successors', { email: 'sam@example.test', name: 'Sam' });
  await browser.put(`/successors/${body.successor.id}`, { name: 'Samuel', handoverDelayDays: 3 });
  await browser.delete(`/successors/${body.successor.id}`);
  expect(await documentedTypes({ browser })).toEqual(
    [
      ...['account_registered', 'check_in', 'email_verified', 'login', 'profile_changed', 'settings_changed'],
      ...['successor_added', 'successor_changed', 'successor_removed', 'switch_changed', 'vault_imported'],
    ].sort(),
  );
});

test('a handover is recorded, from the first reminder to the owner’s return', async () => {
  const owner = await buildOwnerWithSuccessor(api);
  await bringTo(api, owner, 'released');
  await owner.browser.post('/handover/cancel', { reason: 'I was at sea.' });
  expect(await documentedTypes(owner)).toEqual(
    expect.arrayContaining(['handover_cancelled', 'switch_changed']),
  );
});

test('a record names browser and system apart, for clients to put into their own words', async () => {
  const { browser } = await buildOwner(api);
  await browser.raw.post('/activity/check-in', {}, { 'user-agent': FIREFOX });
  const { body } = await browser.get('/activity?type=check_in');
  expect(body.activity[0]).toMatchObject({ browser: 'Firefox', system: 'Linux', userAgent: FIREFOX });
});

test('an unknown type is refused', async () => {
  const { browser } = await buildOwner(api);
  await expectRefused(api, () => browser.raw.get('/activity?type=nonsense'), 'validation_failed');
});
