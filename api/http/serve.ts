/** Turns a declared route into Koa middleware: authenticate, limit, read, validate, transact, respond. */
import type { Context, Middleware } from 'koa';
import { recordActivity } from '../../db/activity-log.ts';
import { withConnection } from '../../db/connection-queue.ts';
import type { EntityManager } from '../../db/orm.ts';
import { transact } from '../../db/transact.ts';
import { findAutomation, hashOf } from '../auth/automations.ts';
import type { AutomationCaller, Caller, Claims, Client } from '../auth/caller.ts';
import { deviceOfCookie } from '../auth/cookies.ts';
import { readDevice } from '../auth/devices.ts';
import { type Authenticated, findCaller, runForCaller } from '../auth/find-caller.ts';
import { bearerToken, presentedToken } from '../auth/presented-token.ts';
import { accessTokens, requireLive } from '../auth/sessions.ts';
import { signOfLife } from '../auth/sign-of-life.ts';
import { BoundedMap } from '../bounded-map.ts';
import type { ApiDeps } from '../deps.ts';
import { displayTime } from '../monitoring/display-time.ts';
import { mayBeLarge } from './bodies/incoming.ts';
import { Problem } from './errors.ts';
import { LIMITS, type Limit } from './limits.ts';
import { NO_BODY, type ReadBody, readBody } from './middleware/body.ts';
import { checkOrigin, isFromElsewhere } from './middleware/origin.ts';
import type { ReadyResponse } from './middleware/response-head.ts';
import { validate } from './middleware/validate.ts';
import { LARGE_RESPONSE, sendBytes } from './paced-stream.ts';
import { serveFor } from './quotas/current-requester.ts';
import { type Requester, requesterOf } from './quotas/requester.ts';
import {
  type HandlerContext,
  type HttpResponse,
  isWrite,
  type RouteDeclaration,
  type ValidatedRequest,
} from './route.ts';
import { email as address } from './schemas.ts';
import { leaveWhenSent } from './when-sent.ts';

/** After a body that took longer, the session is checked again: it may have ended. */
const SLOW_BODY_MS = 1_000;

/** The address named in a body, normalised, for limits per account. */
function emailOf(body: unknown): string | null {
  const email = (body as { email?: unknown } | undefined)?.email;
  return typeof email === 'string' ? (address.safeParse(email).data ?? null) : null;
}

const NO_BYTES = Buffer.alloc(0);

/** How many tokens of automations we remember, each with the automation it counts against. */
const MOST_TOKENS = 10_000;

/** How often the statement of a fast path may run before the route's handler takes over. */
const FAST_PATH_RUNS = 2;

/** Who sends a request: a session, an automation, or anyone. */
interface Who {
  authenticated: Authenticated | null;
  automation: AutomationCaller | null;
}

/** Requests of an automation are counted as those of a session of its own. */
const automationClaims = ({ user, automation }: AutomationCaller): Claims => ({
  userId: user.id,
  sessionId: automation.id,
});

const claimsOf = ({ authenticated, automation }: Who): Claims | null =>
  automation ? automationClaims(automation) : (authenticated?.claims ?? null);

/** A request that passed authentication and its limits. */
interface Received extends Who {
  now: Date;
  found: Caller | null;
  /** Whether its session, if it names one, was seen to be live. */
  isLive: boolean;
  /** Whether its parameters and its body are as the route declares them. */
  isWellFormed: boolean;
}

const isRefusedForm = (error: unknown): boolean =>
  error instanceof Problem && [400, 413, 415].includes(error.status);

export function createServe(deps: ApiDeps): (route: RouteDeclaration) => Middleware {
  const tokens = accessTokens(deps.config);
  const { limits } = deps;
  const fromAllowedOrigin = checkOrigin(deps.config);
  const admins = new Set(deps.config.ADMIN_EMAILS.map((address) => address.toLowerCase()));

  /** Limits guessing tokens. @throws `refused`, or Problem `rate_limited` */
  async function refuse(ctx: Context, refused: unknown = new Problem('unauthenticated')): Promise<never> {
    limits.refuseAgain('default', ctx, null);
    await limits.byClient('default', ctx, null);
    throw refused;
  }

  /**
   * The claims that tokens of automations are counted under, by the hash of the token. An entry proves nothing: the
   * token may have been revoked.
   */
  const counted = new BoundedMap<string, Claims>(MOST_TOKENS);

  /** Finds the automation whose token the request carries, on a route for automations. */
  async function automationOf(
    { scope, limit }: RouteDeclaration,
    ctx: Context,
    now: Date,
  ): Promise<AutomationCaller | null> {
    if (!scope) return null;
    // Clients that guessed wrong or asked too often cost no query.
    limits.refuseAgain('default', ctx, null);
    // Calendar programs can send no header.
    const presented = scope === 'calendar' ? String(ctx.query.token ?? '') : bearerToken(ctx);
    const hash = hashOf(presented).toString('base64');
    const known = counted.get(hash);
    if (known) limits.refuseAgain(limit, ctx, known);
    const requester = requesterOf(ctx);
    const found = await serveFor({ requester, priority: false }, deps.quotas.connections, () =>
      findAutomation(deps.orm.em.fork(), presented, scope, now),
    ).catch((error: unknown) => {
      // Other errors, such as a full queue, say nothing about the token.
      if (error instanceof Problem && error.code === 'forbidden') return refuse(ctx, error);
      throw error;
    });
    if (!found) return refuse(ctx);
    counted.set(hash, automationClaims(found));
    return found;
  }

  /** Verifies the request's token. */
  async function authenticate(route: RouteDeclaration, ctx: Context, now: Date): Promise<Authenticated> {
    const presented = presentedToken(ctx);
    const claims = presented && (await tokens.verify(presented.token, now));
    if (!claims) throw new Problem('unauthenticated');
    // An administrator's reads are logged, so pages of other sites may not send them either.
    const checksOrigin = isWrite(route.method) || (route.access === 'admin' && isFromElsewhere(ctx));
    if (presented.via === 'cookie' && checksOrigin) fromAllowedOrigin(ctx);
    return { claims, via: presented.via, now };
  }

  async function callerOf(
    route: RouteDeclaration,
    ctx: Context,
    authenticated: Authenticated,
  ): Promise<Caller> {
    const caller = (await findCaller(deps.orm, authenticated)) ?? (await refuse(ctx));
    if (route.access === 'admin' && !(caller.user.emailVerifiedAt && admins.has(caller.user.email))) {
      throw new Problem('forbidden', 'This is for administrators only.');
    }
    return caller;
  }

  /** All writes of the handler commit together with their sign of life, or not at all. */
  function run(
    route: RouteDeclaration,
    context: Omit<HandlerContext<never, never, never, 'session'>, 'em' | 'record'>,
  ): Promise<HttpResponse> {
    const { caller, client, now } = context;
    const { handler } = route;
    if (!handler) throw new Error(`${route.path} leaves a request to a handler, but has none`);
    if (route.noEntityManager) return handler(context as never);
    const alive = isWrite(route.method) && !route.noSignOfLife && !route.bodyStream && caller?.human;
    const handle = async (em: EntityManager) => {
      if (alive) await signOfLife(deps, em, caller.user.id, 'write', client, now);
      const record: HandlerContext<never, never, never, 'session'>['record'] = (type, detail = {}) =>
        recordActivity(em, deps.signRecord, {
          userId: caller.user.id,
          type,
          at: now,
          detail,
          ...client,
        });
      return handler({ ...context, em, record } as never);
    };
    if (route.ownTransactions || route.bodyStream) return handle(deps.orm.em.fork());
    return isWrite(route.method)
      ? transact(deps.orm.em, handle)
      : withConnection(() => handle(deps.orm.em.fork()));
  }

  /** Counts a request without a caller by the account that its body names. */
  async function limitAccount(route: RouteDeclaration, ctx: Context, input: unknown) {
    const account = emailOf(input);
    if (!account) return;
    const named = readDevice(deps.config, (input as { deviceToken?: unknown } | undefined)?.deviceToken);
    await limits.byAccount(route.limit, ctx, account, { cookie: deviceOfCookie(ctx, deps.config), named });
  }

  /** @returns null if the request is left to the handler */
  async function tryFastPath(
    fastPath: NonNullable<RouteDeclaration['fastPath']>,
    authenticated: Authenticated,
    received: Received,
    validated: Omit<ValidatedRequest<never, never, never>, 'userId'>,
  ): Promise<HttpResponse | null> {
    const request = { ...validated, userId: authenticated.claims.userId };
    for (let run = 1; run <= FAST_PATH_RUNS; run += 1) {
      const row = await runForCaller(deps.orm, authenticated, fastPath.statement, fastPath.values(request));
      received.isLive = row !== null;
      const response = await fastPath.respond(row ?? (await refuse(validated.ctx)), request);
      if (response !== 'again') return response;
    }
    return null;
  }

  return (route) => {
    const read = readBody(route, deps.quotas);
    /** Validates the input, and responds. */
    async function respond(ctx: Context, received: Received, { input, stream }: ReadBody) {
      const { now, authenticated, automation, found } = received;
      const client: Client = {
        ipAddress: ctx.ip || null,
        userAgent: ctx.req.headers['user-agent']?.slice(0, 400) || null,
      };
      const request = {
        params: validate(route.params, ctx.params, 'params') as never,
        query: validate(route.query, route.query && { ...ctx.query }, 'query') as never,
        body: validate(schemaOf(route), input, 'body') as never,
        client,
        now,
        deps,
        ctx,
      };
      received.isWellFormed = true;
      if (!route.fastPath && !found) await limitAccount(route, ctx, input);
      const response =
        route.fastPath &&
        authenticated &&
        (await tryFastPath(route.fastPath, authenticated, received, request));
      if (response) return response;
      const caller = found ?? (authenticated && (await callerOf(route, ctx, authenticated)));
      return run(route, {
        ...request,
        raw: Buffer.isBuffer(input) ? input : NO_BYTES,
        stream,
        caller: (automation ?? caller) as Caller,
        limit: (name) => limits.byClient(name, ctx, authenticated?.claims ?? null),
        limitMailbox: (name, email) => limits.byMailbox(name, ctx, email),
      });
    }

    /** Serves a request whose token, if it needs one, is genuine. */
    async function serve(ctx: Context, now: Date, who: Who, requester: Requester) {
      const { authenticated } = who;
      const claims = claimsOf(who);
      // The statement of a fast path finds the caller. Until then a request may only use its session's quotas: the
      // session may have been ended because a thief was using it. A large body would use all of its account's quota, so
      // its caller is found first. A list still waits for its account's place, because an account can have many
      // sessions.
      const foundFirst = !route.fastPath || mayBeLarge(ctx);
      const device = claims || route.limit === 'none' ? null : deviceOfCookie(ctx, deps.config);
      limits.refuseAgain(route.limit, ctx, claims, device);
      const found = authenticated && foundFirst ? await callerOf(route, ctx, authenticated) : null;
      await limits.byClient(route.limit, ctx, claims, device);
      const isLive = !authenticated || found !== null;
      const received = { now, ...who, found, isLive, isWellFormed: false };
      let body: ReadBody | undefined;
      let releaseList = () => {};
      try {
        const asked = performance.now();
        body = await read(
          ctx,
          claims && !found ? requesterOf(ctx, `session:${claims.sessionId}`) : requester,
        );
        if (found && performance.now() - asked > SLOW_BODY_MS) await requireLive(deps.orm.em.fork(), found);
        if (route.largeResponse) {
          releaseList = await deps.quotas.lists.acquire(requester);
          leaveWhenSent(ctx.res, releaseList);
        }
        const response = await respond(ctx, received, body);
        // Announced after the commit, so that pages find the change when they look for it.
        const about = claims && isWrite(route.method) ? claims.userId : response.about;
        if (about) deps.live.announce(about);
        if (deps.checkResponses) checkResponse(route, response);
        prepare(ctx, deps.quotas, requester, route, response);
      } catch (error) {
        releaseList();
        const isMalformed = !received.isWellFormed && isRefusedForm(error);
        // A fast path looks for its session last. One that has ended gets 401, whatever else is wrong.
        if (isMalformed && authenticated && !received.isLive)
          received.isLive = (await findCaller(deps.orm, authenticated)) !== null;
        if (authenticated && !received.isLive) {
          await limits.giveBack(route.limit, authenticated.claims);
          if (isMalformed) await refuse(ctx);
        } else if (isMalformed) await limits.countAsDefault(route.limit, ctx, claims, device);
        throw error;
      } finally {
        body?.release();
      }
    }

    return async (ctx) => {
      ctx.state.declaration = route;
      const now = route.limit === 'none' ? await displayTime(deps) : new Date(await deps.clock());
      const authenticated =
        route.access === 'public' || route.access === 'automation'
          ? null
          : await authenticate(route, ctx, now).catch((refused: unknown) => refuse(ctx, refused));
      const who = { authenticated, automation: await automationOf(route, ctx, now) };
      const claims = claimsOf(who);
      const requester = requesterOf(ctx, claims ? `account:${claims.userId}` : undefined);
      if (route.limit === 'none') return serve(ctx, now, who, requester);
      const { priority }: Limit = LIMITS[route.limit];
      return serveFor({ requester, priority: priority === true }, deps.quotas.connections, () =>
        serve(ctx, now, who, requester),
      );
    };
  };
}

/**
 * Prepares a response. A large one uses quota until its client has read it, so that nobody makes us hold many. The
 * result of a write is never refused: the write was carried out, so an older unread response is cut off instead.
 *
 * @throws Problem `rate_limited`
 */
function prepare(
  ctx: Context,
  quotas: Pick<ApiDeps['quotas'], 'unread'>,
  requester: Requester,
  route: RouteDeclaration,
  response: HttpResponse,
): void {
  const { status = 200, stream, bytes } = response;
  if ('empty' in response) {
    ctx.status = status;
    return;
  }
  if (stream) {
    ctx.status = status;
    ctx.type = response.type ?? 'application/json';
    ctx.body = stream;
    return;
  }
  if (response.text !== undefined) {
    ctx.status = status;
    sendBytes(ctx, typeof response.text === 'string' ? Buffer.from(response.text) : response.text);
    return;
  }
  if (response.etag && !isWrite(route.method) && ctx.get('If-None-Match') !== '') {
    ctx.status = status;
    ctx.set('ETag', response.etag);
    if (ctx.fresh) {
      ctx.status = 304;
      return;
    }
  }
  const json = bytes ? '' : (response.json ?? JSON.stringify(response.body));
  if (!bytes && json.length <= LARGE_RESPONSE) {
    ctx.state.ready = { status, json, etag: response.etag } satisfies ReadyResponse;
    return;
  }
  if (!bytes) {
    const cutOff = () => void ctx.req.socket.destroy();
    leaveWhenSent(
      ctx.res,
      quotas.unread.allocate(requester, json.length, cutOff, isWrite(route.method)).release,
    );
  }
  ctx.status = status;
  ctx.type = 'application/json';
  if (response.etag) ctx.set('ETag', response.etag);
  sendBytes(ctx, bytes ?? Buffer.from(json));
}

/** The schema of the body, unless the handler reads it. A route that declares none accepts no fields. */
const schemaOf = ({ method, body, rawBody, bodyStream }: RouteDeclaration) =>
  rawBody || bodyStream || !isWrite(method) ? undefined : (body ?? NO_BODY);

/** Bytes that passed. The API's document is the same for every request, and checking it takes long. */
const checkedBytes = new WeakSet<Buffer>();

/** @throws Error if the route does not declare this response */
function checkResponse(route: RouteDeclaration, response: HttpResponse): void {
  const { status = 200, body, stream, text, bytes } = response;
  if (bytes && checkedBytes.has(bytes)) return;
  const json = response.json ?? bytes?.toString();
  const schema = route.responses[status];
  if (!schema) throw new Error(`${route.method} ${route.path} does not declare a response ${status}`);
  // The tests of the route check streamed responses.
  if (!stream && !('empty' in response))
    schema.parse(text?.toString() ?? (json === undefined ? body : JSON.parse(json)));
  if (bytes) checkedBytes.add(bytes);
}
