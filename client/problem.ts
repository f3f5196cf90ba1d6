/** A request that failed. */
interface ProblemBody {
  code?: string;
  detail?: string;
  errors?: { path: string; message: string }[];
}

export interface ProblemFacts {
  /** The API's code (docs/api.md), or one of `ClientCode`. */
  code: string;
  /** 0 without a response. */
  status: number;
  /** The API's own sentence, in English. */
  detail?: string | undefined;
  errors?: readonly { path: string; message: string }[] | undefined;
  /** Seconds. */
  retryAfter?: number | undefined;
  cause?: unknown;
}

/** Codes that do not come from the API. Their status is 0. */
export type ClientCode =
  /** No response, or not all of it. */
  | 'unreachable'
  /** The response has no code. */
  | 'unexpected'
  /** The service may have made up this address: the owner must type it when logging in. */
  | 'address_unproven'
  /** The service gave a successor a key that is not the owner's. */
  | 'foreign_owner_key'
  /** The service gave a new successor another ID than the owner's client chose. */
  | 'successor_id_changed'
  /** Another device has decided something else about the successors than the owner was shown. */
  | 'decided_elsewhere'
  /** More successors must accept than can. */
  | 'too_few_successors'
  /** An entry would have more files than one may have. */
  | 'too_many_files'
  /** No service stores a file of this size. */
  | 'file_too_large'
  /** A file was not sent completely, and what is left of it is not on this device. */
  | 'file_not_kept';

/** A refusal of the API (RFC 9457), or no response at all. */
export class Problem extends Error {
  override name = 'Problem';
  readonly code: string;
  readonly status: number;
  readonly detail: string | undefined;
  readonly errors: readonly { path: string; message: string }[];
  readonly retryAfter: number | undefined;

  constructor({ code, status, detail, errors = [], retryAfter, cause }: ProblemFacts) {
    super(detail ?? code, { cause });
    this.code = code;
    this.status = status;
    this.detail = detail;
    this.errors = errors;
    this.retryAfter = retryAfter;
  }

  static from(body: unknown, response: Response): Problem {
    const { code, detail, errors }: ProblemBody = typeof body === 'object' && body !== null ? body : {};
    const retryAfter = Number(response.headers.get('retry-after')) || undefined;
    return new Problem({ code: code ?? 'unexpected', status: response.status, detail, errors, retryAfter });
  }
}

/** A problem that the client itself finds. */
export const clientProblem = (code: ClientCode): Problem => new Problem({ code, status: 0 });

/** Reads the problem from a response. A response that is cut off is a problem too. */
export async function problemOf(response: Response): Promise<Problem> {
  try {
    return Problem.from(await response.json(), response);
  } catch (error) {
    return error instanceof Problem ? error : Problem.from(null, response);
  }
}

export const isProblem = (error: unknown, code: string): error is Problem =>
  error instanceof Problem && error.code === code;

/** Whether a request that failed has certainly changed nothing. Without a response, it may have been carried out. */
export const changedNothing = (error: unknown): boolean =>
  error instanceof Problem && error.status > 0 && error.status < 500;
