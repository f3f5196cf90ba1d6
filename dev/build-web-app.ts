/** `npm run build`: builds the web app that the API serves. */
import { runCommand } from './cli/command.ts';
import { narrate } from './cli/progress.ts';
import { buildWebApp } from './instance/built-web-app.ts';

await runCommand(() => buildWebApp(narrate()));
