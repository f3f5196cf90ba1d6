import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { buildOwner, buildSuccessor, uniqueEmail } from '../../support/builders/owner.ts';
import { useApi } from '../../support/servers/use-api.ts';

const api = await useApi();

// Each `@ts-expect-error` is a promise that the type check keeps: it fails if the line below compiles.
test('the API refuses what the type check of a call refuses', async () => {
  const { browser } = await buildOwner(api);
  const id = randomUUID();
  const replies = [
    // @ts-expect-error no such path
    await browser.get('/vault/entrys'),
    // @ts-expect-error no such path below a parameter
    await browser.post(`/successors/${id}/verified`, { keyFingerprint: '0'.repeat(64) }),
    // @ts-expect-error no such method
    await browser.delete('/vault/export'),
    // @ts-expect-error no such query parameter
    await browser.get('/vault/entries?limitt=3'),
    // @ts-expect-error no such field
    await browser.put('/inactivity/settings', { tresholdDays: 30 }),
    // @ts-expect-error a field of another type
    await browser.put('/inactivity/settings', { thresholdDays: 'many' }),
    // @ts-expect-error a word that is not in the list
    await browser.post('/handover/respond', { token: id, response: 'perhaps' }),
    // @ts-expect-error a field that has to be there is not
    await browser.post('/successors', { email: uniqueEmail() }),
    // @ts-expect-error no body where there has to be one
    await browser.post('/successors'),
  ];
  expect(replies.map(({ status }) => status)).toEqual([404, 404, 405, 400, 400, 400, 400, 400, 400]);
});

test('a call that compiles is answered with the fields it names', async () => {
  const owner = await buildOwner(api);
  const { id } = await buildSuccessor(api, owner);
  const { body } = await owner.browser.get(`/successors/${id}`);
  expect(body.successor.id).toBe(id);
  // @ts-expect-error no such field in the answer
  expect(body.successor.adress).toBeUndefined();
  // @ts-expect-error no such field in the problem of another answer
  expect((await owner.browser.get(`/successors/${randomUUID()}`)).body.kode).toBeUndefined();
  const listed = await owner.browser.get('/activity?limit=5&type=vault_accessed');
  expect(listed.body.activity).toEqual([]);
});
