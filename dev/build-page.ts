/** `npm run build`: builds the page that the API serves. */
import { sentence } from './cli/failure.ts';
import { narrate } from './cli/progress.ts';
import { buildPage } from './instance/built-page.ts';

try {
  await buildPage(narrate());
} catch (error) {
  console.error(sentence(error));
  process.exit(1);
}
