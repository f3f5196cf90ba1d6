/** An owner with successors who are ready: Grace and Edsger get everything, Alan one letter, and any one of them can open it. */
import { answer } from '../../dev/api-client.ts';
import { type LeavingOwner, letter, openLeavingOwner } from '../support/builders/leaving-owner.ts';
import { type NamedSuccessor, nameSuccessor } from '../support/clients/successor.ts';
import type { BrowserEnvironment } from '../support/servers/browser-environment.ts';

export interface ReadyPeople {
  ada: LeavingOwner;
  grace: NamedSuccessor;
  alan: NamedSuccessor;
  edsger: NamedSuccessor;
  /** The entry that is left to Alan, and the one that isn't. */
  garden: string;
  bank: string;
}

export async function makePeopleReady(environment: BrowserEnvironment): Promise<ReadyPeople> {
  const ada = await openLeavingOwner(environment);
  const garden = await ada.write(letter('The garden', 'Water the roses at dusk.'));
  const bank = await ada.write(letter('The bank', 'Account 0815 4711 beside the station.'));
  const grace = await nameSuccessor(environment, ada, 'Grace');
  const alan = await nameSuccessor(environment, ada, 'Alan');
  const edsger = await nameSuccessor(environment, ada, 'Edsger');
  await ada.leave(
    1,
    new Map([
      [grace, null],
      [alan, [garden]],
      [edsger, null],
    ]),
  );
  return { ada, grace, alan, edsger, garden, bank };
}

/** Everything in the vault, as it is stored. */
export const storedEntries = async ({ call }: LeavingOwner) =>
  (await answer(call.GET('/vault/entries', { params: { query: { limit: 200 } } }))).entries;
