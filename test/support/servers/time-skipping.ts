import { TestWorkflowEnvironment } from '@temporalio/testing';
import { servers } from './shared-servers.ts';

type Options = NonNullable<Parameters<typeof TestWorkflowEnvironment.createTimeSkipping>[0]>;

/** The SDK gives the server five seconds to start, which may be too few on a busy machine. */
const ATTEMPTS = 10;

/** A Temporal server that skips time, without a download. The caller tears it down. */
export async function startTimeSkipping(client: Options['client'] = {}): Promise<TestWorkflowEnvironment> {
  const server = { executable: { type: 'existing-path', path: servers.timeSkipping.path } } as const;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await TestWorkflowEnvironment.createTimeSkipping({ server, client });
    } catch (error) {
      if (attempt === ATTEMPTS) throw error;
    }
  }
}
