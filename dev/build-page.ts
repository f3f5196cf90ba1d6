/** `npm run build`: builds the page that the API serves. */
import { runCommand } from './cli/command.ts';
import { narrate } from './cli/progress.ts';
import { buildPage } from './instance/built-page.ts';

await runCommand(() => buildPage(narrate()));
