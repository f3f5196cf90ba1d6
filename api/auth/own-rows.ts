/** What an account has several of: passkeys, automations, ways to reach its owner. */
import type { EntityName, FilterQuery, QueryOrderMap } from '@mikro-orm/core';
import type { EntityManager } from '../../db/orm.ts';
import { type ErrorCode, notFound, Problem } from '../http/errors.ts';
import { lockOwner } from './credentials.ts';

interface OwnRow {
  id: string;
  userId: string;
}

/** Oldest first. */
export const ownRows = <Row extends OwnRow>(
  em: EntityManager,
  entity: EntityName<Row>,
  userId: string,
): Promise<Row[]> =>
  em.find<Row>(entity, { userId } as FilterQuery<Row>, { orderBy: { id: 'asc' } as QueryOrderMap<Row> });

/**
 * One of them, with the account locked, so that two changes follow each other.
 *
 * @param what it is called in the problem, such as `Passkey`
 * @throws Problem `not_found`
 */
export async function lockOwnRow<Row extends OwnRow>(
  em: EntityManager,
  entity: EntityName<Row>,
  { id, userId }: OwnRow,
  what: string,
): Promise<Row> {
  await lockOwner(em, userId);
  const row = await em.findOne<Row>(entity, { id, userId } as FilterQuery<Row>, { refresh: true });
  if (!row) throw notFound(what);
  return row as Row;
}

/**
 * Whether there is room for another; the account must be locked.
 *
 * @throws Problem with this code
 */
export async function requireRoom<Row extends OwnRow>(
  em: EntityManager,
  entity: EntityName<Row>,
  userId: string,
  most: number,
  code: ErrorCode,
): Promise<void> {
  const count = await em.count<Row>(entity, { userId } as FilterQuery<Row>);
  if (count >= most) throw new Problem(code, `An account has ${most} at most. Remove one first.`);
}
