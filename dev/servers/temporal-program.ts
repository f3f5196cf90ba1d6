import { join } from 'node:path';
import { cached } from './cache.ts';
import { Failure } from './failure.ts';
import { findGo } from './go.ts';
import { onPath, reasonOf, runProgram } from './programs.ts';
import { type Say, whileSaying } from './progress.ts';
import { sdkDownloaded } from './sdk-downloaded.ts';

/** Newer tags replace modules in their go.mod, which `go install` refuses. */
const CLI = { module: 'github.com/temporalio/cli/cmd/temporal', version: 'v1.5.1' };

/** What to do when nothing else worked. */
const INSTEAD =
  'install the Temporal CLI (https://docs.temporal.io/cli) or Go 1.25 or newer, or name a server with TEMPORAL_ADDRESS';

/** Builds the CLI from its source and returns where it is. */
async function build(scratch: string, say: Say): Promise<string> {
  const go = await findGo(scratch, say).catch((error) => {
    throw new Failure(`There is no Go to build the Temporal server with (${reasonOf(error)}): ${INSTEAD}`);
  });
  if (!go) {
    throw new Failure(`There is no Temporal server on this machine and none could be downloaded: ${INSTEAD}`);
  }
  say(`building the Temporal server ${CLI.version} from source, about 4 minutes, once on this machine`);
  const work = runProgram(go.program, ['install', `${CLI.module}@${CLI.version}`], {
    // No C compiler is needed; a GOOS or GOARCH meant for something else would put the program elsewhere.
    env: { ...go.env, GOBIN: scratch, CGO_ENABLED: '0', GOOS: '', GOARCH: '' },
  });
  try {
    await whileSaying(say, 'building the Temporal server', work);
  } catch (error) {
    throw new Failure(`The Temporal server could not be built (${reasonOf(error)}): ${INSTEAD}`);
  }
  return join(scratch, 'temporal');
}

/**
 * The Temporal CLI, which holds a whole server: the one on PATH, else the one kept from last time, else
 * downloaded, else built, which takes minutes.
 *
 * @throws Failure when there is no way to get it
 */
export async function temporalProgram(say: Say): Promise<string> {
  return (
    (await onPath('temporal')) ??
    cached(`temporal-${CLI.version}`, say, async (scratch) => {
      say('looking for a Temporal server to download');
      return (await sdkDownloaded('dev-server', scratch, say)) ?? build(scratch, say);
    })
  );
}
