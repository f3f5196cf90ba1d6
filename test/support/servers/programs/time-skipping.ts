import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Say } from '../../../../dev/cli/progress.ts';
import { startProcess } from '../../../../dev/processes/managed-process.ts';
import { freePort } from '../../../../dev/processes/ports.ts';
import { untilReady } from '../../../../dev/processes/ready.ts';
import { cached } from '../../../../dev/programs/cache.ts';
import { onPath } from '../../../../dev/programs/run-program.ts';
import { sdkDownloaded } from '../../../../dev/programs/sdk-download.ts';
import { temporalAnswers } from '../../../../dev/servers/temporal.ts';
import { gatherJars } from './maven.ts';

const VERSION = '1.38.0';
const PROGRAM = 'temporal-test-server';

const POM = `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>local</groupId><artifactId>temporal-test-server-jars</artifactId><version>1</version>
  <dependencies>
    <dependency>
      <groupId>io.temporal</groupId><artifactId>temporal-test-server</artifactId><version>${VERSION}</version>
    </dependency>
    <!-- Without a logger it complains of having none, in every test's output. -->
    <dependency>
      <groupId>org.slf4j</groupId><artifactId>slf4j-nop</artifactId><version>1.7.36</version>
    </dependency>
  </dependencies>
</project>
`;

/**
 * Starts the server as the SDK expects of a downloaded one: \`<program> <port>\`. The SDK waits 5 seconds, so the
 * virtual machine is told to start fast rather than to run fast, and finds the classes read already.
 */
const SCRIPT = `#!/bin/sh
cd "$(dirname "$0")" || exit
exec java "\${CLASSES:--XX:SharedArchiveFile=classes.jsa}" -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xshare:auto -Xmx512m \\
  -cp 'lib/*' io.temporal.testserver.TestServer "$1"
`;

/** Has Java keep the classes that the server needs to start, which halves the time. */
async function keepClasses(folder: string): Promise<void> {
  const port = await freePort();
  const server = await startProcess({
    name: 'the time-skipping Temporal server',
    kind: 'server',
    command: join(folder, PROGRAM),
    args: [String(port)],
    env: { ...process.env, CLASSES: '-XX:ArchiveClassesAtExit=classes.jsa' },
    logFile: join(folder, 'classes.log'),
    stopWithinMs: 60_000,
    ready: (signal) => untilReady(() => temporalAnswers(`127.0.0.1:${port}`), PROGRAM, { signal }),
  });
  await server.stop();
}

/** Gathers the server and its dependencies from the Maven repository. */
async function assemble(folder: string, say: Say): Promise<void> {
  await gatherJars(folder, POM, `time-skipping Temporal server ${VERSION}`, say);
  await writeFile(join(folder, PROGRAM), SCRIPT, { mode: 0o755 });
  await keepClasses(folder);
}

/**
 * The path of Temporal's time-skipping test server, to pass to
 * `TestWorkflowEnvironment.createTimeSkipping({ server: { executable: { type: 'existing-path', path } } })`.
 * The one on PATH, else the one kept from last time, else downloaded, else gathered from Maven.
 *
 * @throws Failure when there is no way to get it
 */
export async function timeSkippingProgram(say: Say): Promise<string> {
  const found = await onPath(PROGRAM);
  if (found) {
    return found;
  }
  const folder = await cached(`${PROGRAM}-${VERSION}-classes`, say, async (scratch) => {
    const made = join(scratch, 'made');
    await mkdir(made);
    say('looking for a time-skipping Temporal server to download');
    const downloaded = await sdkDownloaded('time-skipping', scratch, say);
    if (downloaded) {
      await rename(downloaded, join(made, PROGRAM));
    } else {
      await assemble(made, say);
    }
    return made;
  });
  return join(folder, PROGRAM);
}
