import { mailKind } from '../kind.ts';
import { toAccountHolder } from '../layout/letter.ts';
import { line } from '../layout/line.ts';

/** To an owner who has no verified successor left: the switch is off, and nobody would receive anything. */
export const switchOff = mailKind({
  async facts({ ownerName: name, due }, mail) {
    if ((await due())?.loaded.state.status !== 'off') return null;
    return { name, handoverCancelled: mail.data.handoverCancelled === true };
  },
  words: ({ name, handoverCancelled }) => ({
    subject: line`Your switch is off: you have no confirmed successor left`,
    heading: line`There's nobody left to hand your vault over to`,
    to: name,
    paragraphs: [
      line`None of your successors has a confirmed email address any more, so your switch is off. Your vault is as it was, but if you fall silent, nobody will receive it.`,
      ...(handoverCancelled
        ? [
            line`The handover that was under way has been cancelled. Nobody has access to your vault through it.`,
          ]
        : []),
      line`To turn the switch on again, log in and name a successor, or ask one you've already named to confirm. As soon as one has confirmed, the countdown starts from the beginning.`,
    ],
    reason: toAccountHolder,
  }),
});
