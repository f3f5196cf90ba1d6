import { type Config, ConfigError, loadConfig } from '../../config.ts';
import { configurationFailure } from './failure.ts';

/** Reads the configuration, and says what is wrong with it in one sentence. */
export function readConfig(variables: NodeJS.ProcessEnv): Config {
  try {
    return loadConfig(variables);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    throw configurationFailure(error);
  }
}
