import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startProcess } from '../dev/processes/managed-process.ts';
import { freePort } from '../dev/processes/ports.ts';
import { firstAnswer, untilReady } from '../dev/processes/ready.ts';
import { inDataFolder, type LocalServer, type ServerOptions } from '../dev/servers/server.ts';
import { type Mailboxes, openMailboxes } from './mailboxes.ts';

export interface CatcherServer extends LocalServer {
  /** Holds the mails, one line of JSON each. */
  file: string;
  /** Closes and opens its mailboxes. */
  mailboxes: Mailboxes;
}

/** Starts the campaign's own mail server on 127.0.0.1. What it accepted survives every kill. */
export const startCatcher = (options: ServerOptions): Promise<CatcherServer> =>
  inDataFolder(options, async ({ dataDir, port: wanted, registry, restart }) => {
    const port = wanted ?? (await freePort());
    const file = join(dataDir, 'mails.jsonl');
    await mkdir(dataDir, { recursive: true });
    await writeFile(file, '', { flag: 'a' });
    const mailboxes = openMailboxes(join(dataDir, 'closed.json'));
    const managed = await startProcess({
      name: 'Mail server',
      kind: 'server',
      command: process.execPath,
      args: [fileURLToPath(new URL('catcher.ts', import.meta.url)), String(port), file, mailboxes.file],
      logFile: join(dataDir, 'logs', 'mail.log'),
      stopWithinMs: 500,
      ready: (signal) =>
        untilReady(async () => (await firstAnswer(port)).startsWith('220'), 'The mail server', { signal }),
      registry,
      restart,
    });
    return { host: '127.0.0.1', port, file, mailboxes, process: managed, stop: () => managed.stop() };
  });
