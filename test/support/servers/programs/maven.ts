/** Java programs from the Maven repository. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure } from '../../../../dev/cli/failure.ts';
import { type Say, whileSaying } from '../../../../dev/cli/progress.ts';
import { canInstallPackages, installPackage } from '../../../../dev/programs/debian.ts';
import { onPath, ProgramError, runProgram } from '../../../../dev/programs/run-program.ts';

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

/**
 * Gathers a program and all that it needs into `<folder>/lib`.
 *
 * @param pom the project whose dependencies are gathered
 * @throws Failure without Java and Maven, or when the repository can't be reached
 */
export async function gatherJars(folder: string, pom: string, what: string, say: Say): Promise<void> {
  const maven = await findMaven(say);
  if (!maven) {
    throw new Failure(
      `There is no ${what} on this machine and none could be downloaded: install Java 11 or newer and Maven`,
    );
  }
  say(`gathering the ${what}, about a minute, once on this machine`);
  const file = join(folder, 'pom.xml');
  await writeFile(file, pom);
  const output = `-DoutputDirectory=${join(folder, 'lib')}`;
  const work = runProgram(maven, ['-B', '-q', '-f', file, 'dependency:copy-dependencies', output]);
  try {
    await whileSaying(say, `gathering the ${what}`, work);
  } catch (error) {
    // Maven ends with advice. What went wrong comes first.
    const output = error instanceof ProgramError ? error.output : String(error);
    const reason = output.split('\n').find((line) => line.includes('ERROR')) ?? output;
    throw new Failure(`The ${what} could not be gathered: ${reason}`);
  }
}
