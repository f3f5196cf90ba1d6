import { type Letter, toAccountHolder } from '../layout/letter.ts';
import { line } from '../layout/line.ts';

export type OwnerAlive = { name: string; deadline: Date; link: string };

/** To an owner of whom a successor says that they are alive: the handover waits for a while, and one click ends it. */
export const ownerAlive = ({ name, deadline, link }: OwnerAlive): Letter => ({
  subject: line`Somebody says that you are alive: please check in by ${deadline}`,
  heading: line`One of your successors says that you are alive`,
  action: { label: line`Check in and stop the handover`, link },
  to: name,
  paragraphs: [
    line`We had not heard from you for so long that we asked your successors whether they accept what you left to them. One of them answered that you are alive, so nobody has been given anything, and the handover waits.`,
    line`Please check in or log in by ${deadline}: then everything stops. If we hear nothing until then, you get one more final notice and a whole grace period, and after that we ask your successors again.`,
  ],
  reason: toAccountHolder,
});
