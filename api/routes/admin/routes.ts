/**
 * For administrators: the state of the service, finding accounts, lifting lockouts. Nothing here can shorten a wait
 * or release anything. Every look at a person's data and every change is recorded in the operator log.
 */
import { recordOperator } from '../../../db/operator-log.ts';
import { withTimeout } from '../../../db/timeout.ts';
import { lockedAddresses } from '../../auth/lockout/redis.ts';
import { lockoutStatus } from '../../auth/lockout.ts';
import { unlockAccount } from '../../auth/unlock-account.ts';
import { badCursor, decodeCursor, pageOf } from '../../http/cursor.ts';
import { notFound, Problem } from '../../http/errors.ts';
import { route, tagged } from '../../http/route.ts';
import { id } from '../../http/schemas.ts';
import { dashboardStats } from './dashboard.ts';
import { invitationRoutes } from './invitations.ts';
import { operatorRequest } from './operator-request.ts';
import { Dashboard, LockoutStatus, Unlocked, Users, UsersQuery, userParams } from './schema.ts';
import { findUser, findUsers, presentLockout, withLockouts } from './users.ts';

/** How long to wait for Redis to list the locked addresses. */
const LOCKED_TIMEOUT_MS = 5_000;

const redisUnavailable = (what: string): Problem =>
  new Problem('dependency_unavailable', `${what} cannot be read right now because Redis does not respond.`, {
    retryAfter: 5,
  });

const dashboard = route('GET /admin/dashboard', {
  name: 'getDashboard',
  summary: 'The state of the service, and what needs attention',
  description:
    'Shows the insides of the service to the web app of the same version, so its members may change in any version. ' +
    'Programs that watch the service read the metrics, which keep their names and meanings.',
  stability: 'alpha',
  access: 'admin',
  responses: { 200: Dashboard },
  async handler({ em, deps, now, caller, ctx }) {
    const stats = await dashboardStats(deps, em, now);
    const { stuckHandovers, refusedMails, bouncingSuccessors, keptAliveByLinks, returnedAccounts } = stats;
    const { unwarned, overdue, upcoming } = stats;
    const shown = [
      ...[
        stuckHandovers,
        refusedMails,
        bouncingSuccessors,
        keptAliveByLinks,
        returnedAccounts,
        unwarned,
        overdue,
      ].flatMap(({ oldest }): { userId: string }[] => oldest),
      ...upcoming.first,
    ].map(({ userId }) => userId);
    if (shown.length > 0) {
      await recordOperator(em, {
        ...operatorRequest({ caller, now, ctx }),
        action: 'dashboard_seen',
        detail: { userIds: [...new Set(shown)] },
      });
    }
    return { body: { stats } };
  },
});

const users = route('GET /admin/users', {
  name: 'listUsers',
  summary: 'List accounts, newest first',
  description:
    '`search` finds part of an address or a name. `filter` is verified, unverified, locked, paused, or handover ' +
    '(from the grace period until all access has ended). Each request is recorded.',
  access: 'admin',
  query: UsersQuery,
  responses: { 200: Users },
  async handler({ em, deps, now, caller, ctx, query }) {
    const { search, filter, limit, cursor } = query;
    const before = cursor === undefined ? undefined : decodeCursor(cursor, 1)[0];
    if (before !== undefined && !id.safeParse(before).success) throw badCursor();
    const locked =
      filter !== 'locked'
        ? []
        : await withTimeout(lockedAddresses(deps.redis, now), LOCKED_TIMEOUT_MS).catch(() => {
            throw redisUnavailable('The lockout');
          });
    const found = await findUsers(em, deps.config, { search, filter, limit, before, locked });
    const { page, nextCursor } = pageOf(found, limit, ({ id }) => [id]);
    const shown = await withLockouts(deps, page, now);
    await recordOperator(em, {
      ...operatorRequest({ caller, now, ctx }),
      action: 'users_listed',
      detail: {
        filter: filter ?? null,
        searched: search !== undefined,
        userIds: page.map(({ id }) => id),
      },
    });
    return { body: { users: shown, nextCursor } };
  },
});

const getLockout = route('GET /admin/users/:userId/lockout-status', {
  name: 'getLockoutStatus',
  summary: 'Whether an account is locked after failed log-ins',
  access: 'admin',
  params: userParams,
  responses: { 200: LockoutStatus },
  async handler({ em, deps, now, caller, ctx, params }) {
    const user = await findUser(em, deps.config, params.userId);
    if (!user) throw notFound('User');
    const lockout = await lockoutStatus(deps, user.email, now);
    await recordOperator(em, {
      ...operatorRequest({ caller, now, ctx }),
      action: 'lockout_seen',
      userId: user.id,
    });
    return {
      body: { userId: user.id, email: user.email, ...presentLockout(lockout) },
    };
  },
});

const unlock = route('POST /admin/users/:userId/unlock', {
  name: 'unlockUser',
  summary: 'Lift the lockout of an account',
  description: 'Clears its failed log-ins. Its password, second factor and switch stay as they are.',
  access: 'admin',
  params: userParams,
  responses: { 200: Unlocked },
  async handler({ em, deps, now, caller, ctx, params }) {
    const user = await findUser(em, deps.config, params.userId);
    if (!user) throw notFound('User');
    const cleared = await unlockAccount(deps, em, user, operatorRequest({ caller, now, ctx }));
    if (!cleared) throw redisUnavailable('Its lockout');
    const [unlocked] = await withLockouts(deps, [user], now);
    return { body: { message: 'The account is unlocked.', user: unlocked } };
  },
});

export const adminRoutes = tagged('Administration', [
  dashboard,
  users,
  getLockout,
  unlock,
  ...invitationRoutes,
]);
