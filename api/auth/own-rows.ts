/** The rows of which an account can have several: passkeys, automations, ways to reach its owner. */
import type { EntityName, FilterQuery, QueryOrderMap } from '@mikro-orm/core';
import type { EntityManager } from '../../db/orm.ts';
import { type ErrorCode, notFound, Problem } from '../http/errors.ts';
import type { Caller } from './caller.ts';
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
 * One such row, with the account locked, so that changes happen one after the other.
 *
 * @param what it is called in the problem, such as `Passkey`
 * @throws Problem `not_found`, or `unauthenticated` as `lockOwner` does
 */
export async function lockOwnRow<Row extends OwnRow>(
  em: EntityManager,
  entity: EntityName<Row>,
  caller: Pick<Caller, 'user' | 'session'>,
  id: string,
  what: string,
): Promise<Row> {
  await lockOwner(em, caller);
  const row = await em.findOne<Row>(entity, { id, userId: caller.user.id } as FilterQuery<Row>, {
    refresh: true,
  });
  if (!row) throw notFound(what);
  return row as Row;
}

/**
 * Checks that there is room for another row; the account must be locked.
 *
 * @throws Problem with `code` if there is none
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
