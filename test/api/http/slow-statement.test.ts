import { expect, test } from '@jest/globals';
import { buildOwner } from '../../support/builders/owner.ts';
import { newEntry, storeEntry } from '../../support/builders/vault-entries.ts';
import { expectProblem } from '../../support/clients/refused.ts';
import { useApi } from '../../support/servers/use-api.ts';
import { until } from '../../support/until.ts';

const api = await useApi();

test('a request whose statement the database cuts off changes nothing and may be tried again', async () => {
  const owner = await buildOwner(api);
  const id = await storeEntry(owner);
  const { entry: before } = (await owner.program.get(`/vault/entries/${id}`)).body;
  const edit = () => owner.program.raw.put(`/vault/entries/${id}`, { ...newEntry(), version: 1 } as never);
  const reply = await api.em().transactional(async (em) => {
    await em.execute('select 1 from vault_entry where id = ? for update', [id]);
    const answered = edit();
    // As the statement limit does it, with the same SQLSTATE.
    await until('the statement waits, and is cancelled', async () => {
      const cancelled = await api.em().execute<unknown[]>(
        `select pg_cancel_backend(pid) from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return cancelled.length > 0;
    });
    return answered;
  });
  const { headers } = await expectProblem(reply, '503 dependency_unavailable');
  expect(headers.get('retry-after')).toBe('30');
  expect((await owner.program.get(`/vault/entries/${id}`)).body.entry).toEqual(before);
  expect((await edit()).status).toBe(200);
});
