/** A database of an older version, such as a restored backup: refused by other commands, and migrated by one. */
import { recordOperator } from '../../db/operator-log.ts';
import { MIGRATIONS } from '../../db/orm.ts';
import { Failure } from '../../dev/cli/failure.ts';
import type { Service } from './service.ts';

async function missing({ orm }: Service): Promise<string[]> {
  const em = orm.em.fork();
  const [table] = await em.execute<{ there: boolean }[]>(
    `select to_regclass('mikro_orm_migrations') is not null as there`,
  );
  const applied = table?.there
    ? await em.execute<{ name: string }[]>('select name from mikro_orm_migrations')
    : [];
  const names = new Set(applied.map(({ name }) => name));
  return MIGRATIONS.filter((name) => !names.has(name));
}

const counted = ({ length }: readonly unknown[]): string =>
  length === 1 ? '1 migration' : `${length} migrations`;

/** @throws Failure if the database lacks migrations; nothing has been written then */
export async function demandMigrated(service: Service): Promise<void> {
  const names = await missing(service);
  if (names.length === 0) return;
  throw new Failure(
    `The database lacks ${counted(names)} of this version: run npm run admin -- migrate, then this again, and start neither API nor worker before`,
  );
}

/** Applies missing migrations, and starts nothing: `restored` may have to run before any worker. */
export async function migrate(service: Service): Promise<string> {
  const { orm, operator, clock } = service;
  const names = await missing(service);
  if (names.length === 0) return 'Nothing to migrate.';
  const at = new Date(await clock());
  await orm.migrator.up();
  await recordOperator(orm.em.fork(), {
    at,
    operator,
    action: 'migrated',
    detail: { migrations: names.length },
  });
  return `${counted(names)} applied: ${names.join(', ')}.`;
}
