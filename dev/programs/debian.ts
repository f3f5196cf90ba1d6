/** Debian packages, installed when this process is root and something it needs is missing. */
import { Failure } from '../cli/failure.ts';
import { onPath, reasonOf, runProgram } from './run-program.ts';

/** Whether this process can install Debian packages: it is root and apt is there. */
export const canInstallPackages = async (): Promise<boolean> =>
  process.getuid?.() === 0 && (await onPath('apt-get')) !== undefined;

/** apt holds a lock while it works, so installations run one after another. */
let installing: Promise<unknown> = Promise.resolve();

/**
 * Installs a Debian package, only when `canInstallPackages`. Concurrent calls install one after another.
 *
 * @throws Failure when the package source cannot be reached or has no such package
 */
export function installPackage(name: string): Promise<void> {
  const installation = installing.then(() => install(name));
  installing = installation.catch(() => {});
  return installation;
}

async function install(name: string): Promise<void> {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = (...args: string[]) =>
    runProgram('apt-get', ['-qq', '-o', 'DPkg::Lock::Timeout=300', ...args], { env });
  const get = () => apt('install', '-y', '--no-install-recommends', name);
  try {
    // A fresh container has no package lists; one that has them need not fetch them again.
    await get().catch(async () => {
      await apt('update');
      await get();
    });
  } catch (error) {
    throw new Failure(`The Debian package ${name} could not be installed (${reasonOf(error)})`);
  }
}
