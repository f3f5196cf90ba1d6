/**
 * Lets the Temporal SDK download one of its servers into a folder, as its test environment does by itself.
 * A program of its own, because a download inside the SDK cannot be given up on.
 *
 * `node sdk-download.ts dev-server|time-skipping <folder>`
 */
import { TestWorkflowEnvironment } from '@temporalio/testing';

const [kind, downloadDir] = process.argv.slice(2);
const executable = { type: 'cached-download', downloadDir: downloadDir! } as const;
// It starts what it has downloaded, which shows that it runs on this machine.
const environment =
  kind === 'dev-server'
    ? await TestWorkflowEnvironment.createLocal({ server: { executable } })
    : await TestWorkflowEnvironment.createTimeSkipping({ server: { executable } });
await environment.teardown();
