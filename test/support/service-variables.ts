import type { Config } from '../../config.ts';

/** The variables with which another process uses the same database, and reads what this one has signed. */
export const serviceVariables = (config: Config): Record<string, string> => ({
  DB_HOST: config.DB_HOST,
  DB_PORT: String(config.DB_PORT),
  DB_NAME: config.DB_NAME,
  DB_USER: config.DB_USER,
  DB_PASSWORD: config.DB_PASSWORD,
  JWT_SECRET: config.JWT_SECRET,
  ACTIVITY_HMAC_SECRET: config.ACTIVITY_HMAC_SECRET,
});
