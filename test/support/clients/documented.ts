/**
 * Requests and answers as the OpenAPI document describes them, for calls written as paths: `/successors/${id}` is
 * `/successors/{id}`. The type check refuses any path, field or method that the document doesn't contain.
 */
import type { components, paths } from '../../../docs/openapi.d.ts';

export type DocumentedMethod = 'get' | 'post' | 'put' | 'delete';
type Headers = Record<string, string>;

type Split<S extends string, By extends string> = S extends `${infer Head}${By}${infer Tail}`
  ? [Head, ...Split<Tail, By>]
  : [S];
type WithoutQuery<S extends string> = S extends `${infer Path}?${string}` ? Path : S;
type Matches<Given, Documented> = Given extends [infer Segment, ...infer RestArguments]
  ? Documented extends [infer Pattern, ...infer More]
    ? Pattern extends `{${string}}`
      ? Matches<RestArguments, More>
      : Segment extends Pattern
        ? Matches<RestArguments, More>
        : false
    : false
  : Documented extends []
    ? true
    : false;
/** The documented path of a written one; never if there is none. A literal segment wins over a parameter. */
type DocumentedPath<S extends string> = S extends keyof paths
  ? S
  : { [K in keyof paths]: Matches<Split<S, '/'>, Split<K, '/'>> extends true ? K : never }[keyof paths];
type DocumentedOperation<S extends string, M extends DocumentedMethod> = paths[DocumentedPath<
  WithoutQuery<S>
>][M];

type QueryOf<O> = O extends { parameters: { query?: infer Query } } ? keyof NonNullable<Query> : never;
type NamesIn<Parts> = Parts extends [infer Part, ...infer RestArguments]
  ? (Part extends `${infer Name}=${string}` ? Name : 'a query that cannot be read') | NamesIn<RestArguments>
  : never;
type WrittenQuery<S extends string> = S extends `${string}?${infer Query}`
  ? NamesIn<Split<Query, '&'>>
  : never;

/** The path itself, if the document has it with this method and these query parameters. */
export type Documented<S extends string, M extends DocumentedMethod> = [
  DocumentedPath<WithoutQuery<S>>,
] extends [never]
  ? 'no such path in the OpenAPI document: use raw'
  : [Exclude<DocumentedOperation<S, M>, undefined>] extends [never]
    ? 'no such method of this path: use raw'
    : [WrittenQuery<S>] extends [QueryOf<DocumentedOperation<S, M>>]
      ? S
      : 'no such query parameter: use raw';

/** What is sent: every field is documented, and no required one is missing. */
type SentDocument<T> = T extends readonly (infer Item)[]
  ? readonly SentDocument<Item>[]
  : T extends object
    ? { [K in keyof T]: SentDocument<T[K]> | undefined }
    : T;
type RequestBody<O> = O extends { requestBody?: infer B } ? Exclude<B, undefined> : never;
export type RestArguments<S extends string, M extends DocumentedMethod> = M extends 'get'
  ? [headers?: Headers]
  : [RequestBody<DocumentedOperation<S, M>>] extends [never]
    ? [body?: undefined, headers?: Headers]
    : RequestBody<DocumentedOperation<S, M>> extends { content: { 'application/json': infer B } }
      ? DocumentedOperation<S, M> extends { requestBody: object }
        ? [body: SentDocument<B>, headers?: Headers]
        : [body?: SentDocument<B>, headers?: Headers]
      : [body: never];

/** The first few elements of a list are read without checking: a test fails if they are missing. */
type List<T> = [T, T, T, T, T, T, ...T[]];
/** What is read: every field in the document, as if it were there. */
type ReadDocument<T> = T extends readonly (infer Item)[]
  ? List<ReadDocument<Item>>
  : T extends object
    ? { [K in keyof T]-?: ReadDocument<Exclude<T[K], null | undefined>> }
    : T;
type DocumentedProblem = ReadDocument<components['schemas']['Problem']>;
type Success<O> = O extends { responses: infer R }
  ? R[keyof R & (200 | 201 | 202)] extends { content: { 'application/json': infer B } }
    ? ReadDocument<B>
    : object
  : object;
/** A success and a problem in one type, because a test knows which of them it expects. */
export type DocumentedAnswer<S extends string, M extends DocumentedMethod> =
  Success<DocumentedOperation<S, M>> extends infer B ? B & Omit<DocumentedProblem, keyof B> : never;
