/** The database's clock: the second opinion that every process holds its own clock against. */
import type { Orm } from './orm.ts';

/** An answer that is under way for longer is shared with nobody else: its connection may be dead. */
export const SHARED_MS = 10_000;

/**
 * The database's time in milliseconds. Whoever asks while an answer is under way shares it.
 *
 * @param sharedMs for how long it is shared
 */
export function databaseClock(orm: Orm, sharedMs = SHARED_MS): () => Promise<number> {
  let underWay: { since: number; answer: Promise<number> } | null = null;
  const ask = async (): Promise<number> => {
    const [row] = await orm.em
      .fork()
      .execute<{ ms: string }[]>('select extract(epoch from clock_timestamp()) * 1000 as ms');
    return Number(row?.ms);
  };
  return () => {
    if (underWay && performance.now() - underWay.since < sharedMs) return underWay.answer;
    const mine = { since: performance.now(), answer: ask() };
    underWay = mine;
    const over = () => {
      if (underWay === mine) underWay = null;
    };
    mine.answer.then(over, over);
    return mine.answer;
  };
}
