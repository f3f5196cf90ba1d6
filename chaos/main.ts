/** `npm run chaos`: two hundred people have one thread here, so what they derive and sign is left to Node's own code. */
import { useNativeCrypto } from '../dev/native/replace.ts';

useNativeCrypto();
const { chaos } = await import('./command.ts');
await chaos();
