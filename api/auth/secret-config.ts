import type { Config } from '../../config.ts';

/** The settings from which keys for tokens, devices and second factors are derived. */
export type SecretConfig = Pick<Config, 'JWT_SECRET' | 'JWT_SECRET_PREVIOUS'>;
