/**
 * Requests and answers as the OpenAPI document describes them, for calls written as paths: `/successors/${id}` is
 * `/successors/{id}`. The type check refuses any path, field or method that the document doesn't contain.
 */
import type { components, paths } from '../../docs/openapi.d.ts';

export type Method = 'get' | 'post' | 'put' | 'delete';
type Headers = Record<string, string>;

type Split<S extends string, By extends string> = S extends `${infer Head}${By}${infer Tail}`
  ? [Head, ...Split<Tail, By>]
  : [S];
type WithoutQuery<S extends string> = S extends `${infer Path}?${string}` ? Path : S;
type Matches<Given, Documented> = Given extends [infer Segment, ...infer Rest]
  ? Documented extends [infer Pattern, ...infer More]
    ? Pattern extends `{${string}}`
      ? Matches<Rest, More>
      : Segment extends Pattern
        ? Matches<Rest, More>
        : false
    : false
  : Documented extends []
    ? true
    : false;
/** The documented path of a written one; never if there is none. A literal segment wins over a parameter. */
type DocumentedPath<S extends string> = S extends keyof paths
  ? S
  : { [K in keyof paths]: Matches<Split<S, '/'>, Split<K, '/'>> extends true ? K : never }[keyof paths];
type Operation<S extends string, M extends Method> = paths[DocumentedPath<WithoutQuery<S>>][M];

type QueryOf<O> = O extends { parameters: { query?: infer Query } } ? keyof NonNullable<Query> : never;
type NamesIn<Parts> = Parts extends [infer Part, ...infer Rest]
  ? (Part extends `${infer Name}=${string}` ? Name : 'a query that cannot be read') | NamesIn<Rest>
  : never;
type WrittenQuery<S extends string> = S extends `${string}?${infer Query}`
  ? NamesIn<Split<Query, '&'>>
  : never;

/** The path itself, if the document has it with this method and these query parameters. */
export type Documented<S extends string, M extends Method> = [DocumentedPath<WithoutQuery<S>>] extends [never]
  ? 'no such path in the OpenAPI document: use raw'
  : [Exclude<Operation<S, M>, undefined>] extends [never]
    ? 'no such method of this path: use raw'
    : [WrittenQuery<S>] extends [QueryOf<Operation<S, M>>]
      ? S
      : 'no such query parameter: use raw';

/** What is sent: every field is documented, and no required one is missing. */
type Sent<T> = T extends readonly (infer Item)[]
  ? readonly Sent<Item>[]
  : T extends object
    ? { [K in keyof T]: Sent<T[K]> | undefined }
    : T;
type RequestBody<O> = O extends { requestBody?: infer B } ? Exclude<B, undefined> : never;
export type Rest<S extends string, M extends Method> = M extends 'get'
  ? [headers?: Headers]
  : [RequestBody<Operation<S, M>>] extends [never]
    ? [body?: undefined, headers?: Headers]
    : RequestBody<Operation<S, M>> extends { content: { 'application/json': infer B } }
      ? Operation<S, M> extends { requestBody: object }
        ? [body: Sent<B>, headers?: Headers]
        : [body?: Sent<B>, headers?: Headers]
      : [body: never];

/** The first few elements of a list are read without checking: a test fails if they are missing. */
type List<T> = [T, T, T, T, T, T, ...T[]];
/** What is read: every field in the document, as if it were there. */
type Read<T> = T extends readonly (infer Item)[]
  ? List<Read<Item>>
  : T extends object
    ? { [K in keyof T]-?: Read<Exclude<T[K], null | undefined>> }
    : T;
type Problem = Read<components['schemas']['Problem']>;
type Success<O> = O extends { responses: infer R }
  ? R[keyof R & (200 | 201 | 202)] extends { content: { 'application/json': infer B } }
    ? Read<B>
    : object
  : object;
/** A success and a problem in one type, because a test knows which of them it expects. */
export type Answer<S extends string, M extends Method> =
  Success<Operation<S, M>> extends infer B ? B & Omit<Problem, keyof B> : never;
