import { type Letter, toAccountHolder } from '../layout/letter.ts';
import { line } from '../layout/line.ts';

export type SwitchOff = {
  name: string;
  /** Whether a handover was under way when the last verified successor went. */
  handoverCancelled: boolean;
};

/** To an owner who has no verified successor left: the switch is off, nobody would receive anything. */
export const switchOff = ({ name, handoverCancelled }: SwitchOff): Letter => ({
  subject: line`Your switch is off: no confirmed successor is left`,
  heading: line`There is nobody left to hand your vault over to`,
  to: name,
  paragraphs: [
    line`None of your successors has a confirmed e-mail address any more, so your switch is off. Your vault is as it was, but if you fall silent, nobody will receive it.`,
    ...(handoverCancelled
      ? [
          line`The handover that was under way has been cancelled. Nobody has access to your vault through it.`,
        ]
      : []),
    line`To turn the switch on again, log in and name a successor, or ask one you have named to confirm. As soon as one has confirmed, counting starts from the beginning.`,
  ],
  reason: toAccountHolder,
});
