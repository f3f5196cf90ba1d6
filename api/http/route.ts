/**
 * The declaration of a route: method, path, who may call, limits, schemas, handler. Validation, authorisation,
 * documentation and tests come from it.
 */
import type { Readable } from 'node:stream';
import type { Context } from 'koa';
import type { z } from 'zod';
import type { EntityManager } from '../../db/orm.ts';
import type { Caller, Client } from '../auth/caller.ts';
import type { ApiDeps } from '../deps.ts';
import type { IncomingBody } from './bodies/incoming.ts';
import type { ErrorCode } from './errors.ts';
import type { RequestHeader, ResponseHeader } from './headers.ts';
import type { MailboxLimit, PublicLimit, RequestLimit } from './limits.ts';
import type { Tag } from './tags.ts';

export type Method = 'get' | 'post' | 'put' | 'delete';

type Output<S> = S extends z.ZodType ? z.output<S> : undefined;

export interface HandlerContext<P, Q, B, A extends Access> {
  params: P;
  query: Q;
  body: B;
  /** The bytes of the body as they came, on a route with `rawBody`; empty on any other. */
  raw: Buffer;
  /** The body as it comes, on a route with `bodyStream`; on any other there is nothing left to read. */
  stream: IncomingBody;
  caller: A extends 'public' ? null : Caller;
  client: Client;
  /**
   * Counts against one more limit, where only the handler knows that it applies.
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
  /** A fresh EntityManager; within a transaction on every write, unless the route says otherwise. */
  em: EntityManager;
  now: Date;
  deps: ApiDeps;
  /** For cookies and headers; answers go through the return value. */
  ctx: Context;
}

export type Access = 'public' | 'session' | 'admin';

interface Told {
  /** On a public route: the owner whose open pages are told that something of theirs changed. */
  about?: string;
}

export type Answer = Told &
  (
    | { status: number; body: Record<string, unknown>; stream?: never; text?: never }
    /** JSON that is sent while it is made, as the schema of the status says; or of another media type, then named. */
    | { status: number; body?: never; stream: Readable; type?: string; text?: never }
    /** Anything but JSON, as `contentType` of the route says. */
    | { status: number; body?: never; stream?: never; text: string }
  );

/** A body that no schema describes. */
interface OtherContent {
  description: string;
  example: string;
}

export interface RouteDeclaration<
  A extends Access = Access,
  P extends z.ZodType | undefined = z.ZodType | undefined,
  Q extends z.ZodType | undefined = z.ZodType | undefined,
  B extends z.ZodType | undefined = z.ZodType | undefined,
> {
  method: Method;
  /** Below `/api/v1`, with `:name` for parameters. */
  path: string;
  tag: Tag;
  summary: string;
  description?: string;
  access: A;
  limit: A extends 'public' ? PublicLimit : RequestLimit | 'none';
  /** Makes us write to the address in the body, whoever asks: limited per address too. */
  mailsAddress?: true;
  /** May make us write to a successor: the handler counts it per account and per mailbox. */
  mailsSuccessor?: true;
  params?: P;
  query?: Q;
  body?: B;
  /** Headers of the request that it reads. */
  requestHeaders?: readonly RequestHeader[];
  /** Headers of its own that a success carries. */
  responseHeaders?: readonly ResponseHeader[];
  /** A body to show in the documentation, where one of every field would be no good one. */
  example?: B extends z.ZodType ? z.input<B> : never;
  /** Most bytes of a body; 64 KiB unless told. */
  bodyLimit?: number;
  /** The handler wants the bytes as they came, of whatever content type, as a signature is over them. */
  rawBody?: boolean;
  /**
   * The handler reads the body itself, as it comes: `stream`, with `readDocument` or `readLines` of
   * `bodies/elements.ts`. It was admitted (limits, encoding, type, length, one large body at a time for each account),
   * and gives its place back when the handler is done. `body` says in the documentation what it is.
   *
   * A client may take minutes to send it: so no transaction is open and no sign of life recorded. The handler does
   * both, briefly, once it has what it needs.
   */
  bodyStream?: {
    /** Most memory, in bytes, that the handler takes up for one body. */
    memory: number;
    /** Media types that it reads; `application/json` unless told. */
    types?: readonly string[];
    /** Most bytes of a body of some type, where it is not `bodyLimit`. */
    limits?: Record<string, number>;
  };
  /** An answer of several MiB: only a few are made at a time. */
  largeAnswer?: true;
  /** Bodies of other media types than JSON, for the documentation. */
  otherRequestTypes?: Record<string, OtherContent>;
  /** Successes of other media types than JSON, for the documentation. */
  otherResponseTypes?: Record<string, OtherContent>;
  /** Of the success bodies; JSON unless told. */
  contentType?: string;
  /** Success bodies by status. */
  responses: Record<number, z.ZodType>;
  /** What it may answer with, beyond what every route may (validation, authentication, limits). */
  errors?: readonly ErrorCode[];
  /** A write that says nothing about the owner being alive: refresh, logout. */
  noSignOfLife?: boolean;
  /** Handlers that must keep what they wrote although they answer with a problem open their own transactions. */
  ownTransactions?: boolean;
  handler(context: HandlerContext<Output<P>, Output<Q>, Output<B>, A>): Promise<Answer>;
}

/** Declares a route; the types of the handler's arguments come from its schemas. */
export function route<
  A extends Access,
  P extends z.ZodType | undefined = undefined,
  Q extends z.ZodType | undefined = undefined,
  B extends z.ZodType | undefined = undefined,
>(declaration: RouteDeclaration<A, P, Q, B>): RouteDeclaration {
  return declaration as unknown as RouteDeclaration;
}

/** Whether a call changes something. */
export const isWrite = (method: Method): boolean => method !== 'get';
