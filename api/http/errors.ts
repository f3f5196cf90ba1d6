/** Every error of the API: an RFC 9457 problem, with a code from this list. */

/** The HTTP status, the `title`, and the default `detail`, which is the title unless given. */
type ErrorDeclaration = readonly [status: number, title: string, detail?: string];

/** The list is closed and documented. */
export const ERRORS = {
  validation_failed: [400, 'Invalid request'],
  webhook_signature_invalid: [400, 'Invalid webhook signature'],
  malformed_json: [400, 'Malformed JSON'],
  checksum_mismatch: [
    400,
    'Checksum mismatch',
    'What arrived does not have the SHA-256 that was announced, and was discarded. Send the file again.',
  ],
  unauthenticated: [401, 'Not logged in'],
  invalid_credentials: [401, 'Wrong email address or password'],
  two_factor_required: [401, 'Two-factor code required'],
  two_factor_invalid: [401, 'Invalid two-factor code'],
  passkey_invalid: [
    401,
    'Passkey not accepted',
    'This passkey was not accepted. Try again, or log in with the password.',
  ],
  refresh_token_invalid: [401, 'Invalid refresh token'],
  token_invalid: [401, 'Invalid link', 'This link is not valid.'],
  wrong_password: [403, 'Wrong password', 'The current password is wrong.'],
  wrong_two_factor_code: [403, 'Wrong two-factor code'],
  wrong_code: [403, 'Wrong code', 'This code is wrong, or no longer valid. Ask for a new one.'],
  wrong_passkey: [403, 'Passkey not accepted', 'This passkey was not accepted. Try again.'],
  email_not_verified: [403, 'Email address not verified', 'Verify your email address first.'],
  origin_not_allowed: [403, 'Origin not allowed'],
  forbidden: [403, 'Forbidden'],
  confirmation_required: [
    403,
    'Password confirmation required',
    'Confirm your password first: POST /auth/confirm.',
  ],
  registration_closed: [403, 'Registration is closed', 'This service is not accepting new accounts.'],
  invitation_required: [
    403,
    'By invitation only',
    'This service opens accounts by invitation only, and an invitation can be used once. Ask its operator for one.',
  ],
  log_in_required: [403, 'Log-in required', "Links don't check this owner in. Log in instead."],
  recently_reset: [403, 'Password was reset recently'],
  plan_limit: [403, 'Plan limit reached'],
  access_not_released: [403, 'Access not released', 'The vault has not been released to you.'],
  not_found: [404, 'Not found'],
  method_not_allowed: [405, 'Method not allowed'],
  request_timeout: [408, 'Request timed out'],
  version_conflict: [409, 'Changed since you read it'],
  already_exists: [409, 'Already exists'],
  offset_mismatch: [409, 'Wrong offset', 'Use HEAD to see how much has arrived, and resume from there.'],
  file_unfinished: [409, 'File not complete', 'This file has not been uploaded completely yet.'],
  two_factor_enabled: [409, 'Two-factor authentication is already on'],
  two_factor_off: [409, 'Two-factor authentication is off'],
  channel_limit: [409, 'Too many ways', 'Remove a way first.'],
  passkey_limit: [409, 'Too many passkeys', 'Remove a passkey first.'],
  automation_limit: [409, 'Too many automations', 'Revoke the token of an automation first.'],
  already_verified: [409, 'Already verified'],
  channel_not_verified: [409, 'Way not verified', 'Enter the code that was sent there first.'],
  key_pinned: [409, 'Key already pinned', 'A pinned key cannot be replaced.'],
  fingerprint_mismatch: [409, 'Fingerprints do not match'],
  successor_not_verified: [
    409,
    'Successor not verified',
    "This successor hasn't confirmed their email address yet.",
  ],
  successor_opted_out: [409, 'Successor opted out', "This person doesn't want to be a successor."],
  handover_active: [409, 'Handover in progress', 'A handover is in progress. Check in first.'],
  no_active_handover: [409, 'No handover in progress'],
  response_final: [409, 'Response can no longer be changed'],
  owner_alive_limit: [
    409,
    'Handover cannot be postponed again',
    'The handover has already been postponed as often as allowed.',
  ],
  not_paused: [409, 'Switch is not paused'],
  handover_completed: [409, 'Handover completed', 'The handover is over. Check in first.'],
  already_subscribed: [409, 'Already subscribed'],
  no_subscription: [409, 'No subscription'],
  token_used: [410, 'Link already used', 'This link has already been used.'],
  token_expired: [410, 'Link expired', 'This link has expired.'],
  handover_ended: [
    410,
    'Handover ended',
    'The owner is back, or the handover was cancelled for another reason. This link no longer opens anything.',
  ],
  tus_version: [412, 'Unsupported tus version', 'Send Tus-Resumable: 1.0.0.'],
  payload_too_large: [413, 'Request body too large'],
  unsupported_media_type: [415, 'Unsupported media type', 'Send the body as application/json.'],
  range_not_satisfiable: [416, 'Range not satisfiable', 'The file is shorter than that.'],
  file_locked: [
    423,
    'File is being written',
    'Another request is writing this file. Try again in a few seconds.',
  ],
  account_locked: [429, 'Too many failed attempts'],
  rate_limited: [429, 'Too many requests'],
  internal: [500, 'Internal error', 'Something went wrong on our side.'],
  billing_disabled: [503, 'Paid plans are not offered', 'This service does not offer paid plans.'],
  files_disabled: [503, 'Files are not stored', 'This service does not store files.'],
  push_disabled: [503, 'Pushes are not sent', 'This service does not send notifications to devices.'],
  store_full: [507, 'No space left', 'This service has no space left for files. Try again later.'],
  dependency_unavailable: [
    503,
    'Service unavailable',
    'The service is unavailable right now. Try again later.',
  ],
} as const satisfies Record<string, ErrorDeclaration>;

export type ErrorCode = keyof typeof ERRORS;

export interface FieldError {
  /** Where in the request, such as `body.email`. */
  path: string;
  message: string;
}

/** Thrown to respond with a problem (`middleware/problems.ts`). */
export class Problem extends Error {
  override name = 'Problem';
  readonly code: ErrorCode;
  readonly status: number;
  readonly errors: readonly FieldError[] | undefined;
  /** Seconds for `Retry-After`. */
  readonly retryAfter: number | undefined;

  constructor(code: ErrorCode, detail?: string, more: { errors?: FieldError[]; retryAfter?: number } = {}) {
    const [status, title, usual]: ErrorDeclaration = ERRORS[code];
    super(detail ?? usual ?? `${title}.`);
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

/** @param what such as `Session` */
export const notFound = (what: string): Problem => new Problem('not_found', `${what} not found.`);

/** A problem that names every field that is wrong. */
export const invalid = (errors: FieldError[], detail = 'Fix the fields listed in errors.'): Problem =>
  new Problem('validation_failed', detail, { errors });

/** The `WWW-Authenticate` header of every 401 (RFC 9110, 15.5.2). Browsers show no dialogue for it. */
export const CHALLENGE = 'Bearer realm="vault"';
