/** Every error the API answers with: RFC 9457 problems, with a code from this one list. */

/** Code → HTTP status and the sentence that stands in `title`. The list is closed and documented. */
export const ERRORS = {
  validation_failed: [400, 'The request is not valid'],
  webhook_signature_invalid: [400, 'The signature of this event is not valid'],
  malformed_json: [400, 'The body is not valid JSON'],
  unauthenticated: [401, 'Log in first'],
  invalid_credentials: [401, 'E-mail address or password is wrong'],
  two_factor_required: [401, 'A two-factor code is required'],
  two_factor_invalid: [401, 'This two-factor code is not valid'],
  refresh_token_invalid: [401, 'This refresh token is not valid any more'],
  token_invalid: [401, 'This link is not valid'],
  wrong_password: [403, 'The current password is wrong'],
  wrong_two_factor_code: [403, 'This two-factor code is wrong'],
  email_not_verified: [403, 'Verify your e-mail address first'],
  origin_not_allowed: [403, 'This origin may not do that'],
  forbidden: [403, 'You may not do that'],
  confirmation_required: [403, 'Confirm your password first: POST /auth/confirm'],
  recently_reset: [403, 'The password was reset a short while ago'],
  plan_limit: [403, 'Your plan does not allow more'],
  access_not_released: [403, 'The vault has not been released to you'],
  not_found: [404, 'There is no such thing'],
  method_not_allowed: [405, 'This address does not take that method'],
  request_timeout: [408, 'The request did not arrive in time'],
  version_conflict: [409, 'Somebody changed it meanwhile'],
  already_exists: [409, 'It exists already'],
  two_factor_enabled: [409, 'Two-factor authentication is on already'],
  two_factor_off: [409, 'Two-factor authentication is not on'],
  already_verified: [409, 'It is verified already'],
  key_pinned: [409, 'A pinned key is never replaced'],
  fingerprint_mismatch: [409, 'The fingerprints differ'],
  successor_not_verified: [409, 'This successor has not proven their mailbox yet'],
  successor_opted_out: [409, 'This person does not want to be a successor'],
  handover_active: [409, 'A handover is under way: check in first'],
  no_active_handover: [409, 'There is no handover to act on'],
  response_final: [409, 'The answer cannot be changed any more'],
  owner_alive_limit: [409, 'The handover has been postponed as often as it may be'],
  not_paused: [409, 'The switch is not paused'],
  handover_completed: [409, 'The handover is over: check in first'],
  already_subscribed: [409, 'There is a subscription already'],
  no_subscription: [409, 'There is no subscription'],
  token_used: [410, 'This link was used already'],
  token_expired: [410, 'This link has expired'],
  payload_too_large: [413, 'The body is too large'],
  unsupported_media_type: [415, 'Send the body as application/json'],
  account_locked: [429, 'Too many failed attempts'],
  rate_limited: [429, 'Too many requests'],
  internal: [500, 'Something went wrong on our side'],
  billing_disabled: [503, 'Paid plans are not offered here'],
  dependency_unavailable: [503, 'The service is not available right now'],
} as const satisfies Record<string, readonly [number, string]>;

export type ErrorCode = keyof typeof ERRORS;

export interface FieldError {
  /** Where in the request, such as `body.email`. */
  path: string;
  message: string;
}

/** What is thrown to answer with a problem; handled in one place. */
export class Problem extends Error {
  override name = 'Problem';
  readonly code: ErrorCode;
  readonly status: number;
  readonly errors: readonly FieldError[] | undefined;
  /** Seconds for `Retry-After`. */
  readonly retryAfter: number | undefined;

  constructor(code: ErrorCode, detail?: string, more: { errors?: FieldError[]; retryAfter?: number } = {}) {
    const [status, title] = ERRORS[code];
    super(detail ?? `${title}.`);
    this.code = code;
    this.status = status;
    this.errors = more.errors;
    this.retryAfter = more.retryAfter;
  }

  toBody(requestId: string) {
    return {
      type: `urn:vault-handover:problem:${this.code}`,
      title: ERRORS[this.code][1],
      status: this.status,
      code: this.code,
      detail: this.message,
      requestId,
      ...(this.errors ? { errors: this.errors } : {}),
    };
  }
}

export const notFound = (what: string): Problem => new Problem('not_found', `There is no such ${what}.`);

/** What `WWW-Authenticate` says with every 401 (RFC 9110, 15.5.2). A browser shows no dialogue for it. */
export const CHALLENGE = 'Bearer realm="vault"';
