/**
 * The declaration of a route: method, path, who may call, limits, schemas, handler. Validation, authorisation,
 * documentation and tests come from it.
 */
import type { Readable } from 'node:stream';
import type { Context } from 'koa';
import type { z } from 'zod';
import type { NewActivityRecord } from '../../db/activity-log.ts';
import type { AutomationScope } from '../../db/entities/automation.ts';
import type { EntityManager } from '../../db/orm.ts';
import type { AutomationCaller, Caller, Client } from '../auth/caller.ts';
import type { callerStatement } from '../auth/find-caller.ts';
import type { ApiDeps } from '../deps.ts';
import type { IncomingBody } from './bodies/incoming.ts';
import type { ErrorCode } from './errors.ts';
import type { RequestHeader, ResponseHeader } from './headers.ts';
import type { MailboxLimit, PublicLimit, RequestLimit } from './limits.ts';
import type { Tag } from './tags.ts';

/** A `get` route answers HEAD too. */
export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** A path below `/api/v1`, with `:name` for parameters, and its method. */
type Endpoint = `${Uppercase<Method>} /${string}`;

type Output<S> = S extends z.ZodType ? z.output<S> : undefined;

export interface HandlerContext<P = unknown, Q = unknown, B = unknown, A extends RouteAccess = 'session'> {
  params: P;
  query: Q;
  body: B;
  /** The bytes of the body on a route with `rawBody`; empty on any other. */
  raw: Buffer;
  /** The body as it arrives on a route with `bodyStream`; already read on any other. */
  stream: IncomingBody;
  caller: A extends 'public' ? null : A extends 'automation' ? AutomationCaller : Caller;
  client: Client;
  /**
   * Counts against one more limit, when only the handler knows that it applies.
   *
   * @throws Problem `rate_limited`
   */
  limit(name: RequestLimit): Promise<void>;
  /**
   * Counts a mail that we are about to send to this mailbox.
   *
   * @throws Problem `rate_limited`
   */
  limitMailbox(name: MailboxLimit, email: string): Promise<void>;
  /** Records in the caller's activity log what they have just done from this client. */
  record: A extends 'public'
    ? null
    : (type: NewActivityRecord['type'], detail?: NewActivityRecord['detail']) => Promise<void>;
  /** A fresh EntityManager, in a transaction on every write unless the route says otherwise. */
  em: EntityManager;
  now: Date;
  deps: ApiDeps;
  /** For cookies and headers. The response is returned. */
  ctx: Context;
}

/** `automation`: anyone who has a token of an automation with the route's `scope`, and nobody else. */
export type RouteAccess = 'public' | 'session' | 'admin' | 'automation';

interface Announced {
  /** On a public route: the owner whose open pages are notified of the change. */
  about?: string;
}

/** JSON, with its `ETag` if it has one. */
interface JsonResponse {
  status?: number;
  etag?: string;
  stream?: never;
  text?: never;
}

interface NonJsonResponse {
  status?: number;
  etag?: never;
  body?: never;
  json?: never;
  bytes?: never;
}

/** Its status is 200 unless given. */
export type HttpResponse = Announced &
  (
    | (JsonResponse & { body: Record<string, unknown>; json?: never; bytes?: never })
    /** JSON as text, made by the database. */
    | (JsonResponse & { body?: never; json: string; bytes?: never })
    /** JSON that all responses share. */
    | (JsonResponse & { body?: never; json?: never; bytes: Buffer })
    /** JSON sent while it is being built, or another media type if `type` names one. */
    | (NonJsonResponse & { stream: Readable; type?: string; text?: never })
    /** Not JSON: the route's `contentType`, which the handler sets. All responses may share a buffer. */
    | (NonJsonResponse & { stream?: never; text: string | Buffer })
    /** Nothing but its status and headers. */
    | (NonJsonResponse & { stream?: never; text?: never; empty: true })
  );

/** A request whose input is valid, before the statement of a fast path runs. */
export interface ValidatedRequest<P, Q, B>
  extends Pick<HandlerContext<P, Q, B>, 'params' | 'query' | 'body' | 'client' | 'now' | 'deps' | 'ctx'> {
  /** The account that the token names. Only the statement finds out whether its session is live. */
  userId: string;
}

type FastPathResult = HttpResponse | 'again' | null;

/**
 * A fast path: one prepared statement that also finds the caller, so there is one round trip to the database. For
 * routes that many clients call all the time.
 */
export interface FastPath<P = unknown, Q = unknown, B = unknown, Row extends object = object> {
  /** Made by `callerStatement`. If it writes, it does all that the handler would, or nothing. */
  statement: ReturnType<typeof callerStatement<Row>>;
  /** Its values, from `$5` on. */
  values(request: ValidatedRequest<P, Q, B>): readonly unknown[];
  /**
   * @returns null to leave the request to the handler, as if the statement had not run; `again` to run it once more,
   *   with new values
   */
  respond(row: Row, request: ValidatedRequest<P, Q, B>): FastPathResult | Promise<FastPathResult>;
}

/** A body without a schema. */
interface OtherContent {
  description: string;
  example: string;
}

/** A route as its file declares it. */
export interface RouteOptions<
  A extends RouteAccess = RouteAccess,
  P extends z.ZodType | undefined = z.ZodType | undefined,
  Q extends z.ZodType | undefined = z.ZodType | undefined,
  B extends z.ZodType | undefined = z.ZodType | undefined,
  Row extends object = object,
> {
  /** What generated clients call it: a verb and its object. */
  name: string;
  summary: string;
  description?: string;
  /** Outside the promise to stay compatible: `npm run openapi -- --compatible` ignores it. */
  stability?: 'alpha';
  access: A;
  /** The scope that the token of an automation must have. */
  scope?: A extends 'automation' ? AutomationScope : never;
  /** `default` unless given. */
  limit?: A extends 'public' ? PublicLimit : RequestLimit | 'none';
  /** Sends mail to the address in the body. The handler counts it per mailbox. */
  mailsAddress?: true;
  /** May send mail to a successor. The handler counts it per account and per mailbox. */
  mailsSuccessor?: true;
  params?: P;
  query?: Q;
  body?: B;
  /** Headers of the request that it reads. */
  requestHeaders?: readonly RequestHeader[];
  /** Headers that a successful response has beside those of every route. */
  responseHeaders?: readonly ResponseHeader[];
  /** The example body in the documentation, if the generated one would be misleading. */
  example?: B extends z.ZodType ? z.input<B> : never;
  /** The largest body, in bytes; 64 KiB by default. */
  bodyLimit?: number;
  /** The handler wants the bytes as received, of any content type, to check a signature over them. */
  rawBody?: boolean;
  /**
   * The handler reads the body itself as it arrives: `stream`, with `readDocument` or `readLines` of
   * `bodies/streaming-json.ts`. The body was admitted (limits, encoding, type, length, one large body at a time per
   * account), and gives its place back when the handler is done. `body` documents it.
   *
   * A client may take minutes to send it, so no transaction is open and no sign of life is recorded. The handler does
   * both, briefly, once everything has arrived (the latter unless `noSignOfLife`).
   */
  bodyStream?: {
    /** The most memory that the handler uses for one body, in bytes. */
    memory: number;
    /** Accepted media types; `application/json` by default. */
    types?: readonly string[];
    /** The largest body of a media type, if it differs from `bodyLimit`. */
    limits?: Record<string, number>;
    /** It may take an hour, so it is counted by this quota instead of that for large bodies. */
    quota?: 'uploads';
  };
  /** A response of several MiB. An account has one at a time, until it is sent. */
  largeResponse?: true;
  /** Request bodies of other media types, for the documentation. */
  otherRequestTypes?: Record<string, OtherContent>;
  /** Successful responses of other media types, for the documentation. */
  otherResponseTypes?: Record<string, OtherContent>;
  /** The content type of success bodies; JSON by default. */
  contentType?: string;
  /** Success bodies by status. */
  responses: Record<number, z.ZodType>;
  /** The error codes of this route, beyond those that every route has (validation, authentication, limits). */
  errors?: readonly ErrorCode[];
  /**
   * A write that says nothing about whether the owner is alive: refresh, log out, and what clients do on their own. Or
   * its handler records the sign of life itself.
   */
  noSignOfLife?: boolean;
  /**
   * The handler opens its own transactions, for example to keep its writes although it throws a problem.
   */
  ownTransactions?: boolean;
  /** Monitoring calls it all the time. It is logged only if it fails, or at the level `debug`. */
  quiet?: true;
  /** A read whose handler uses neither `em` nor `record`: creating an EntityManager would take much of its time. */
  noEntityManager?: true;
  fastPath?: A extends 'session' ? FastPath<Output<P>, Output<Q>, Output<B>, Row> : never;
  /** May be left out if `fastPath` always responds. */
  handler?(context: HandlerContext<Output<P>, Output<Q>, Output<B>, A>): Promise<HttpResponse>;
}

interface UntaggedRoute extends Omit<RouteOptions, 'fastPath'> {
  method: Method;
  path: string;
  fastPath?: FastPath<never, never, never, never>;
  limit: RequestLimit | 'none';
}

export interface RouteDeclaration extends UntaggedRoute {
  tag: Tag;
}

/** Declares a route. The types of the handler's arguments come from its schemas. */
export function route<
  A extends RouteAccess,
  P extends z.ZodType | undefined = undefined,
  Q extends z.ZodType | undefined = undefined,
  B extends z.ZodType | undefined = undefined,
  Row extends object = object,
>(endpoint: Endpoint, options: RouteOptions<A, P, Q, B, Row>): UntaggedRoute {
  if (!options.handler && !options.fastPath)
    throw new Error(`${endpoint} has neither a handler nor a fast path`);
  const [method, path] = endpoint.split(' ');
  return { method: method?.toLowerCase(), path, limit: 'default', ...options } as unknown as UntaggedRoute;
}

/** Routes with the section of the API that describes them. */
export const tagged = (tag: Tag, routes: readonly UntaggedRoute[]): RouteDeclaration[] =>
  routes.map((each) => ({ ...each, tag }));

export const isWrite = (method: Method): boolean => method !== 'get';
