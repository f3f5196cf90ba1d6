import { mailKind } from '../kind.ts';
import { toAccountHolder } from '../layout/letter.ts';
import { line } from '../layout/line.ts';

/** To an account whose address was registered again. The person who tried was told nothing. */
export const accountExists = mailKind({
  facts: async ({ ownerName: name, frontendUrl }) => ({ name, link: `${frontendUrl}/` }),
  words: ({ name, link }) => ({
    subject: line`You already have a Vault Handover account`,
    heading: line`This address already has an account`,
    action: { label: line`Open Vault Handover`, link },
    to: name,
    paragraphs: [
      line`Someone tried to open a new account with this address. Nothing has changed: your account, your password and your vault are as they were.`,
      line`If it was you, just log in. If you've forgotten your password, you can reset it on the login page. If it wasn't you, there's nothing to do: they weren't told that you have an account.`,
    ],
    reason: toAccountHolder,
  }),
});
