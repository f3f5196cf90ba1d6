import { type ParseArgsConfig, parseArgs } from 'node:util';
import { Failure } from './failure.ts';

/**
 * Parses the arguments of this program.
 *
 * @param command as people type it: `npm start`
 * @throws Failure that names the first mistake
 */
export function readArguments<T extends ParseArgsConfig>(
  config: T,
  command: string,
): ReturnType<typeof parseArgs<T>> {
  try {
    return parseArgs(config);
  } catch (error) {
    const [reason] = (error as Error).message.split('. ');
    throw new Failure(`${reason}: ${command} -- --help lists the flags`);
  }
}
