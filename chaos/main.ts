/** `npm run chaos`: two hundred people have one thread here, so what they derive and sign is left to Node's own code. */
import { useNodesOwn } from '../dev/native/replace.ts';

useNodesOwn();
const { chaos } = await import('./command.ts');
await chaos();
