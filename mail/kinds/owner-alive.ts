import { mailKind } from '../kind.ts';
import { toAccountHolder } from '../layout/letter.ts';
import { line } from '../layout/line.ts';

/** To an owner one of whose successors says they are alive: the handover waits for a while, and one click ends it. */
export const ownerAlive = mailKind({
  async facts({ ownerName: name, due, link }) {
    const found = await due();
    if (!found || found.loaded.state.ownerAliveAt === null) return null;
    return { name, deadline: new Date(found.plan.deadline ?? found.now), link: await link('check_in') };
  },
  words: ({ name, deadline, link }) => ({
    subject: line`One of your successors says you're alive: please check in by ${deadline}`,
    heading: line`One of your successors says you're alive`,
    action: { label: line`Check in and stop the handover`, link },
    to: name,
    paragraphs: [
      line`We hadn't heard from you for so long that we asked your successors whether they accept what you left to them. One of them answered that you're alive, so nobody has been given anything, and the handover is on hold.`,
      line`Please check in or log in by ${deadline}: then everything stops. If we don't hear from you by then, you'll get one more final notice and a full grace period. After that, we'll ask your successors again.`,
    ],
    reason: toAccountHolder,
  }),
});
