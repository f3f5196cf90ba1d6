/** A successor who opens the link in the verification mail, and makes a recovery kit. */
import { createKit } from '../crypto/index.ts';
import { visitor } from '../dev/callers.ts';
import type { CampaignEnvironment } from './environment.ts';
import { type RequestAttempt, untilAnswered } from './until-answered.ts';
import type { PaperKit } from './vaults.ts';

/**
 * @param verifies called for every attempt to verify the address
 * @returns null if the link no longer works
 */
export async function makeKit(
  { service, over }: CampaignEnvironment,
  token: string,
  verifies: (each: RequestAttempt) => void,
): Promise<PaperKit | null> {
  const call = visitor(service);
  const params = { query: { token } };
  const { data } = await untilAnswered(over, () => call.GET('/successors/verify', { params }), verifies);
  if (!data) return null;
  const { id: successorId, email, ownerKey } = data.successor;
  const kit = await createKit({ ownerKey: ownerKey ?? '', email });
  const body = { token, publicKey: kit.publicKey, salt: kit.salt };
  const { outcome } = await untilAnswered(over, () => call.PUT('/successors/public-key', { body }));
  return outcome === 'acknowledged' ? { ...kit, successorId } : null;
}
