/** The links in mails: which page each opens, and how long it works. */
import type { TokenPurpose } from '../db/entities/token.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Null: it ends with the cycle, the handover or the access window. */
export const LINKS = {
  verify_email: { page: 'verify-email', livesMs: DAY_MS },
  reset_password: { page: 'reset-password', livesMs: HOUR_MS },
  change_email: { page: 'verify-email', livesMs: DAY_MS },
  second_factor_removal: { page: 'remove-second-factor', livesMs: 7 * DAY_MS },
  check_in: { page: 'check-in', livesMs: null },
  successor_verification: { page: 'successor', livesMs: 30 * DAY_MS },
  second_address: { page: 'second-address', livesMs: 30 * DAY_MS },
  response: { page: 'respond', livesMs: null },
  access: { page: 'access', livesMs: null },
  contact: { page: 'still-here', livesMs: 90 * DAY_MS },
  rehearsal_response: { page: 'respond', livesMs: null },
  rehearsal_access: { page: 'access', livesMs: null },
  opt_out: { page: 'opt-out', livesMs: 365 * DAY_MS },
} as const satisfies Record<TokenPurpose, { page: string; livesMs: number | null }>;
