/** The database's clock: the second opinion that every process holds its own clock against. */
import type { Orm } from './orm.ts';

/** The database's time in milliseconds. Whoever asks while an answer is under way shares it. */
export function databaseClock(orm: Orm): () => Promise<number> {
  let underWay: Promise<number> | null = null;
  const ask = async (): Promise<number> => {
    const [row] = await orm.em
      .fork()
      .execute<{ ms: string }[]>('select extract(epoch from clock_timestamp()) * 1000 as ms');
    return Number(row?.ms);
  };
  return () => {
    underWay ??= ask().finally(() => {
      underWay = null;
    });
    return underWay;
  };
}
