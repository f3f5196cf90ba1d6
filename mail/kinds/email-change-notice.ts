import { mailKind } from '../kind.ts';
import { toAccountHolder } from '../layout/letter.ts';
import { line } from '../layout/line.ts';

/** To the present address of an account whose owner asked for another one: how to stop it. */
export const emailChangeNotice = mailKind({
  facts: async ({ ownerName: name }) => ({ name }),
  words: ({ name }) => ({
    subject: line`Your Vault Handover account is about to get another email address`,
    heading: line`Someone asked to change your email address`,
    to: name,
    paragraphs: [
      line`Someone who knows your password, hopefully you, asked to use another email address for your account. The change takes effect once that address is confirmed. Until then, you log in with this address as before.`,
      line`If it wasn't you, reset your password on the login page now. That stops the change and logs out every device. Don't wait: once the change has taken effect, you can no longer log in with this address.`,
    ],
    reason: toAccountHolder,
  }),
});
