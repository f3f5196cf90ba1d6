import type { Config } from '../../config.ts';

const NAMES = [
  ...(['DB_HOST', 'DB_PORT', 'DB_NAME', 'DB_USER', 'DB_PASSWORD', 'REDIS_HOST', 'REDIS_PORT'] as const),
  ...(['JWT_SECRET', 'ACTIVITY_HMAC_SECRET'] as const),
];

/** The variables with which another process uses the same database and Redis, and reads what this one has signed. */
export const serviceVariables = (config: Config): Record<string, string> =>
  Object.fromEntries(NAMES.map((name) => [name, String(config[name])]));
