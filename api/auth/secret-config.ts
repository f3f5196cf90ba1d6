import type { Config } from '../../config.ts';

/** The setting from which keys for tokens, devices and second factors are derived. */
export type SecretConfig = Pick<Config, 'JWT_SECRET'>;
