import { type Letter, toAccountHolder } from '../layout/letter.ts';
import { line } from '../layout/line.ts';

export type AccountExists = { name: string; link: string };

/** To an account whose address was registered again. The one who tried was told nothing. */
export const accountExists = ({ name, link }: AccountExists): Letter => ({
  subject: line`You already have a Vault Handover account`,
  heading: line`This address already has an account`,
  action: { label: line`Open Vault Handover`, link },
  to: name,
  paragraphs: [
    line`Somebody tried to open a new account with this address. Nothing has changed: your account, your password and your vault are as they were.`,
    line`If it was you, log in as before; if you no longer know your password, ask for a reset where you log in. If it was not you, there is nothing to do. They did not learn that you have an account.`,
  ],
  reason: toAccountHolder,
});
