/** Thrown if the environment is invalid; its message names the variables and the remedy. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

/** Returns what it reads. If it throws a ConfigError, prints the message and ends the program with 1. */
export function orExit<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}
