import { join } from 'node:path';
import { canInstallPackages, installPackage, onPath, runProgram } from './programs.ts';
import { type Say, whileSaying } from './progress.ts';

/** What the Temporal server asks for in its go.mod. */
const NEEDED = { major: 1, minor: 25 };
/** Fetched when there is only an older one. */
const TOOLCHAIN = 'go1.25.4';

/** How to call a Go. */
export interface Go {
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

/** Fetches a newer Go by the older one: the module proxy that serves all modules serves Go itself as well. */
async function fetchToolchain(go: string, scratch: string): Promise<string> {
  const arch = process.arch === 'x64' ? 'amd64' : process.arch;
  const module = `golang.org/toolchain@v0.0.1-${TOOLCHAIN}.${process.platform}-${arch}`;
  const described = await runProgram(go, ['mod', 'download', '-json', module], {
    cwd: scratch,
    // Writable, so that it can be removed with the scratch folder.
    env: { ...process.env, GOMODCACHE: join(scratch, 'gomod'), GOFLAGS: '-modcacherw', GOTOOLCHAIN: 'local' },
  });
  const { Dir: folder } = JSON.parse(described.slice(described.indexOf('{'))) as { Dir: string };
  // Modules hold no programs, so the way there has taken their permission to run.
  await runProgram('chmod', ['-R', 'a+x', join(folder, 'bin'), join(folder, 'pkg', 'tool')]);
  return join(folder, 'bin', 'go');
}

/**
 * A Go that is new enough: the one on PATH, as root on Debian else the packaged one, and when that is too old one
 * fetched by it. Undefined when there is none at all.
 *
 * @param scratch a folder that may be removed when Go is no longer needed
 */
export async function findGo(scratch: string, say: Say): Promise<Go | undefined> {
  let go = await onPath('go');
  if (!go && (await canInstallPackages())) {
    say('installing Go from the Debian packages (golang-go)');
    await whileSaying(say, 'installing Go', installPackage('golang-go'));
    go = await onPath('go');
  }
  if (!go) {
    return undefined;
  }
  if (await isNewEnough(go)) {
    return { program: go, env: process.env };
  }
  say(`fetching ${TOOLCHAIN}, for the one on this machine is older than the Temporal server needs`);
  const program = await whileSaying(say, `fetching ${TOOLCHAIN}`, fetchToolchain(go, scratch));
  return { program, env: { ...process.env, GOROOT: '', GOTOOLCHAIN: 'local' } };
}
