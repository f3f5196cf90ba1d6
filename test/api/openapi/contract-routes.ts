/**
 * The endpoint tables of the contract, row by row: section 4 of `vault-handover-api.md` ("Vault Handover Service API
 * Specification"), which lies outside this repository. Method, path below `/api/v1`, access. Change a row only
 * together with the contract.
 */
import type { Method, RouteAccess } from '../../../api/http/route.ts';

export interface ContractRow {
  /** In the contract. */
  section: string;
  method: Method;
  /** With `:name` for parameters. */
  path: string;
  access: RouteAccess;
}

const TABLES: Record<string, string> = {
  '4.1 Account and authentication': `
    POST /auth/register Public
    POST /auth/login Public
    POST /auth/forgot-password Public
    POST /auth/reset-password Public
    GET /auth/verify-email Public
    POST /auth/resend-verification Public
    POST /auth/refresh Public
    POST /auth/logout Auth
    GET /auth/profile Auth
    PUT /auth/profile Auth
    PUT /auth/change-password Auth
    POST /auth/2fa/setup Auth
    POST /auth/2fa/enable Auth
    POST /auth/2fa/disable Auth
    DELETE /auth/delete-account Auth`,
  '4.2 Vault': `
    POST /vault/entries Auth
    GET /vault/entries Auth
    GET /vault/entries/:id Auth
    PUT /vault/entries/:id Auth
    DELETE /vault/entries/:id Auth
    GET /vault/export Auth
    POST /vault/import Auth
    GET /vault/successor-access Public`,
  '4.3 Activity and inactivity': `
    GET /activity Auth
    POST /activity/check-in Auth
    GET /activity/check-in-link Public
    POST /activity/check-in-link Public
    GET /inactivity/settings Auth
    PUT /inactivity/settings Auth
    POST /inactivity/pause Auth
    POST /inactivity/resume Auth`,
  '4.4 Sessions': `
    GET /sessions Auth
    DELETE /sessions/:sessionId Auth
    POST /sessions/invalidate-others Auth`,
  '4.5 Successors': `
    GET /successors/verify Public
    PUT /successors/shares Auth
    POST /successors Auth
    GET /successors Auth
    GET /successors/:id Auth
    PUT /successors/:id Auth
    DELETE /successors/:id Auth
    POST /successors/:id/resend-verification Auth
    POST /successors/:id/verify Auth
    GET /successors/:id/assigned-entries Auth
    PUT /successors/:id/assigned-entries Auth`,
  '4.6 Handover': `
    POST /handover/respond Public
    GET /handover/status Auth
    POST /handover/cancel Auth`,
  '4.7 Billing': `
    GET /billing/status Auth
    POST /billing/checkout Auth
    POST /billing/portal Auth
    POST /billing/webhook Public`,
  '4.8 Admin': `
    GET /admin/dashboard Admin
    GET /admin/users Admin
    POST /admin/users/:userId/unlock Admin
    GET /admin/users/:userId/lockout-status Admin`,
  '4.9 Health and metrics': `
    GET /health Public
    GET /metrics Public`,
};

const ACCESS: Record<string, RouteAccess> = { Public: 'public', Auth: 'session', Admin: 'admin' };

export const CONTRACT: readonly ContractRow[] = Object.entries(TABLES).flatMap(([section, table]) =>
  table
    .trim()
    .split('\n')
    .map((row) => {
      const [method = '', path = '', access = ''] = row.trim().split(' ');
      const known = ACCESS[access];
      if (!known) throw new Error(`${row} names no access`);
      return { section, method: method.toLowerCase() as Method, path, access: known };
    }),
);
