/**
 * A client that sends files, all at once, until it is killed: `node bench/files/client.ts <the arguments of each call
 * of send as JSON>`. It is a separate process so that killing it doesn't end the measuring process, and sending doesn't
 * slow that process down.
 */
import { send } from './transfer.ts';

const sends: Parameters<typeof send>[] = JSON.parse(process.argv[2] ?? '');
await Promise.all(sends.map((each) => send(...each)));
