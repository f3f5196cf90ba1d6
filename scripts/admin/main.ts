/** An operator's commands in the image, for the service that the environment names: `node scripts/admin/main.ts`. */
import { loadConfig } from '../../config.ts';
import { UsageFailure } from '../../dev/cli/failure.ts';
import { runAdmin } from './run.ts';

process.exitCode = await runAdmin(
  process.argv.slice(2),
  (dataDir) => {
    if (dataDir) throw new UsageFailure('--data is for npm start: here the environment names the service');
    return loadConfig(process.env);
  },
  console,
);
