import { type Letter, toAccountHolder } from '../layout/letter.ts';
import { line } from '../layout/line.ts';

export type EmailChangeNotice = { name: string };

/** To the present address of an account that is to get another one: how to stop it. */
export const emailChangeNotice = ({ name }: EmailChangeNotice): Letter => ({
  subject: line`Your Vault Handover account is to get another e-mail address`,
  heading: line`A change of your e-mail address was asked for`,
  to: name,
  paragraphs: [
    line`Somebody who knows your password, we hope you, asked to use another e-mail address for your account. It takes effect once that address is confirmed; until then you log in with this one as before.`,
    line`If it was not you, ask for a new password where you log in, and choose one: that stops the change and logs out every device. Do it soon: once the change has taken effect, you can no longer log in with this address.`,
  ],
  reason: toAccountHolder,
});
