/** The procedure of docs/operations.md, "Replace a secret", on one database. */
import { randomBytes } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { issueDevice, readDevice } from '../../api/auth/devices.ts';
import { resealSecrets, setUpTwoFactor } from '../../api/auth/two-factor.ts';
import { makeCrowd } from '../../bench/crowd.ts';
import { activitySecretsOf } from '../../config.ts';
import { recordSigner } from '../../db/activity-log.ts';
import { channelSecrets } from '../../db/channel-secrets.ts';
import { OperatorLog } from '../../db/entities/operator-log.ts';
import { TwoFactor } from '../../db/entities/two-factor.ts';
import { hasOptedOut, mailboxHash, rememberOptOut } from '../../db/opt-outs.ts';
import { returnReferences } from '../../db/return-reference.ts';
import { mintToken, stopToken } from '../../db/tokens.ts';
import { walkChains } from '../../db/walk-chains.ts';
import { logInProgram, openAccount } from '../support/builders/account.ts';
import { adminCommand } from '../support/clients/admin-command.ts';
import { client } from '../support/clients/client.ts';
import { codeOf, withTwoFactor } from '../support/clients/totp.ts';
import { startApi, type TestApi } from '../support/servers/api.ts';
import { serviceVariables } from '../support/service-variables.ts';
import { until } from '../support/until.ts';

const secret = () => randomBytes(64).toString('base64');
const SECRETS = ['JWT_SECRET', 'ACTIVITY_HMAC_SECRET'] as const;

/** The variables of a service with this database. */
const variablesOf = ({ config }: TestApi, changed: Record<string, string>) => ({
  ...serviceVariables(config),
  ...changed,
});

test('new secrets take over, what the old ones signed is valid until they are removed, and nobody notices', async () => {
  await using before = await startApi();
  const { now } = before.clock;
  const old = before.config;
  const account = await openAccount(before);
  const program = await logInProgram(before, account);
  const { secret: app } = await withTwoFactor(before, program, account);
  const device = issueDevice(old, { email: account.email, authHash: 'hash' }, new Date(now));
  const checkIn = await mintToken(
    before.em(),
    before.deps.tokenSigner,
    { purpose: 'check_in', userId: account.id, epoch: 1, expiresAt: new Date(now + 86_400_000) },
    new Date(now),
  );
  const reference = returnReferences(activitySecretsOf(old)).of(account.id, 1);
  const gone = { email: 'gone@example.test', userId: account.id };
  const wayCode = before.deps.channelSecrets.code(account.id, 1);
  await rememberOptOut(before.em(), old, gone, 'everybody', new Date(now));

  const told = await adminCommand(['rotate-secret'], variablesOf(before, {}));
  expect(told.code).toBe(0);
  expect(told.stdout).toContain("  JWT_SECRET_PREVIOUS='<the current one>'\n");
  for (const name of SECRETS) expect(told.stdout).not.toContain(old[name]);

  const changed = { JWT_SECRET: secret(), ACTIVITY_HMAC_SECRET: secret() };
  const previous = {
    JWT_SECRET_PREVIOUS: [old.JWT_SECRET],
    ACTIVITY_HMAC_SECRET_PREVIOUS: [old.ACTIVITY_HMAC_SECRET],
  };
  const written = {
    ...changed,
    JWT_SECRET_PREVIOUS: old.JWT_SECRET,
    ACTIVITY_HMAC_SECRET_PREVIOUS: old.ACTIVITY_HMAC_SECRET,
  };
  await using during = await startApi({}, {}, { beside: before, settings: { ...changed, ...previous } });
  const { config } = during;
  expect((await client(during, { bearer: program.accessToken }).get('/auth/profile')).status).toBe(200);
  const refreshed = await client(during).post('/auth/refresh', { refreshToken: program.refreshToken });
  expect(refreshed.status).toBe(200);
  expect(readDevice(config, device)?.isFor(account.email)).toBe(true);
  expect(during.deps.tokenSigner.isPlausible('check_in', checkIn)).toBe(true);
  expect(during.deps.returnReferences.isOf(reference, account.id, 1)).toBe(true);
  const webhook = (of: TestApi['config']) =>
    channelSecrets(activitySecretsOf(of)).webhookSecrets(account.id, 1);
  expect(webhook(config)).toEqual([expect.any(String), webhook(old)[0]]);
  expect(await hasOptedOut(during.em(), config, gone)).toBe(true);
  expect(during.deps.channelSecrets.isCode(wayCode, account.id, 1)).toBe(true);
  const silent = { email: 'silent@example.test', userId: account.id };
  const stop = (signer: TestApi) =>
    stopToken(signer.deps.tokenSigner, mailboxHash(signer.deps.config, silent.email));
  const stopped = stop(during);
  for (const token of [stop(before), stopped])
    expect((await client(during).raw.post('/mail/stop', { token })).status).toBe(200);
  expect(await hasOptedOut(during.em(), config, silent)).toBe(true);
  const walk = await walkChains(
    during.orm,
    activitySecretsOf(config).map(recordSigner),
    { userId: account.id },
    () => {},
  );
  expect([walk.records > 2, walk.broken]).toEqual([true, 0]);

  const find = () => during.em().findOneOrFail(TwoFactor, { userId: account.id });
  const sealed = (await find()).secret;
  const rotated = await adminCommand(['rotate-secret'], variablesOf(during, written));
  expect(rotated.stdout).toContain('1 two-factor secrets are sealed with the new one.');
  expect(rotated.stdout).toContain('as long as you have a backup from before now');
  // For the next time: new secrets, in front of all that came before.
  for (const name of SECRETS) {
    expect(rotated.stdout).toMatch(new RegExp(`^ {2}${name}='[A-Za-z0-9+/=]{88}'$`, 'm'));
    expect(rotated.stdout).toContain(`  ${name}_PREVIOUS='<the current one>,<those that are listed now>'\n`);
    for (const used of [old[name], changed[name]]) expect(rotated.stdout).not.toContain(used);
  }
  expect((await find()).secret).not.toBe(sealed);
  expect((await adminCommand(['rotate-secret'], variablesOf(during, written))).stdout).toContain(
    '0 two-factor',
  );
  const log = await during.em().find(OperatorLog, { action: 'secrets_rotated' }, { orderBy: { id: 'asc' } });
  expect(log.map(({ detail }) => detail)).toEqual([
    { resealed: 1, lost: 0 },
    { resealed: 0, lost: 0 },
  ]);

  before.clock.now += 60_000;
  await using after = await startApi({}, {}, { beside: before, settings: changed });
  expect((await client(after, { bearer: program.accessToken }).get('/auth/profile')).status).toBe(401);
  const { accessToken } = refreshed.body;
  expect((await client(after, { bearer: accessToken }).get('/auth/profile')).status).toBe(200);
  expect(after.deps.channelSecrets.isCode(wayCode, account.id, 1)).toBe(false);
  // Its hash means nothing any more.
  const refused = await client(after).raw.post('/mail/stop', { token: stopped });
  expect(refused.body.code).toBe('token_invalid');
  const login = await client(after).post('/auth/login', {
    email: account.email,
    password: account.password,
    twoFactorCode: await codeOf(after, app),
  });
  expect(login.status).toBe(200);
});

test('secrets are resealed in batches, so that nobody waits for all of them', async () => {
  await using api = await startApi();
  const now = new Date(api.clock.now);
  await makeCrowd(api.em(), 501, now, [
    `insert into two_factor (user_id, secret) select id, 'lost' from crowd`,
  ]);
  const rows = await api.em().find(TwoFactor, {}, { orderBy: { userId: 'asc' } });
  const [first, last] = [rows[0], rows[500]].map((row) => row?.userId ?? '') as [string, string];
  for (const id of [first, last])
    await setUpTwoFactor(api.em(), api.config, { id, email: 'o@example.test' }, now);
  const pendingOf = async (userId: string) =>
    (await api.em().findOneOrFail(TwoFactor, { userId })).pendingSecret;
  const before = await pendingOf(first);
  const keys = { ...api.config, JWT_SECRET: secret(), JWT_SECRET_PREVIOUS: [api.config.JWT_SECRET] };

  let resealing: ReturnType<typeof resealSecrets> | undefined;
  await api.em().transactional(async (tx) => {
    await tx.execute('select 1 from two_factor where user_id = ? for update', [last]);
    resealing = resealSecrets(api.em(), keys);
    await until('the first batch is committed', async () => (await pendingOf(first)) !== before);
  });
  expect(await resealing).toEqual({ resealed: 2, lost: 501 });
});
