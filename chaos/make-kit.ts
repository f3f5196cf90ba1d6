/** A successor who opens the link in the verification mail, and makes a recovery kit. */
import { createKit } from '../crypto/index.ts';
import { visitor } from '../dev/demo/callers.ts';
import { type Attempt, untilAnswered } from './until-answered.ts';
import type { PaperKit } from './vaults.ts';
import type { World } from './world.ts';

/**
 * @param verifies called for every attempt to verify the address
 * @returns null if the link no longer works
 */
export async function makeKit(
  { service, over }: World,
  token: string,
  verifies: (each: Attempt) => void,
): Promise<PaperKit | null> {
  const call = visitor(service);
  const params = { query: { token } };
  const { data } = await untilAnswered(over, () => call.GET('/successors/verify', { params }), verifies);
  if (!data) return null;
  const { id: successorId, ownerKey } = data.successor;
  const kit = await createKit(ownerKey ?? '');
  const body = { token, publicKey: kit.publicKey, salt: kit.salt };
  const { outcome } = await untilAnswered(over, () => call.PUT('/successors/public-key', { body }));
  return outcome === 'acknowledged' ? { ...kit, successorId } : null;
}
