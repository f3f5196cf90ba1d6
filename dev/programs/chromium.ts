/** A Chromium without a window: from the machine, or from the Debian packages. */
import { Failure } from '../cli/failure.ts';
import { type Say, whileSaying } from '../cli/progress.ts';
import { canInstallPackages, installPackage } from './debian.ts';
import { onPath } from './run-program.ts';

const PACKAGE = 'chromium-headless-shell';
const NAMES = [PACKAGE, 'chromium', 'chromium-browser', 'google-chrome'];

async function find(): Promise<string | undefined> {
  for (const name of NAMES) {
    const path = await onPath(name);
    if (path) return path;
  }
  return undefined;
}

/**
 * Where Chromium is. As root on Debian it is installed when missing.
 *
 * @throws Failure when there is none
 */
export async function findChromium(say: Say): Promise<string> {
  let path = await find();
  if (!path && (await canInstallPackages())) {
    say(`installing Chromium from the Debian packages (${PACKAGE})`);
    await whileSaying(say, 'installing Chromium', installPackage(PACKAGE));
    path = await find();
  }
  if (!path) throw new Failure(`Chromium is missing: install it, on Debian with \`apt install ${PACKAGE}\``);
  return path;
}
