import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Say } from '../../../../dev/cli/progress.ts';
import { startProcess } from '../../../../dev/processes/managed-process.ts';
import { freePorts } from '../../../../dev/processes/ports.ts';
import { firstAnswer, untilReady } from '../../../../dev/processes/ready.ts';
import { cached } from '../../../../dev/programs/cache.ts';
import {
  inDataFolder,
  type LocalServer,
  type ServerOptions,
  type SettledOptions,
} from '../../../../dev/servers/server.ts';
import { gatherJars } from './maven.ts';

const VERSION = '2.1.3';
const POM = `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>local</groupId><artifactId>greenmail-jars</artifactId><version>1</version>
  <dependencies>
    <dependency>
      <groupId>com.icegreen</groupId><artifactId>greenmail-standalone</artifactId><version>${VERSION}</version>
    </dependency>
  </dependencies>
</project>
`;

/** GreenMail: a mail server with real SMTP and IMAP, and one mailbox. */
export interface GreenMail extends LocalServer {
  /** The port of SMTP; `port` is that of IMAP. */
  smtpPort: number;
  user: string;
  password: string;
  /** The mailbox's address. */
  address: string;
}

const jars = (say: Say): Promise<string> =>
  cached(`greenmail-${VERSION}`, say, async (scratch) => {
    const made = join(scratch, 'made');
    await mkdir(made);
    await gatherJars(made, POM, `mail server GreenMail ${VERSION}`, say);
    return made;
  });

/** @throws Failure when there is none and none can be gathered */
export function startGreenMail(options: ServerOptions): Promise<GreenMail> {
  return inDataFolder(options, startIn);
}

async function startIn(options: SettledOptions<ServerOptions>): Promise<GreenMail> {
  const { dataDir } = options;
  const folder = await jars(options.say);
  const [freeImap, smtpPort, apiPort] = await freePorts(3);
  const port = options.port ?? freeImap!;
  const cwd = join(dataDir, 'greenmail');
  await mkdir(cwd, { recursive: true });
  const [user, password, address] = ['returns', 'secret', 'returns@vault.test'];
  const settings = {
    hostname: '127.0.0.1',
    'smtp.port': smtpPort,
    'imap.port': port,
    'api.port': apiPort,
    users: `${user}:${password}@vault.test`,
    'users.login': 'local_part',
    'startup.timeout': 30_000,
  };
  const managed = await startProcess({
    name: 'GreenMail',
    kind: 'server',
    command: 'java',
    args: [
      ...['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC', '-Xmx128m'],
      ...Object.entries(settings).map(([name, value]) => `-Dgreenmail.${name}=${value}`),
      ...['-cp', join(folder, 'lib', '*'), 'com.icegreen.greenmail.standalone.GreenMailStandaloneRunner'],
    ],
    cwd,
    logFile: join(dataDir, 'logs', 'greenmail.log'),
    stopWithinMs: 2_000,
    ready: async (signal) => {
      await untilReady(async () => (await firstAnswer(smtpPort!)).startsWith('220'), 'GreenMail', { signal });
      await untilReady(async () => (await firstAnswer(port)).startsWith('* OK'), 'GreenMail', { signal });
    },
    registry: options.registry,
    restart: options.restart,
  });
  return {
    ...{ host: '127.0.0.1', port, smtpPort: smtpPort!, user, password, address },
    process: managed,
    stop: () => managed.stop(),
  };
}
