/** Bad input is refused as documented, and nothing is written. */
import { expect } from '@jest/globals';
import type { ErrorCode } from '../../../api/http/errors.ts';
import { ERRORS } from '../../../api/http/errors.ts';
import { rowChecksum } from '../row-checksum.ts';
import type { TestApi } from '../servers/api.ts';
import type { TestReply } from './client.ts';

/**
 * Expects a documented problem with this code, and that no row of any table changed.
 *
 * @param path what `errors` must name, if the problem is about a field
 */
export async function expectRefused(
  api: Pick<TestApi, 'orm'>,
  send: () => Promise<TestReply>,
  code: ErrorCode,
  path?: string,
): Promise<void> {
  const before = await rowChecksum(api.orm);
  const { status, headers, body } = await send();
  expect({ status, body }).toEqual({
    status: ERRORS[code][0],
    body: {
      type: `urn:vault-handover:problem:${code}`,
      title: ERRORS[code][1],
      status: ERRORS[code][0],
      code,
      detail: expect.any(String),
      requestId: headers.get('x-request-id'),
      ...(body.errors || path !== undefined ? { errors: expect.any(Array) } : {}),
    },
  });
  expect(headers.get('content-type')).toMatch('application/problem+json');
  if (path !== undefined) expect(body.errors.map((error: { path: string }) => error.path)).toContain(path);
  expect(await rowChecksum(api.orm)).toBe(before);
}
