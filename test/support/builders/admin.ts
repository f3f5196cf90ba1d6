/** The administrators of a service whose `ADMIN_EMAILS` name `boss@example.test`, and what they find. */
import { OperatorLog } from '../../../db/entities/operator-log.ts';
import { client } from '../clients/client.ts';
import { expectProblem } from '../clients/refused.ts';
import type { TestApi } from '../servers/api.ts';
import { type BuiltOwner, buildOwner } from './owner.ts';

/** Removes everything that operators are shown, so that each test counts its own. @returns the only administrator */
export async function buildAdmin(api: TestApi): Promise<BuiltOwner> {
  for (const table of ['"user"', 'mail', 'outbox', 'liveness', 'watched_address', 'worker_status'])
    await api.em().execute(`delete from ${table}`);
  return buildOwner(api, { email: 'boss@example.test' });
}

export const operatorLog = (api: TestApi) => api.em().find(OperatorLog, {}, { orderBy: { id: 'asc' } });
export const lastEntry = async (api: TestApi) => (await operatorLog(api)).at(-1);

/** Tries to log in with a wrong password. */
export const guess = (api: TestApi, email: string) =>
  client(api).post('/auth/login', { email, password: Buffer.alloc(32, 1).toString('base64') });

/** Guesses until the address is locked. */
export async function lockOut(api: TestApi, email: string): Promise<void> {
  for (let i = 0; i < 5; i += 1) await expectProblem(guess(api, email), '401 invalid_credentials');
  await expectProblem(guess(api, email), '429 account_locked');
}
