import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startApi, type TestApi } from '../support/api.ts';
import { buildOwner, buildSuccessor, uniqueEmail } from '../support/builders.ts';
import { client } from '../support/client.ts';
import { expectRefused } from '../support/refused.ts';

let api: TestApi;
beforeAll(async () => {
  // A tenth of the usual: 2 mails and 6 changes an hour, 6 tries with a link in a quarter of an hour.
  api = await startApi({ RATE_LIMIT_SCALE: '0.1' });
});
afterAll(() => api.close());

describe('nobody can make us write to strangers without end', () => {
  test('naming and writing again share one limit', async () => {
    const owner = await buildOwner(api);
    const name = () => owner.program.post('/successors', { email: uniqueEmail(), name: 'Sam' });
    const { body } = await name();
    const again = () => owner.program.post(`/successors/${body.successor.id}/resend-verification`);
    expect((await again()).status).toBe(200);
    await expectRefused(api, name, 'rate_limited');
    await expectRefused(api, again, 'rate_limited');
  });

  test('changing addresses has its own', async () => {
    const owner = await buildOwner(api);
    const { id } = await buildSuccessor(api, owner);
    const move = () => owner.program.put(`/successors/${id}`, { email: uniqueEmail() });
    for (let i = 0; i < 6; i += 1) expect((await move()).status).toBe(200);
    await expectRefused(api, move, 'rate_limited');
  });
});

test('links cannot be guessed without end', async () => {
  const guess = () => client(api).post('/successors/opt-out', { token: 'guess' });
  for (let i = 0; i < 6; i += 1) expect((await guess()).body.code).toBe('token_invalid');
  await expectRefused(api, guess, 'rate_limited');
  await expectRefused(api, () => client(api).get('/successors/verify?token=guess'), 'rate_limited');
});
