/** A declared route as an OpenAPI operation. */
import { z } from 'zod';
import type { ZodOpenApiOperationObject } from 'zod-openapi';
import { LARGE_BODY } from '../http/bodies/incoming.ts';
import { ERRORS, type ErrorCode } from '../http/errors.ts';
import { headersOf, REQUEST_HEADERS } from '../http/headers.ts';
import { LIMITS, type Limit } from '../http/limits.ts';
import type { RouteDeclaration } from '../http/route.ts';
import { errorsOf } from '../http/route-errors.ts';
import { problemOf, responseNameOf } from './problems.ts';

const SECURITY = {
  public: [],
  session: [{ cookie: [] }, { bearer: [] }],
  admin: [{ cookie: [] }, { bearer: [] }],
  automation: [{ automationToken: [] }],
};

/** The scopes of a limit, each with a counter of its own. */
const COUNTED: Record<Limit['by'] | 'automation', readonly string[]> = {
  network: ['per client address'],
  session: ['per session, and twice as many per account'],
  automation: ['per token, and twice as many per account'],
  account: ['per account'],
  network_and_email: ['per client address, or per known device', 'per account, for all other clients'],
  email: ['per mailbox, no matter who sends the request'],
};

/** How a limit by session is counted, by the access of the route. */
const SESSION_COUNTED = {
  public: 'network',
  session: 'session',
  admin: 'session',
  automation: 'automation',
} as const;

const windowOf = (seconds: number): string =>
  seconds >= 86_400 ? `${seconds / 3_600} hours` : `${seconds / 60} minutes`;

const countersOf = (name: keyof typeof LIMITS, access: RouteDeclaration['access']): string[] => {
  const { points, seconds, by }: Limit = LIMITS[name];
  const counted = by === 'session' ? SESSION_COUNTED[access] : by;
  return COUNTED[counted].map((each) => `${points} requests in ${windowOf(seconds)} ${each}`);
};

/** Describes every counter of a request. */
function limitOf({ limit, access, mailsAddress, mailsSuccessor }: RouteDeclaration): string {
  if (limit === 'none') return '';
  const always = [...countersOf(limit, access), ...(mailsAddress ? countersOf('mail_address', access) : [])];
  const whenMailing = mailsSuccessor
    ? (['owner_mail', 'successor_mail', 'successor_mail_day'] as const).flatMap((name) =>
        countersOf(name, access),
      )
    : [];
  return [
    `Limits: ${always.join('; ')}.`,
    ...(whenMailing.length > 0
      ? [`If it sends an email to a successor, also: ${whenMailing.join('; ')}.`]
      : []),
  ].join(' ');
}

const kib = (bytes: number): string =>
  bytes >= 1024 * 1024 ? `${bytes / 1024 / 1024} MiB` : `${bytes / 1024} KiB`;

const bodiesOf = (limit: number, isPublic: boolean): string =>
  limit <= LARGE_BODY || isPublic
    ? `Bodies up to ${kib(limit)}.`
    : `Bodies up to ${kib(limit)}. Those over ${kib(LARGE_BODY)} are accepted one at a time per account.`;

function descriptionOf(route: RouteDeclaration): string {
  const parts = [
    route.description,
    route.access === 'admin' ? 'For administrators.' : '',
    route.bodyLimit ? bodiesOf(route.bodyLimit, route.access === 'public') : '',
    limitOf(route),
  ];
  return parts.filter(Boolean).join('\n\n');
}

type Responses = ZodOpenApiOperationObject['responses'];
type ResponseObject = Exclude<Responses[keyof Responses], undefined>;

/** Answers that many routes share are components, which the generator recognises by identity. */
const shared = new Map<string, ResponseObject>();

/** The answer for these problems, with an example of each code. */
function problemResponse(
  route: RouteDeclaration,
  status: number,
  codes: readonly ErrorCode[],
): ResponseObject {
  const id = `${responseNameOf(codes)}${route.limit === 'none' ? 'WithoutLimit' : ''}`;
  const known = shared.get(id);
  if (known) return known;
  const examples = codes.map((code) => [code, { $ref: `#/components/examples/${code}` }]);
  const response = {
    id,
    description: codes.map((code) => `\`${code}\`: ${ERRORS[code][1]}.`).join(' '),
    headers: headersOf(route, status),
    content: {
      'application/problem+json': { schema: problemOf(codes), examples: Object.fromEntries(examples) },
    },
  } as ResponseObject;
  shared.set(id, response);
  return response;
}

/** Problems by status. */
function problemsOf(route: RouteDeclaration): [number, ResponseObject][] {
  const byStatus = Map.groupBy([...errorsOf(route), 'internal' as const].sort(), (code) => ERRORS[code][0]);
  return [...byStatus].map(([status, codes]) => [status, problemResponse(route, status, codes)]);
}

/** Content without a schema, as the document shows it. */
const others = (content: RouteDeclaration['otherResponseTypes'] = {}) =>
  Object.fromEntries(
    Object.entries(content).map(([type, { description, example }]) => [
      type,
      { schema: { type: 'string', description } as const, example },
    ]),
  );

const DONE: Record<number, string> = {
  200: 'Done.',
  201: 'Created.',
  204: 'Done. The response has no body.',
  206: 'Part of it.',
};
const NO_CONTENT = 204;

const successesOf = (route: RouteDeclaration): [number, ResponseObject][] =>
  Object.entries(route.responses).map(([status, schema]) => [
    Number(status),
    {
      description: DONE[Number(status)] ?? 'See `status` in the body.',
      headers: headersOf(route, Number(status)),
      ...(Number(status) === NO_CONTENT
        ? {}
        : {
            content: {
              [route.contentType ?? 'application/json']: { schema },
              ...others(route.otherResponseTypes),
            },
          }),
    } as ResponseObject,
  ]);

/** A status used by both an answer and a problem has two content types. */
function responsesOf(route: RouteDeclaration): Responses {
  const responses: Record<string, ResponseObject> = {};
  for (const [status, response] of [...successesOf(route), ...problemsOf(route)]) {
    const before = responses[status];
    responses[status] = before
      ? ({
          ...before,
          description: `${before.description} ${response.description}`,
          content: { ...before.content, ...response.content },
        } as ResponseObject)
      : response;
  }
  return responses as Responses;
}

function bodyOf({
  body,
  rawBody,
  example,
  otherRequestTypes,
}: RouteDeclaration): Pick<ZodOpenApiOperationObject, 'requestBody'> {
  if (rawBody) {
    const schema = { type: 'object', description: 'A Stripe event.' } as const;
    return { requestBody: { required: true, content: { 'application/json': { schema } } } };
  }
  if (!body) {
    if (!otherRequestTypes) return {};
    return { requestBody: { required: true, content: others(otherRequestTypes) } };
  }
  const required = !body.safeParse(undefined).success;
  const media = { schema: body, ...(example === undefined ? {} : { example: example as unknown }) };
  return { requestBody: { required, content: { 'application/json': media, ...others(otherRequestTypes) } } };
}

export function operation(route: RouteDeclaration): ZodOpenApiOperationObject {
  const { params, query, requestHeaders = [] } = route;
  const headers = Object.fromEntries(requestHeaders.map((name) => [name, REQUEST_HEADERS[name].optional()]));
  return {
    operationId: route.name,
    tags: [route.tag],
    summary: route.summary,
    description: descriptionOf(route),
    ...(route.stability ? { 'x-stability-level': route.stability } : {}),
    security: route.scope === 'calendar' ? [{ calendarToken: [] }] : SECURITY[route.access],
    requestParams: {
      ...(params ? { path: params as z.ZodObject } : {}),
      ...(query ? { query: query as z.ZodObject } : {}),
      ...(requestHeaders.length > 0 ? { header: z.object(headers) } : {}),
    },
    ...bodyOf(route),
    responses: responsesOf(route),
  };
}
