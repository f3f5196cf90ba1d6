/** The shares of the quorum secret, each sealed to its holder by the owner's client. */
import { changedValues } from '../../db/activity-log.ts';
import { Successor, type SuccessorRow } from '../../db/entities/successor.ts';
import { SuccessorList } from '../../db/entities/successor-list.ts';
import type { LoadedSwitch } from '../../db/load-switch.ts';
import type { EntityManager } from '../../db/orm.ts';
import { changeSwitch } from '../../db/switch.ts';
import type { SwitchEvent } from '../../switch/state.ts';
import { type Weakening, weakensSettings } from '../../switch/weakening.ts';
import { requireConfirmed } from '../auth/confirmed-session.ts';
import { checkWeakening } from '../auth/weakening.ts';
import { type FieldError, invalid, Problem } from '../http/errors.ts';
import type { HandlerContext } from '../http/route.ts';
import type { Shares } from '../routes/successors/schema.ts';
import { allOf, hasPinnedKey } from './owned.ts';

/**
 * The errors in a set of shares. Every successor with a pinned key needs one, and nobody else may have one: there is
 * no key yet that it could safely be sealed to.
 */
function mistakes(
  { threshold, shares }: Shares,
  successors: readonly SuccessorRow[],
  at: string,
): FieldError[] {
  const own = new Set(successors.filter(({ optedOutAt }) => !optedOutAt).map(({ id }) => id));
  const pinned = new Set(successors.filter(hasPinnedKey).map(({ id }) => id));
  const given = shares.map(({ id }) => id);
  return [
    ...given.flatMap((id, i) => {
      const path = `${at}.shares.${i}.id`;
      if (!own.has(id)) return [{ path, message: 'is not one of your successors' }];
      if (!pinned.has(id)) return [{ path, message: 'has no pinned key yet' }];
      return given.indexOf(id) < i ? [{ path, message: 'already has a share' }] : [];
    }),
    ...[...pinned]
      .filter((id) => !given.includes(id))
      .map((id) => ({ path: `${at}.shares`, message: `lacks a share for the successor ${id}` })),
    ...(threshold > shares.length
      ? [{ path: `${at}.threshold`, message: 'must not exceed the number of shares' }]
      : []),
  ];
}

/** Whether these are exactly the successors who need a share. Clients read them before they make shares. */
export async function fitsHolders(
  em: EntityManager,
  userId: string,
  shares: Shares['shares'],
): Promise<boolean> {
  const pinned = (await allOf(em, userId)).filter(hasPinnedKey);
  const given = new Set(shares.map(({ id }) => id));
  return pinned.length === given.size && pinned.every(({ id }) => given.has(id));
}

/** Whether an existing share would be lost. Only the owner's client can make it again. */
const replacesShares = ({ shares }: Shares, successors: readonly SuccessorRow[]): boolean => {
  const given = new Map(shares.map(({ id, encryptedShare }) => [id, encryptedShare]));
  return successors.some(({ id, encryptedShare }) => encryptedShare && encryptedShare !== given.get(id));
};

type SharesContext = Pick<HandlerContext, 'em' | 'caller' | 'client' | 'limit' | 'now' | 'deps'>;

/**
 * Stores new shares for all holders, and their threshold as the quorum. Call it in a transaction, under
 * `lockSuccessors`.
 *
 * @param at the path of the shares in the request
 * @throws Problem if they don't match the successors, or need a confirmed session
 */
export async function storeShares(context: SharesContext, body: Shares, at = 'body'): Promise<void> {
  const { em, caller, client, now, deps } = context;
  const userId = caller.user.id;
  const before = await allOf(em, userId);
  const errors = mistakes(body, before, at);
  if (errors.length > 0) throw invalid(errors, 'The shares do not match your successors.');
  if (replacesShares(body, before)) requireConfirmed(caller, now);
  const holders = body.shares.map(({ id }) => id);
  await em.nativeUpdate(Successor, { userId, id: { $nin: holders } }, { encryptedShare: null });
  await em.nativeUpdate(Successor, { userId }, { sharesStale: false });
  // Not cleared first: a share that is sent again unchanged remains the one that envelopes were made for.
  for (const { id, encryptedShare } of body.shares) {
    await em.nativeUpdate(Successor, { id, userId }, { encryptedShare });
  }
  let weakening: Weakening | null = null;
  const withQuorum = ({ state }: LoadedSwitch): SwitchEvent => ({
    kind: 'settings_changed',
    settings: { ...state.settings, quorum: body.threshold },
  });
  const after = await changeSwitch({ ...deps, em, now }, userId, withQuorum, {
    record(before, after) {
      weakening = weakensSettings(before.settings, after.settings);
      const quorum = changedValues({ quorum: before.settings.quorum }, { quorum: body.threshold });
      return { type: 'shares_changed', ...client, detail: { shares: body.shares.length, ...quorum } };
    },
  });
  if (!after) throw new Problem('handover_active');
  await checkWeakening(context, weakening);
}

/** The list that a successor can open with their share; null if there is none. */
export async function listFor(
  em: EntityManager,
  { id, shareVersion, encryptedShare }: Pick<SuccessorRow, 'id' | 'shareVersion' | 'encryptedShare'>,
): Promise<string | null> {
  if (!encryptedShare) return null;
  return (
    (await em.findOne(SuccessorList, { successorId: id, shareVersion }, { refresh: true }))?.list ?? null
  );
}
