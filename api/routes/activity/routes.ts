/** Activity: the log, and checking in. */
import { Activity, type ActivityRow } from '../../../db/entities/activity.ts';
import type { TokenRow } from '../../../db/entities/token.ts';
import { User } from '../../../db/entities/user.ts';
import { type LoadedSwitch, loadSwitch } from '../../../db/load-switch.ts';
import type { EntityManager } from '../../../db/orm.ts';
import { consumeToken, findToken } from '../../../db/tokens.ts';
import { signOfLife } from '../../auth/sign-of-life.ts';
import { deviceNames } from '../../auth/user-agent.ts';
import type { ApiDeps } from '../../deps.ts';
import { badCursor, decodeCursor, pageOf } from '../../http/cursor.ts';
import { invalid, Problem } from '../../http/errors.ts';
import { route, tagged } from '../../http/route.ts';
import { tokenQuery } from '../../http/schemas.ts';
import { checkedIn } from '../../switch/check-in.ts';
import { planned, toMoment } from '../../switch/planned.ts';
import { checkIn } from './check-in.ts';
import {
  ActivityList,
  ActivityQuery,
  CheckIn,
  CheckInLink,
  CheckInLinkBody,
  CheckInLinkQuery,
} from './schema.ts';
import { typesTable } from './types.ts';

const list = route('GET /activity', {
  name: 'listActivity',
  summary: 'List what happened to the account, newest first',
  description: typesTable(),
  access: 'session',
  query: ActivityQuery,
  responses: { 200: ActivityList },
  async handler({ em, caller, query }) {
    const before = query.cursor ? decodeCursor(query.cursor, 1)[0] : undefined;
    if (before !== undefined && !/^\d{1,18}$/.test(before)) throw badCursor();
    const rows = await em.find(
      Activity,
      {
        userId: caller.user.id,
        ...(before ? { id: { $lt: before } } : {}),
        ...(query.type ? { type: query.type } : {}),
      },
      { orderBy: { id: 'desc' }, limit: query.limit + 1 },
    );
    const { page, nextCursor } = pageOf(rows, query.limit, ({ id }) => [id]);
    // Most records come from a few devices.
    const devices = new Map<string | null, ReturnType<typeof deviceNames>>();
    const present = (row: ActivityRow) => {
      const userAgent = row.userAgent ?? null;
      const names = devices.get(userAgent) ?? deviceNames(userAgent);
      devices.set(userAgent, names);
      return {
        id: row.id,
        type: row.type,
        at: row.at.toISOString(),
        ipAddress: row.ipAddress ?? null,
        browser: names.browser ?? null,
        system: names.system ?? null,
        userAgent,
        detail: row.detail,
        signature: row.signature,
      };
    };
    return { body: { activity: page.map(present), nextCursor } };
  },
});

/** How long a link from an older cycle works, if the owner has not been heard from since. */
const OLD_LINK_DAYS = 365;

/**
 * Whether a link from an older cycle is still a sign of life. A cycle may end without its owner, for example when a
 * program changes settings. Someone who then presses the button in an older mail is alive, and has not been heard from
 * since.
 */
const isStillSignOfLife = ({ createdAt }: TokenRow, { state }: LoadedSwitch, now: Date): boolean =>
  state.lastSeenAt < createdAt.getTime() && now.getTime() < createdAt.getTime() + OLD_LINK_DAYS * 86_400_000;

/** Whether nothing is under way that a sign of life would stop. */
const isQuiet = ({ state }: LoadedSwitch): boolean => ['off', 'armed', 'paused'].includes(state.status);

/**
 * The owner's switch as a check-in link finds it. A link from an older cycle is obsolete, for example after a sign of
 * life.
 */
async function findLinkedOwner(
  deps: ApiDeps,
  em: EntityManager,
  text: string,
  now: Date,
): Promise<{ token: TokenRow; current: LoadedSwitch }> {
  const token = await findToken(em, deps.tokenSigner, 'check_in', text);
  const current = token && (await loadSwitch(em, token.userId));
  if (!token || !current) throw new Problem('token_invalid');
  if (!current.checkInByLink) throw new Problem('log_in_required');
  const used = token.consumedAt != null;
  if (used && isQuiet(current))
    throw new Problem(
      'token_used',
      "You have already checked in with this link. There's nothing left to do.",
    );
  if (used || (token.epoch !== current.state.epoch && !isStillSignOfLife(token, current, now))) {
    throw new Problem(
      'token_expired',
      'Your switch has restarted since this email was sent, so this link is no longer needed. To check in, ' +
        'log in.',
    );
  }
  return { token, current };
}

const describeLink = route('GET /activity/check-in-link', {
  name: 'describeCheckInLink',
  summary: 'Describe what a check-in link would do, without doing it',
  access: 'public',
  limit: 'token_link',
  query: tokenQuery,
  responses: { 200: CheckInLink },
  errors: ['token_invalid', 'token_used', 'token_expired', 'log_in_required'],
  async handler({ em, query, now, deps }) {
    const { current } = await findLinkedOwner(deps, em, query.token, now);
    const owner = await em.findOne(User, { id: current.userId });
    if (!owner) throw new Problem('token_invalid');
    const { deadline } = await planned(deps, em, current, now);
    return {
      body: {
        ownerName: owner.name,
        language: owner.language,
        status: current.state.status,
        deadline: toMoment(deadline),
      },
    };
  },
});

/**
 * The token of a check-in link, from the body or the query.
 *
 * @throws Problem if there is none, or if the two differ
 */
function givenToken(inBody: string | undefined, inQuery: string | undefined): string {
  const token = inBody ?? inQuery;
  const problem = (message: string) => invalid([{ path: 'body.token', message }]);
  if (token === undefined) throw problem('is required, here or in the query');
  if (inQuery !== undefined && inQuery !== token) throw problem('differs from the one in the query');
  return token;
}

/** The way by which a link reached the owner, for the log; nothing for the mailbox of the account. */
const wayOf = ({ channelId }: TokenRow) => (channelId ? { channelId } : {});

const useLink = route('POST /activity/check-in-link', {
  name: 'checkInByLink',
  summary: 'Check in with the link from an email',
  description:
    'Send the token in the body or in the query. If the owner has set `checkInByLink` to false, only a log-in or a ' +
    'check-in with a session shows that they are alive.',
  access: 'public',
  limit: 'token_link',
  query: CheckInLinkQuery,
  body: CheckInLinkBody,
  responses: { 200: CheckIn },
  errors: ['token_invalid', 'token_used', 'token_expired', 'log_in_required'],
  async handler({ em, body, query, client, now, deps }) {
    const { token, current } = await findLinkedOwner(deps, em, givenToken(body?.token, query.token), now);
    if (!(await consumeToken(em, token, now))) throw new Problem('token_used');
    const after = await signOfLife(deps, em, current.userId, 'check_in_link', client, now, wayOf(token));
    return { body: await checkedIn(deps, em, after, now), about: current.userId };
  },
});

export const activityRoutes = tagged('Activity', [list, checkIn, describeLink, useLink]);
