/** `npm run admin -- seed`: made-up owners in every state, for screens, sizing and trying an operator's commands. */
import { hashPassword } from '../api/auth/passwords.ts';
import { BELONGINGS, makeCrowd, UNSIGNED_RECORDS, VARIETY } from '../bench/crowd.ts';
import { wasAlwaysUp } from '../bench/servers.ts';
import { databaseOf } from '../config.ts';
import { createAccount, KDF_V1 } from '../crypto/index.ts';
import { recordForMany } from '../db/activity-log.ts';
import { countAgain } from '../db/counts.ts';
import { User } from '../db/entities/user.ts';
import { recordOperator } from '../db/operator-log.ts';
import type { EntityManager } from '../db/orm.ts';
import { transact } from '../db/transact.ts';
import { Failure, UsageFailure } from '../dev/cli/failure.ts';
import type { CheckoutCommand } from './admin/run.ts';
import type { AdminService } from './admin/service.ts';

const OWNERS = 1_000;
const MOST = 100_000;
/** How many owners one transaction makes. */
const BATCH = 10_000;

/** The owners that people can log in as. `makeCrowd` makes exactly one in each state, and the last one is armed. */
const ONE_OF_EACH = {
  ...{ off: 2, completed: 1, paused: 1, reminding: 1 },
  ...{ grace_period: 1, awaiting_successors: 1, released: 1 },
};
const STATES = [...Object.keys(ONE_OF_EACH), 'armed'];
const PASSWORD = 'made-up password';
const addressOf = (state: string): string => `${state.replace('_', '-')}@seed.test`;
const NAMED = `update "user" u set email = replace(c.status, '_', '-') || '@seed.test' from crowd c where c.id = u.id`;

/** As for every switch that is on, a workflow starts once Temporal takes the message. */
const WORKFLOWS = `insert into outbox (kind, subject_id, seq, created_at)
  select 'switch', id, 1, now from crowd where status not in ('off', 'completed')`;
const ROWS = [...BELONGINGS, ...VARIETY].filter((each) => !UNSIGNED_RECORDS.includes(each));

/** @throws Failure if this is another machine's database, or one in production */
function demandLocal({ config }: AdminService): void {
  const { host } = databaseOf(config);
  const isLocal = ['localhost', '127.0.0.1', '::1'].includes(host) || host.startsWith('/');
  if (isLocal && config.NODE_ENV !== 'production') return;
  throw new Failure(
    `seed fills a database with made-up owners, and this one is ${isLocal ? 'in production' : `at ${host}`}: add --anywhere if it should`,
  );
}

/** Adds records for owners who have none yet, signed as the service signs them. */
async function record(em: EntityManager, { signRecord }: AdminService): Promise<void> {
  const silent = await em.execute<{ userId: string; at: string }[]>(
    `select u.id as "userId", u.created_at as at from "user" u
       where (u.email like 'owner-%@crowd.test' or u.email like '%@seed.test')
         and not exists (select from activity a where a.user_id = u.id)`,
  );
  for (const type of ['email_verified', 'login'] as const) {
    const records = silent.map(({ userId, at }) => ({ userId, type, at: new Date(at) }));
    await transact(em, (tx) => recordForMany(tx, signRecord, records));
  }
}

/** Lets people log in as one owner in each state, including those that an interrupted run left without a password. */
async function giveKeys(em: EntityManager): Promise<void> {
  for (const state of STATES) {
    const email = addressOf(state);
    if ((await em.count(User, { email, authHash: 'none' })) === 0) continue;
    const made = await createAccount({ email, password: PASSWORD, kdf: KDF_V1 });
    const { salt, keyBundle, kdfVersion } = made;
    const keys = { authHash: await hashPassword(made.password), salt, keyBundle, kdfVersion };
    await em.nativeUpdate(User, { email }, { name: `Olive, ${state.replace('_', ' ')}`, ...keys });
  }
}

/**
 * Makes owners.
 *
 * @param text how many; 1,000 if left out
 * @returns what to say
 * @throws Failure if this database should not be filled, or not with so many
 */
async function makeOwners(
  service: AdminService,
  text = String(OWNERS),
  { anywhere = false }: { anywhere?: boolean | undefined } = {},
): Promise<string> {
  const owners = Number(text);
  if (!/^\d+$/.test(text) || owners < STATES.length || owners > MOST)
    throw new UsageFailure(`seed makes from ${STATES.length} to ${MOST} owners, not "${text}"`);
  if (!anywhere) demandLocal(service);
  const { orm, operator, clock, rules, print } = service;
  const em = () => orm.em.fork();
  const now = new Date(await clock());
  await recordOperator(em(), { at: now, operator, action: 'seeded', detail: { owners } });
  const first = (await em().count(User, { email: addressOf('armed') })) === 0;
  if (first) {
    await wasAlwaysUp(em(), 'api', 'mail');
    await makeCrowd(em(), STATES.length, now, [...ROWS, WORKFLOWS, NAMED], ONE_OF_EACH);
  }
  await giveKeys(em());
  const crowd = owners - (first ? STATES.length : 0);
  for (let made = 0; made < crowd; made += BATCH) {
    await makeCrowd(em(), Math.min(BATCH, crowd - made), now, [...ROWS, WORKFLOWS]);
    await record(em(), service);
    print(`${Math.min(made + BATCH, crowd)} of ${crowd} owners`);
  }
  await record(em(), service);
  await countAgain(em(), now, rules, 0);
  const addresses = STATES.map((state) => `  ${addressOf(state)}`).join('\n');
  return `There are ${owners} more owners. Log in with the password "${PASSWORD}" as\n${addresses}\nA log-in is a sign of life, which ends a handover: seed again in a new data folder to see those states from their start.`;
}

export const seed: CheckoutCommand = { options: ['anywhere'], run: makeOwners };
