/** `npm run admin`: an operator's commands, as a program. */
import { runAdmin } from './admin/run.ts';

process.exitCode = await runAdmin(process.argv.slice(2), process.env, console);
