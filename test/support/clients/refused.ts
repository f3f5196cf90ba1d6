/** Bad input is refused as documented, and nothing is written. */
import { expect } from '@jest/globals';
import type { ErrorCode } from '../../../api/http/errors.ts';
import { ERRORS } from '../../../api/http/errors.ts';
import { rowChecksum } from '../row-checksum.ts';
import type { TestApi } from '../servers/api.ts';
import type { TestReply } from './client.ts';

interface Refusal {
  status?: number | undefined;
  body: { code?: ErrorCode };
}

/** The status of a reply and the code of its problem, such as `404 not_found`. */
export async function problemOf(reply: Refusal | Promise<Refusal>): Promise<string> {
  const { status, body } = await reply;
  return `${status} ${body.code}`;
}

/** Such as `404 not_found`. */
export type ProblemName = `${number} ${ErrorCode}`;

/** Expects a reply with this problem, and returns it. If it is another, the failure shows the whole body. */
export async function expectProblem<R extends Refusal | Promise<Refusal>>(
  reply: R,
  problem: ProblemName,
): Promise<Awaited<R>> {
  const refusal = await reply;
  const [status, code] = problem.split(' ');
  const { body } = refusal;
  expect({ status: refusal.status, body }).toEqual({
    status: Number(status),
    body: expect.objectContaining({ code }),
  });
  return refusal;
}

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
