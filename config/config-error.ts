/** Thrown if the environment is invalid; its message names the variables and the remedy. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}
