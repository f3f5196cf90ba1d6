/**
 * `npm run clients`: generates clients from the OpenAPI document in Go, Java, Python and Rust, compiles them and lets each
 * play an owner. Arguments name generators: `npm run clients -- rust`. Needs Go, Java with Maven, and Rust.
 */
import { interruption } from '../dev/cli/interruption.ts';
import { runJest } from './test/jest.ts';
import { closingLine } from './test/tally.ts';

const names = process.argv.slice(2);
const files = names.length > 0 ? ['generated.clients'] : ['generated.clients', 'python-client'];
const tally = await runJest(files, { PLAY_CLIENTS: names.join(',') }, interruption());
for (const note of tally.notes) console.log(note);
console.log(closingLine(tally));
process.exit(tally.failed === 0 ? 0 : 1);
