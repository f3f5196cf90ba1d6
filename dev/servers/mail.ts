import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startProcess } from '../processes/managed-process.ts';
import { freePorts } from '../processes/ports.ts';
import { firstAnswer, untilReady } from '../processes/ready.ts';
import { inDataFolder, type LocalServer, type ServerOptions, type SettledOptions } from './server.ts';

export interface MailOptions extends ServerOptions {
  /** The port of its page. Left out: any free one. */
  webPort?: number | undefined;
}

export interface MailCatcher extends LocalServer {
  /** Its page. `GET <page>/email` lists the mails as JSON. */
  page: string;
  webPort: number;
}

/** Starts MailDev on 127.0.0.1. It accepts every mail, delivers none, keeps them, and shows them on a page. */
export const startMail = (options: MailOptions): Promise<MailCatcher> => inDataFolder(options, startIn);

async function startIn(options: SettledOptions<MailOptions>): Promise<MailCatcher> {
  const { dataDir } = options;
  const [freeSmtp, freeWeb] = await freePorts(2);
  const port = options.port ?? freeSmtp!;
  const webPort = options.webPort ?? freeWeb!;
  const mails = join(dataDir, 'mail');
  await mkdir(mails, { recursive: true });
  await chmod(mails, 0o700);
  const page = `http://127.0.0.1:${webPort}`;
  const managed = await startProcess({
    name: 'Mail catcher',
    kind: 'server',
    command: process.execPath,
    args: [
      fileURLToPath(new URL('mail-catcher.ts', import.meta.url)),
      ...['--ip', '127.0.0.1', '--smtp', String(port), '--web', String(webPort)],
      ...['--mail-directory', mails],
    ],
    cwd: dataDir,
    logFile: join(dataDir, 'logs', 'mail.log'),
    // Its own shutdown would wait for every open browser. Every mail is already in its file.
    stopWithinMs: 500,
    ready: async (signal) => {
      await untilReady(async () => (await firstAnswer(port)).startsWith('220'), 'The mail catcher', {
        signal,
      });
      await untilReady(async () => (await fetch(`${page}/healthz`)).ok, 'The mail catcher page', { signal });
    },
    registry: options.registry,
    restart: options.restart,
  });
  return {
    host: '127.0.0.1',
    port,
    webPort,
    page,
    process: managed,
    stop: () => managed.stop(),
  };
}
