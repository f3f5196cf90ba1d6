/** What went wrong, in one sentence that says what to do. */
import { CryptoError, type CryptoErrorCode } from '../../crypto/index.ts';
import { Failure } from '../cli/failure.ts';
import { oneLine } from './printing.ts';
import { Interrupted } from './terminal.ts';

/** An answer of the API that is an error (RFC 9457). */
export class ApiProblem extends Failure {
  override name = 'ApiProblem';
  readonly code: string;
  readonly status: number;

  constructor(code: string, message: string, status: number) {
    super(message);
    this.code = code;
    this.status = status;
  }
}

/**
 * Whether a request that failed has certainly changed nothing. Without an answer, it may have been carried out. Ctrl-C ends
 * a question that comes before the request.
 */
export const changedNothing = (error: unknown): boolean =>
  error instanceof Interrupted || (error instanceof ApiProblem && error.status < 500);

interface Problem {
  code?: string;
  detail?: string;
  errors?: { path: string; message: string }[];
}

export interface Reply<Data> {
  data?: Data;
  error?: unknown;
  response: Response;
}

const LOG_IN = 'log in with `npm run vault -- login`';

/** What to do, where the API's own sentence does not say it or speaks of requests. */
const ADVICE: Record<string, string> = {
  unauthenticated: `Your session has ended: ${LOG_IN}`,
  refresh_token_invalid: `Your session has ended: ${LOG_IN}`,
  email_not_verified:
    'This address is not confirmed yet: open the link in the email, or paste it into `npm run vault -- verify`',
  confirmation_required: `This needs your password once more: ${LOG_IN}`,
  wrong_password: 'That is not the password of this account: try again',
  wrong_two_factor_code: 'That code is wrong or was used already: wait for the next one and try again',
  two_factor_invalid: 'That code is wrong or was used already: wait for the next one and try again',
  version_conflict:
    'The vault was changed from elsewhere meanwhile, so nothing was changed here: run this again',
  key_pinned:
    'The owner has already compared your key, so it can no longer be replaced: use the kit that you have',
  access_not_released: 'The vault is not open yet: wait for the email that says so',
};

/** Such as `5 minutes`. */
export function inWords(seconds: number): string {
  if (seconds < 90) return seconds === 1 ? '1 second' : `${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 90 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`;
}

function sentenceOf({ code = '', detail, errors }: Problem, response: Response): string {
  const retryAfter = Number(response.headers.get('retry-after'));
  if (response.status === 429) {
    const wait = retryAfter > 0 ? `in ${inWords(retryAfter)}` : 'later';
    // It says when, but maybe in thousands of seconds.
    const what = (detail ?? '').replace(/\s*Try again in [^.]*\.?\s*$/i, '').replace(/\.$/, '');
    return `${what || 'Too many tries'}: try again ${wait}`;
  }
  if (errors?.length) {
    const fields = errors.map(
      ({ path, message }) => `${path.replace(/^(body|query|params)\./, '')} ${message}`,
    );
    return `The service refused this: ${fields.join('; ')}`;
  }
  return ADVICE[code] ?? detail ?? `The service answered ${response.status}: try again later`;
}

/** As `fetch` reports them: https://fetch.spec.whatwg.org/#fetch-method, and a timeout of ours. */
const isNetworkFailure = (thrown: unknown): boolean =>
  thrown instanceof TypeError || (thrown as Error).name === 'TimeoutError';

/** Why a request got no answer at all. */
export function unreachable(thrown: unknown, server: string): Failure {
  const { cause, message, name } = thrown as Error;
  const { code, message: detail } = (cause ?? {}) as NodeJS.ErrnoException;
  const reason = name === 'TimeoutError' ? 'no answer' : (code ?? detail ?? message);
  return new Failure(
    `The service at ${server} cannot be reached (${reason}): check the network, start it with \`npm start\`, or name ` +
      'another with --server',
  );
}

/**
 * The body of a call that must succeed.
 *
 * @param server named if it cannot be reached
 * @throws ApiProblem if the API refuses, Failure if it cannot be reached
 */
export async function answered<Data>(server: string, call: Promise<Reply<Data>>): Promise<NonNullable<Data>> {
  let reply: Reply<Data>;
  try {
    reply = await call;
  } catch (error) {
    if (!isNetworkFailure(error)) throw error;
    throw unreachable(error, server);
  }
  const { data, error, response } = reply;
  if (data !== undefined && data !== null) return data;
  const problem: Problem = typeof error === 'object' && error !== null ? error : {};
  throw new ApiProblem(problem.code ?? '', oneLine(sentenceOf(problem, response)), response.status);
}

/** What to do about what the cryptography refuses, where its own sentence does not say it. */
const CRYPTO_ADVICE: Partial<Record<CryptoErrorCode, string>> = {
  wrong_password: 'That is not the password of this account: try again',
  wrong_recovery_code: 'That recovery code does not open this vault: use the newest one',
  needs_recovery_code: `The password was reset, and the vault needs your recovery code: ${LOG_IN}`,
  kdf_too_weak:
    'The service asks to protect your password less than this program accepts: do not log in there, because somebody may be in between',
  kdf_too_costly:
    'The service asks for more memory or time than this program allows: do not log in there, because somebody may be in between',
  nothing_to_recover:
    'The service has nothing that your recovery code could open: tell the people who run it, or begin an empty vault with `npm run vault -- login --start-over`',
  code_mistyped: 'That code has a typing mistake: compare it with the paper and try again',
  code_of_other_kind:
    'That is another kind of code: the recovery code is for your own vault, the code of a kit for what was left to you',
  bundle_damaged:
    'The key bundle is damaged: log in again, and if that does not help, tell the people who run the service',
  format_unknown: 'This was written by a newer version of this program: update it',
  key_not_pinned: 'The key of a successor was not compared here: do it with `npm run vault -- pin`',
  key_swapped:
    'The service names another key for a successor than the one that you compared: seal nothing, and ask them whether they made a new kit',
  comparison_differs:
    'That differs, so one of the keys may have been exchanged: read slowly once more, and if it still differs, ask them to make a new kit',
  not_sealed_to: 'Nothing was sealed to this successor: the owner runs `npm run vault -- seal`',
  wrong_kit: 'This kit does not open what was left to you: use the newest sheet that you printed',
  quorum_missing: 'Not enough successors have passed on their shares: wait until they have accepted',
};

export const adviceFor = (error: CryptoError): Failure => {
  const counts = error.shares ? ` (${error.shares.have} of ${error.shares.need})` : '';
  if (error.entryId !== undefined) {
    return new Failure(`${error.message} (${error.entryId}): remove that entry, then run this again`);
  }
  const advice = CRYPTO_ADVICE[error.code];
  return new Failure(advice ? `${advice}${counts}` : `${error.message}: tell the people who run the service`);
};

/** What to say about anything that was thrown. */
export const adviceOn = (error: unknown): unknown =>
  error instanceof CryptoError ? adviceFor(error) : error;
