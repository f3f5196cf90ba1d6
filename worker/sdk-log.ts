/** Sends the log of Temporal's SDK into the worker's own. */
import { stripVTControlCharacters } from 'node:util';
import { DefaultLogger, type LogEntry, type RuntimeOptions } from '@temporalio/worker';
import type { Logger } from 'pino';

const LEVELS = { TRACE: 'trace', DEBUG: 'debug', INFO: 'info', WARN: 'warn', ERROR: 'error' } as const;

/** Runtime options that send its log, native part included, into ours. */
export function sdkLog(log: Logger): Pick<RuntimeOptions, 'logger' | 'telemetryOptions'> {
  const write = ({ level, message, meta }: LogEntry) => {
    const { error: err, ...rest } = meta ?? {};
    // The bundler colours its report.
    const text = stripVTControlCharacters(message).trim();
    // Its list of every module is only for debugging.
    const into = text.includes('\n') && level === 'INFO' ? 'debug' : LEVELS[level];
    log[into]({ ...rest, ...(err === undefined ? {} : { err }) }, text);
  };
  return {
    logger: new DefaultLogger('DEBUG', write),
    telemetryOptions: { logging: { filter: { core: 'WARN', other: 'ERROR' }, forward: {} } },
  };
}
