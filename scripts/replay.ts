/** `npm run replay`: replays one history against the workflows as they are now, with a debugger if you like. */
import { fileURLToPath } from 'node:url';
import { Client, Connection, isGrpcServiceError } from '@temporalio/client';
import { DefaultLogger, Runtime, Worker } from '@temporalio/worker';
import { temporalOf } from '../config.ts';
import { readArguments } from '../dev/cli/arguments.ts';
import { runCommand } from '../dev/cli/command.ts';
import { Failure } from '../dev/cli/failure.ts';
import { savedHistories } from '../test/replay/histories.ts';
import { PRELOADED } from '../worker/bundle.ts';
import { operatorConfig } from './admin/saved-settings.ts';

const HELP = `npm run replay -- <history> [flags]

Replays a history against the workflows as they are now. It calls no activity and changes nothing.
The history is one of test/replay/histories, such as v1/armed, or the ID of a workflow, such as switch/<userId>,
on the Temporal of npm start or of the environment.

node --inspect-brk scripts/replay.ts <history> waits for a debugger, which stops where a workflow says "debugger".

Flags
  --run <ID>              not the last run of the workflow, but this one
  --data <folder>         where npm start keeps its data (.data in the checkout)
  --help                  this text`;

/** gRPC's code. */
const NOT_FOUND = 5;

type ReplayableHistory = Awaited<ReturnType<typeof savedHistories>>[number]['history'];

async function fetchHistory(
  workflowId: string,
  runId?: string,
  dataDir?: string,
): Promise<ReplayableHistory> {
  const config = operatorConfig(process.env, dataDir);
  const connection = await Connection.connect(temporalOf(config));
  try {
    const { workflow } = new Client({ connection, namespace: config.TEMPORAL_NAMESPACE });
    return await workflow.getHandle(workflowId, runId).fetchHistory();
  } catch (error) {
    if (!isGrpcServiceError(error) || error.code !== NOT_FOUND) throw error;
    throw new Failure(`Temporal knows no workflow ${workflowId}${runId ? ` with the run ${runId}` : ''}`);
  } finally {
    await connection.close();
  }
}

async function run(): Promise<void> {
  const options = {
    run: { type: 'string' },
    data: { type: 'string' },
    help: { type: 'boolean', short: 'h' },
  } as const;
  const { values, positionals } = readArguments({ options, allowPositionals: true }, 'npm run replay');
  if (values.help) return console.log(HELP);
  const [name, ...more] = positionals;
  if (!name || more.length > 0) throw new Failure('Name one history: npm run replay -- --help says how');
  const saved = (await savedHistories()).find((each) => each.name === name);
  const history = saved?.history ?? (await fetchHistory(name, values.run, values.data));
  Runtime.install({ logger: new DefaultLogger('WARN') });
  const workflowsPath = fileURLToPath(new URL('../workflows/index.ts', import.meta.url));
  // In debug mode a workflow runs in this thread, and may be stopped for as long as it takes.
  const worker = { workflowsPath, debugMode: true, bundlerOptions: { preloadModules: PRELOADED } };
  await Worker.runReplayHistory(worker, history, saved?.workflowId ?? name);
  console.log('It replays.');
}

await runCommand(run);
