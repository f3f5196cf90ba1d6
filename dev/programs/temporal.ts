import type { Say } from '../cli/progress.ts';
import { cached } from './cache.ts';
import { buildGoProgram, type GoProgram } from './go.ts';
import { onPath } from './run-program.ts';
import { sdkDownloaded } from './sdk-download.ts';

const CLI: GoProgram = {
  what: 'the Temporal server',
  module: 'github.com/temporalio/cli/cmd/temporal',
  // Newer tags replace modules in their go.mod, which `go install` refuses.
  version: 'v1.5.1',
  takes: '4 minutes',
  instead:
    'install the Temporal CLI (https://docs.temporal.io/cli) or Go 1.25 or newer, or name a server with TEMPORAL_ADDRESS',
};

/**
 * The Temporal CLI, which holds a whole server: the one on PATH, else the one kept from last time, else a
 * download, else a build, which takes minutes.
 *
 * @throws Failure when there is no way to get it
 */
export async function temporalProgram(say: Say): Promise<string> {
  return (
    (await onPath('temporal')) ??
    cached(`temporal-${CLI.version}`, say, async (scratch) => {
      say('looking for a Temporal server to download');
      return (await sdkDownloaded('dev-server', scratch, say)) ?? buildGoProgram(CLI, scratch, say);
    })
  );
}
