/** Builds programs that are published as Go modules, with a Go that is fetched when there is none. */
import { join } from 'node:path';
import { Failure } from '../cli/failure.ts';
import { type Say, whileSaying } from '../cli/progress.ts';
import { canInstallPackages, installPackage } from './debian.ts';
import { onPath, reasonOf, runProgram } from './run-program.ts';

/** What the Temporal server asks for in its go.mod. */
const NEEDED = { major: 1, minor: 25 };
/** Fetched when the machine has an older one. */
const TOOLCHAIN = 'go1.25.4';

interface Go {
  program: string;
  env: NodeJS.ProcessEnv;
}

async function isNewEnough(go: string): Promise<boolean> {
  const version = await runProgram(go, ['env', 'GOVERSION'], {
    env: { ...process.env, GOTOOLCHAIN: 'local' },
  });
  const [, major, minor] = /^go(\d+)\.(\d+)/.exec(version) ?? [];
  return Number(major) === NEEDED.major && Number(minor) >= NEEDED.minor;
}

/** Fetches a newer Go with the older one: the module proxy serves Go itself, too. */
async function fetchToolchain(go: string, scratch: string): Promise<string> {
  const arch = process.arch === 'x64' ? 'amd64' : process.arch;
  const module = `golang.org/toolchain@v0.0.1-${TOOLCHAIN}.${process.platform}-${arch}`;
  const described = await runProgram(go, ['mod', 'download', '-json', module], {
    cwd: scratch,
    // Writable, so that it can be removed with the scratch folder.
    env: { ...process.env, GOMODCACHE: join(scratch, 'gomod'), GOFLAGS: '-modcacherw', GOTOOLCHAIN: 'local' },
  });
  const { Dir: folder } = JSON.parse(described.slice(described.indexOf('{'))) as { Dir: string };
  // Go strips the permission to run from the files of a module.
  await runProgram('chmod', ['-R', 'a+x', join(folder, 'bin'), join(folder, 'pkg', 'tool')]);
  return join(folder, 'bin', 'go');
}

/** A Go that is new enough, or undefined when there is none at all. As root on Debian it is installed when missing. */
async function findGo(scratch: string, say: Say): Promise<Go | undefined> {
  let go = await onPath('go');
  if (!go && (await canInstallPackages())) {
    say('installing Go from the Debian packages (golang-go)');
    await whileSaying(say, 'installing Go', installPackage('golang-go'));
    go = await onPath('go');
  }
  if (!go) return undefined;
  if (await isNewEnough(go)) return { program: go, env: process.env };
  say(`fetching ${TOOLCHAIN}: the Go on this machine is too old`);
  const program = await whileSaying(say, `fetching ${TOOLCHAIN}`, fetchToolchain(go, scratch));
  return { program, env: { ...process.env, GOROOT: '', GOTOOLCHAIN: 'local' } };
}

export interface GoProgram {
  /** As people know it: "the Temporal server". */
  what: string;
  /** The last part of the path is the name of the program. */
  module: string;
  version: string;
  /** How long a build takes: "4 minutes". */
  takes: string;
  /** What to do when it cannot be built: "install …". */
  instead: string;
}

/**
 * Builds a program from its source.
 *
 * @param scratch a folder that may be removed once the program is elsewhere
 * @returns the path of the program in that folder
 * @throws Failure when there is no Go, or the build fails
 */
export async function buildGoProgram(
  { what, module, version, takes, instead }: GoProgram,
  scratch: string,
  say: Say,
): Promise<string> {
  const go = await findGo(scratch, say).catch((error) => {
    throw new Failure(`Building ${what} needs Go (${reasonOf(error)}): ${instead}`);
  });
  if (!go) throw new Failure(`This machine has neither ${what} nor Go to build it: ${instead}`);
  say(`building ${what} ${version} from source, about ${takes}, once on this machine`);
  const build = runProgram(go.program, ['install', `${module}@${version}`], {
    // No C compiler is needed. A GOOS or GOARCH meant for something else would put the program elsewhere.
    env: { ...go.env, GOBIN: scratch, CGO_ENABLED: '0', GOOS: '', GOARCH: '' },
    // What people can already use takes precedence.
    priority: 10,
  });
  await whileSaying(say, `building ${what}`, build).catch((error) => {
    throw new Failure(`Building ${what} failed (${reasonOf(error)}): ${instead}`);
  });
  return join(scratch, module.split('/').at(-1)!);
}
