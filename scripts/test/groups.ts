/**
 * Test files that a whole run plays one after the other in one file of Jest. Loading a file's modules costs Jest a
 * second of a core, however short the file is; here they are loaded once for all of a group. Each of these files still
 * is one of its own: `npm test -- check-in` runs it alone. Files that are in no group run by themselves.
 *
 * A file can be in a group when it leaves nothing behind in its process, and loads without waiting (no top-level
 * `await`).
 */
export const GROUPS = {
  accounts: [
    'api/auth-change-password',
    'api/auth-delete-account',
    'api/auth-email-change',
    'api/auth-passwords',
    'api/auth-profile',
    'api/auth-registration',
    'api/auth-reset-password',
  ],
  sessions: ['api/auth-session', 'api/check-in', 'api/client-journey', 'api/sessions', 'api/two-factor'],
  successors: [
    'api/successors',
    'api/successors-assigned-entries',
    'api/successors-bad-input',
    'api/successors-eligibility',
    'api/successors-handover-active',
    'api/successors-keys',
    'api/successors-limits',
    'api/successors-shares',
  ],
  handovers: [
    'api/handover',
    'api/inactivity',
    'api/mail-problems',
    'api/opt-out',
    'api/rehearsal',
    'api/renew-access',
    'api/successor-access',
  ],
  vault: [
    'api/import-export',
    'api/many-at-once',
    'api/rate-limit-network',
    'api/typed-calls',
    'api/vault-bad-input',
    'api/vault-entries',
  ],
  payments: ['api/billing', 'api/billing-state', 'api/billing-webhook', 'api/credits', 'api/plans'],
  documents: ['api/contract', 'api/docs', 'api/openapi', 'api/pages', 'config', 'docs'],
  live: ['api/live', 'api/live-redis', 'api/live-shutdown', 'api/redis-away'],
  operation: ['api/admin', 'api/health', 'api/logs', 'api/metrics'],
  database: ['db/literal', 'db/liveness', 'db/lost-connections', 'db/release-race', 'db/schema', 'db/switch'],
  activities: [
    'activities/clock-skew',
    'activities/discreet',
    'activities/give-up',
    'activities/last-mails',
    'activities/mail',
    'activities/mail-kinds',
    'activities/reconcile',
    'activities/smtp',
    'activities/templates',
  ],
  worker: [
    'worker/account-queue',
    'worker/liveness',
    'worker/outbox',
    'worker/public-address',
    'worker/search-attributes',
    'worker/searches',
    'worker/status',
  ],
  scripts: [
    'scripts/cache',
    'scripts/chaos-judge',
    'scripts/chaos-judge-lives',
    'scripts/chaos-parts',
    'scripts/groups',
    'scripts/import-directions',
    'scripts/leaks',
    'scripts/ledger',
    'scripts/piece',
    'scripts/secrecy',
    'scripts/servers',
    'scripts/start-flags',
    'scripts/tally',
    'scripts/vault-crypto',
  ],
  deploy: [
    'deploy/behind-proxy',
    'deploy/compose',
    'deploy/image',
    'deploy/monitoring',
    'deploy/worker-health',
  ],
  lives: ['workflows/answers', 'workflows/check-ins'],
  people: ['workflows/people', 'workflows/programs'],
  workflows: [
    'workflows/deleted-account',
    'workflows/mail.workflow',
    'workflows/no-successor',
    'workflows/pause',
    'workflows/silent-owner',
    'workflows/switch.state',
    'workflows/switch.state.property',
  ],
} as const satisfies Record<string, string[]>;

/** Says to Jest that this is a whole run. */
export const TOGETHER_VARIABLE = 'VAULT_TEST_TOGETHER';
