/**
 * A client that sends files, all at once, until it is killed: `node bench/files/client.ts <the arguments of each call of
 * send as JSON>`. It has a process of its own, so that it neither dies with the one that measures nor holds it up.
 */
import { send } from './transfer.ts';

const sends: Parameters<typeof send>[] = JSON.parse(process.argv[2] ?? '');
await Promise.all(sends.map((each) => send(...each)));
