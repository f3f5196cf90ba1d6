/** The database's clock: the second opinion that every process holds its own clock against. */
import type { Orm } from './orm.ts';

/** The database's time in milliseconds. */
export const databaseClock = (orm: Orm) => async (): Promise<number> => {
  const [row] = await orm.em
    .fork()
    .execute<{ ms: string }[]>('select extract(epoch from clock_timestamp()) * 1000 as ms');
  return Number(row?.ms);
};
