import { type ParseArgsConfig, parseArgs } from 'node:util';
import { Failure, UsageFailure } from './failure.ts';

/**
 * Parses the arguments of this program.
 *
 * @param command as people type it: `npm start` or `npm run bench -- web`
 * @throws UsageFailure that names the first mistake
 */
export function readArguments<T extends ParseArgsConfig>(
  config: T,
  command: string,
): ReturnType<typeof parseArgs<T>> {
  try {
    return parseArgs(config);
  } catch (error) {
    const [reason] = (error as Error).message.split('. ');
    const dashes = /^npm \S+( \S+)?$/.test(command) ? '-- ' : '';
    throw new UsageFailure(`${reason}: ${command} ${dashes}--help lists the flags`);
  }
}

/** @throws Failure that names the flag, unless the text is a whole number above 0 */
export function wholeNumber(flag: string, text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new Failure(`--${flag} must be a whole number above 0`);
  return Number(text);
}
