import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { type RouteDeclaration, route, tagged } from '../../../api/http/route.ts';
import { errorsOf } from '../../../api/http/route-errors.ts';

const SAMPLES = 'POST /samples';
const base = {
  name: 'createSample',
  summary: 'A sample',
  access: 'session',
  limit: 'default',
  responses: { 200: z.object({}) },
  handler: async () => ({ status: 200, body: {} }),
} as const;

// Each `@ts-expect-error` is a promise that the type check keeps: it fails if the line below compiles.
test('a declaration names tags, limits, headers and errors that exist, or it does not compile', () => {
  const declared = [
    route(SAMPLES, base),
    // @ts-expect-error no such method
    route('FETCH /samples', base),
    // @ts-expect-error a path starts with a slash
    route('POST samples', base),
    // @ts-expect-error no such limit
    route(SAMPLES, { ...base, limit: 'defualt' }),
    // @ts-expect-error a limit that counts mails to a mailbox, not requests
    route(SAMPLES, { ...base, limit: 'mail_address' }),
    // @ts-expect-error a limit per account, where nobody is logged in
    route(SAMPLES, { ...base, access: 'public', limit: 'owner_mail' }),
    // @ts-expect-error no such header of requests
    route(SAMPLES, { ...base, requestHeaders: ['ETag'] }),
    // @ts-expect-error no such header of answers
    route(SAMPLES, { ...base, responseHeaders: ['If-Match'] }),
    // @ts-expect-error no such error
    route(SAMPLES, { ...base, errors: ['not_here'] }),
    route(SAMPLES, {
      ...base,
      async handler({ limit, limitMailbox }) {
        await limit('weakening');
        await limitMailbox('successor_mail', 'someone@example.com');
        // @ts-expect-error this limit needs to know the mailbox
        await limit('successor_mail');
        // @ts-expect-error this limit counts by account, not by mailbox
        await limitMailbox('owner_mail', 'someone@example.com');
        return { status: 200, body: {} };
      },
    }),
  ];
  // @ts-expect-error no such tag
  tagged('Vaults', declared);
  // @ts-expect-error the API consists of routes with a tag
  const untagged: RouteDeclaration[] = declared;
  expect(untagged).not.toEqual([]);
  for (const each of tagged('Vault', declared)) expect(errorsOf(each)).toContain('rate_limited');
});
