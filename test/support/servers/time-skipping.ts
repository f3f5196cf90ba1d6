import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure } from '../../../dev/cli/failure.ts';
import { type Say, whileSaying } from '../../../dev/cli/progress.ts';
import { cached } from '../../../dev/programs/cache.ts';
import { canInstallPackages, installPackage } from '../../../dev/programs/debian.ts';
import { onPath, ProgramError, runProgram } from '../../../dev/programs/run-program.ts';
import { sdkDownloaded } from '../../../dev/programs/sdk-download.ts';

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
 * virtual machine is told to start fast rather than to run fast.
 */
const SCRIPT = `#!/bin/sh
here=$(dirname "$0")
exec java -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xshare:auto -Xmx512m \\
  -cp "$here/lib/*" io.temporal.testserver.TestServer "$1"
`;

/** Maven, with a Java to run it and the server; as root on Debian they are installed when missing. */
async function findMaven(say: Say): Promise<string | undefined> {
  const missing = async () => !((await onPath('java')) && (await onPath('mvn')));
  if ((await missing()) && (await canInstallPackages())) {
    say('installing Java and Maven from the Debian packages (default-jre-headless, maven)');
    for (const name of ['default-jre-headless', 'maven']) {
      await whileSaying(say, `installing ${name}`, installPackage(name));
    }
  }
  return (await missing()) ? undefined : onPath('mvn');
}

/** Gathers the server and its dependencies from the Maven repository. */
async function assemble(folder: string, say: Say): Promise<void> {
  const maven = await findMaven(say);
  if (!maven) {
    throw new Failure(
      'There is no time-skipping Temporal server on this machine and none could be downloaded: install Java 11 or newer and Maven',
    );
  }
  say(`gathering the time-skipping Temporal server ${VERSION}, about a minute, once on this machine`);
  const pom = join(folder, 'pom.xml');
  await writeFile(pom, POM);
  const output = `-DoutputDirectory=${join(folder, 'lib')}`;
  const work = runProgram(maven, ['-B', '-q', '-f', pom, 'dependency:copy-dependencies', output]);
  try {
    await whileSaying(say, 'gathering the time-skipping Temporal server', work);
  } catch (error) {
    // Maven ends with advice. What went wrong comes first.
    const output = error instanceof ProgramError ? error.output : String(error);
    const reason = output.split('\n').find((line) => line.includes('ERROR')) ?? output;
    throw new Failure(`The time-skipping Temporal server could not be gathered: ${reason}`);
  }
  await writeFile(join(folder, PROGRAM), SCRIPT, { mode: 0o755 });
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
  const folder = await cached(`${PROGRAM}-${VERSION}`, say, async (scratch) => {
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
