/** An owner with successors who are ready: Grace and Edsger get everything, Alan one letter, and any one of them can open it. */
import { answer } from '../../dev/api-client.ts';
import {
  type Invited,
  type LeavingOwner,
  letter,
  openLeavingOwner,
} from '../support/builders/leaving-owner.ts';
import { type KitHolder, makeKit } from '../support/clients/successor.ts';
import type { BrowserEnvironment } from '../support/servers/browser-environment.ts';

type Ready = Invited & KitHolder;

export interface ReadyPeople {
  ada: LeavingOwner;
  grace: Ready;
  alan: Ready;
  edsger: Ready;
  /** What is left to Alan, and what is not. */
  garden: string;
  bank: string;
}

export async function makePeopleReady(environment: BrowserEnvironment): Promise<ReadyPeople> {
  const ada = await openLeavingOwner(environment);
  const garden = await ada.write(letter('The garden', 'Water the roses at dusk.'));
  const bank = await ada.write(letter('The bank', 'Account 0815 4711 beside the station.'));
  const ready = async (name: string): Promise<Ready> => {
    const invited = await ada.invite(name);
    const holder = await makeKit(environment, invited);
    await ada.compare(invited, holder.kit.comparison);
    return { ...invited, ...holder };
  };
  const grace = await ready('Grace');
  const alan = await ready('Alan');
  const edsger = await ready('Edsger');
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
