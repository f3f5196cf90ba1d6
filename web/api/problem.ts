/** What went wrong with a request, as every part of the web app passes it on. */
interface ProblemBody {
  code?: string;
  detail?: string;
  errors?: { path: string; message: string }[];
}

interface ProblemFacts {
  /** The API's code (docs/api.md), or `unreachable`. */
  code: string;
  /** 0 without an answer. */
  status: number;
  /** The API's own sentence, in English. */
  detail?: string | undefined;
  errors?: readonly { path: string; message: string }[] | undefined;
  /** Seconds. */
  retryAfter?: number | undefined;
  cause?: unknown;
}

/** An answer of the API that is an error (RFC 9457), or none at all. */
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

/** Reads the problem out of an answer. */
export async function problemOf(response: Response): Promise<Problem> {
  const body: unknown = await response.json().catch(() => null);
  return Problem.from(body, response);
}

/** Whether a request that failed has certainly changed nothing. Without an answer, it may have been carried out. */
export const changedNothing = (error: unknown): boolean =>
  error instanceof Problem && error.status > 0 && error.status < 500;
