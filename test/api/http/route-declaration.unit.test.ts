import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { route } from '../../../api/http/route.ts';
import { errorsOf } from '../../../api/http/route-errors.ts';

const base = {
  method: 'post',
  path: '/samples',
  name: 'createSample',
  tag: 'Vault',
  summary: 'A sample',
  access: 'session',
  limit: 'default',
  responses: { 200: z.object({}) },
  handler: async () => ({ status: 200, body: {} }),
} as const;

// Each `@ts-expect-error` is a promise that the type check keeps: it fails if the line below compiles.
test('a declaration names tags, limits, headers and errors that exist, or it does not compile', () => {
  const declared = [
    route(base),
    // @ts-expect-error no such tag
    route({ ...base, tag: 'Vaults' }),
    // @ts-expect-error no such limit
    route({ ...base, limit: 'defualt' }),
    // @ts-expect-error a limit that counts mails to a mailbox, not requests
    route({ ...base, limit: 'mail_address' }),
    // @ts-expect-error a limit per account, where nobody is logged in
    route({ ...base, access: 'public', limit: 'owner_mail' }),
    // @ts-expect-error no such header of requests
    route({ ...base, requestHeaders: ['ETag'] }),
    // @ts-expect-error no such header of answers
    route({ ...base, responseHeaders: ['If-Match'] }),
    // @ts-expect-error no such error
    route({ ...base, errors: ['not_here'] }),
    route({
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
  for (const each of declared) expect(errorsOf(each)).toContain('rate_limited');
});
