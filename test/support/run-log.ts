/** Where the programs under test log to, so that `npm test` can search it afterwards for what must not be there. */
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { openLog } from '../../db/log.ts';
import { RUN_LOGS_VARIABLE } from '../../scripts/test/run-logs.ts';

const folder = process.env[RUN_LOGS_VARIABLE];

/** Keeps a line of a log, if anybody will search it. */
export function keepLine(line: string): void {
  if (folder) appendFileSync(join(folder, `${process.pid}.jsonl`), line);
}

/** A log like the programs' own, which prints nothing. */
export const quietLog = (): Logger => openLog(folder ? 'debug' : 'silent', 'test', { write: keepLine });
