/**
 * Python with the packages of a requirements file, which are kept beside the servers that we build. Where Python is
 * missing, or they cannot be installed, the caller is told: the service itself doesn't need them.
 */
import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { silent } from '../../../dev/cli/progress.ts';
import { checkout } from '../../../dev/instance/checkout.ts';
import { baseEnv } from '../../../dev/instance/environment.ts';
import { cached } from '../../../dev/programs/cache.ts';

const INSTALL_MS = 180_000;

export interface Python {
  /** Starts it. `modules` are further folders to import from. */
  start(args: string[], env?: Record<string, string>): ReturnType<typeof spawn>;
  /** Runs it to its end. @throws Error with its output if it fails */
  run(...args: string[]): Promise<string>;
}

const exec = promisify(execFile);

const lastLine = (error: unknown): string => {
  const { stderr = '', message } = error as { stderr?: string; message: string };
  return (stderr || message).trim().split('\n').at(-1) ?? '';
};

/** Its name and version, such as `cpython-311`, if it is new enough for the packages. */
async function versionOf(program: string): Promise<string> {
  const script = 'import sys; assert sys.version_info >= (3, 11); print(sys.implementation.cache_tag)';
  const { stdout } = await exec(program, ['-c', script]);
  return stdout.trim();
}

/**
 * Installs into a folder, without a virtual environment: one that is moved afterwards does not work, and Debian has
 * `venv` in a separate package. If pip is missing, a virtual environment may still bring one.
 */
async function install(program: string, requirements: string, scratch: string): Promise<string> {
  const target = join(scratch, 'packages');
  const args = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--only-binary=:all:'];
  const rest = ['--target', target, '--requirement', requirements];
  const options = { timeout: INSTALL_MS };
  try {
    await exec(program, [...args, ...rest], options);
  } catch (error) {
    if (!/No module named pip/.test(lastLine(error))) throw error;
    const own = join(scratch, 'venv');
    await exec(program, ['-m', 'venv', own], options);
    await exec(join(own, 'bin', 'python'), [...args, ...rest], options);
  }
  return target;
}

/**
 * @param folder of the checkout, with its requirements.txt
 * @returns Python, or why these tests cannot run here
 */
export async function findPython(folder: string): Promise<Python | { missing: string }> {
  const requirements = join(checkout, folder, 'requirements.txt');
  for (const program of ['python3', 'python']) {
    const version = await versionOf(program).catch(() => null);
    if (version === null) continue;
    const wanted = createHash('sha256')
      .update(await readFile(requirements))
      .digest('hex')
      .slice(0, 12);
    const name = `python-${wanted}-${version}-${process.platform}-${process.arch}`;
    try {
      const packages = await cached(name, silent, (scratch) => install(program, requirements, scratch));
      return pythonWith(program, packages);
    } catch (error) {
      return { missing: `the Python packages cannot be installed: ${lastLine(error)}` };
    }
  }
  return { missing: 'there is no Python 3.11 or later here' };
}

function pythonWith(program: string, packages: string): Python {
  const environment = (more: Record<string, string>) => ({
    ...baseEnv(),
    PYTHONPATH: [more.PYTHONPATH, packages].filter(Boolean).join(':'),
    PYTHONDONTWRITEBYTECODE: '1',
    PYTHONUTF8: '1',
  });
  return {
    start: (args, env = {}) => spawn(program, args, { env: { ...env, ...environment(env) } }),
    async run(...args) {
      try {
        const { stdout, stderr } = await exec(program, args, { env: environment({}), timeout: 180_000 });
        return stdout + stderr;
      } catch (error) {
        const {
          stdout = '',
          stderr = '',
          message,
        } = error as { stdout?: string; stderr?: string; message: string };
        throw new Error(`${message}\n${stdout}${stderr}`.slice(0, 5_000));
      }
    },
  };
}
