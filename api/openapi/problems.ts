/** Makes each kind of problem a component, so that generated clients have one named type for each. */
import { z } from 'zod';
import { ERRORS, type ErrorCode } from '../http/errors.ts';
import { ProblemBody } from '../http/route-errors.ts';

/** `token_expired` → `TokenExpired`. */
const capitalised = (code: ErrorCode): string =>
  code
    .split('_')
    .map((word) => `${word[0]?.toUpperCase()}${word.slice(1)}`)
    .join('');

/** `token_expired` → `TokenExpiredProblem`. */
const nameOf = (code: ErrorCode): string => `${capitalised(code)}Problem`;

/** What a response with one of these problems is called: `TokenExpiredOrTokenUsed`. */
export const responseNameOf = (codes: readonly ErrorCode[]): string => codes.map(capitalised).join('Or');

const { errors, ...rest } = ProblemBody.shape;

function schemaOf(code: ErrorCode) {
  const [status, title] = ERRORS[code];
  return z
    .strictObject({
      ...rest,
      type: z.literal(`urn:vault-handover:problem:${code}`).describe(rest.type.description ?? ''),
      status: z.literal(status).describe(rest.status.description ?? ''),
      code: z.literal(code).describe(rest.code.description ?? ''),
      ...(code === 'validation_failed' ? { errors } : {}),
    })
    .describe(`${title}.`);
}

/** The components of these problems. */
export const problemSchemas = (codes: readonly ErrorCode[]) =>
  Object.fromEntries(codes.map((code) => [nameOf(code), schemaOf(code)]));

const referenceTo = (code: ErrorCode): string => `#/components/schemas/${nameOf(code)}`;

/** The schema of a problem with one of these codes. */
export function problemOf(codes: readonly ErrorCode[]) {
  const kinds = codes.map((code) => ({ $ref: referenceTo(code) }));
  if (kinds.length === 1) return kinds[0] as { $ref: string };
  return {
    oneOf: kinds,
    discriminator: {
      propertyName: 'code',
      mapping: Object.fromEntries(codes.map((code) => [code, referenceTo(code)])),
    },
  };
}
