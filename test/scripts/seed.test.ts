import { expect, test } from '@jest/globals';
import { KDF_V1, prepareLogIn } from '../../crypto/index.ts';
import { User } from '../../db/entities/user.ts';
import { adminCommand } from '../support/clients/admin-command.ts';
import { client } from '../support/clients/client.ts';
import { useApi } from '../support/servers/use-api.ts';
import { serviceVariables } from '../support/service-variables.ts';

const api = await useApi({}, { clock: Date.now });
const variables = serviceVariables(api.config);

const seed = (more: string[], changed: Record<string, string> = {}) =>
  adminCommand(['seed', ...more], { ...variables, ...changed });
const count = async (sql: string) => (await api.em().execute<{ n: number }[]>(sql))[0]?.n;

test('seed fills no database in production, unless told to', async () => {
  const production = { NODE_ENV: 'production', FRONTEND_URL: 'https://vault.example' };
  expect(await seed([], production)).toMatchObject({
    code: 1,
    stderr:
      'seed fills a database with made-up owners, and this one is in production: add --anywhere if it should.\n',
  });
  expect(await count('select count(*)::int as n from "user"')).toBe(0);
});

test('seed makes as many owners as it is told to, within limits', async () => {
  for (const text of ['7', '100001', 'many']) {
    expect(await seed([text])).toMatchObject({
      ...{ code: 2, stderr: `seed makes from 8 to 100000 owners, not "${text}".\n` },
    });
  }
});

test('seed makes owners in every state, whose logs are whole, and people can log in as one of each', async () => {
  const { code, stdout } = await seed(['30']);
  expect(code).toBe(0);
  expect(await count('select count(*)::int as n from "user"')).toBe(30);
  expect(await count('select count(distinct status)::int as n from switch')).toBe(8);
  expect((await adminCommand(['verify-activity'], variables)).stdout).toContain('every chain is whole');

  const [, password = ''] = /password "(.*)"/.exec(stdout) ?? [];
  const email = /^ {2}(armed@\S+)$/m.exec(stdout)?.[1] ?? '';
  const logIn = async () => {
    const prepared = await prepareLogIn({ email, password, kdf: KDF_V1 });
    const { status, body } = await client(api).post('/auth/login', { email, password: prepared.password });
    return [status, body.user?.name];
  };
  expect(await logIn()).toEqual([200, 'Olive, armed']);

  // As an interruption leaves it before the owner has a password.
  await api.em().nativeUpdate(User, { email }, { authHash: 'none', salt: '' });
  await seed(['8']);
  expect(await logIn()).toEqual([200, 'Olive, armed']);
  expect(await count('select count(*)::int as n from "user"')).toBe(38);
});
