/** A client that sends a file until it is killed: `node bench/files/client.ts <the arguments of send as JSON>`. */
import { send } from './transfer.ts';

const [address, bytes] = JSON.parse(process.argv[2] ?? '');
await send(address, bytes);
