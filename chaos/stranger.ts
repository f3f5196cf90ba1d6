/** A stranger who knows an owner's address and guesses passwords for as long as the campaign lasts. */
import { visitor } from '../dev/callers.ts';
import { type CampaignEnvironment, days } from './environment.ts';
import type { SimulatedOwner } from './owner.ts';
import { base64 } from './sealed.ts';

/** One more than it takes to lock an address. */
const GUESSES = 6;
const EVERY_DAYS = 0.5;
const ELSEWHERE = '10.9.9.9';

/** Resolves once the address is locked. The stranger goes on. */
export async function tryPasswords(
  environment: CampaignEnvironment,
  { plan: { email } }: SimulatedOwner,
): Promise<void> {
  const { service, over } = environment;
  const guess = async (): Promise<string | undefined> => {
    const body = { email, password: base64(32) };
    const { error } = await visitor({ ...service, network: ELSEWHERE }).POST('/auth/login', { body });
    return error?.code;
  };
  let wrong = 0;
  let locked = false;
  const goOn = async () => {
    while (!over.aborted) {
      const code = await guess().catch(() => undefined);
      if (code === 'invalid_credentials') wrong += 1;
      locked ||= code === 'account_locked' || wrong > GUESSES;
      if (locked) await days(environment, EVERY_DAYS);
      else await days(environment, EVERY_DAYS / GUESSES);
    }
  };
  goOn().catch(() => {});
  while (!locked) await days(environment, EVERY_DAYS / GUESSES);
}
