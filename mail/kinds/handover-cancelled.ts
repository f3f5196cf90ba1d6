import { Handover } from '../../db/entities/handover.ts';
import { Successor } from '../../db/entities/successor.ts';
import { mayHaveBeenInvited } from '../../db/invited.ts';
import { type Handover as HandoverState, isOpen } from '../../switch/state.ts';
import { mailKind } from '../kind.ts';

const isInvited = ({ invitees }: HandoverState, id: string | null | undefined): boolean =>
  invitees.some(({ successorId, invitationsSent }) => successorId === id && invitationsSent > 0);

/**
 * To everyone who was invited, even if they are no longer a successor: the handover is over. If it was refused until
 * the next handover has asked them again, it would only confuse them, and another mail tells them when that one ends.
 */
export const handoverCancelled = mailKind({
  locks: true,
  async facts({ em, due, ownerName, link, successor: reached }, mail) {
    const { handoverId, successorId, data } = mail;
    const still = await reached();
    if (!(await mayHaveBeenInvited(em, mail))) return null;
    const present = (await due())?.loaded.state.handover;
    if (present && present.id !== handoverId && isOpen(present) && isInvited(present, successorId)) {
      // If that invitation was refused too, this mail is the only one that can tell them.
      if (await mayHaveBeenInvited(em, { handoverId: present.id, successorId })) return null;
    }
    const handover = handoverId ? await em.findOne(Handover, { id: handoverId }, { refresh: true }) : null;
    return {
      successorName: still?.name ?? String(data.successorName ?? ''),
      ownerName,
      /** What the owner wrote when they called it off. */
      reason: handover?.cancelNote || null,
      /**
       * Whether the owner ended it, by a sign of life or on purpose. Only the owner can pause a switch during a
       * handover.
       */
      ownerIsBack: ['owner_returned', 'owner_cancelled', 'paused'].includes(handover?.cancelReason ?? ''),
      /** Perhaps at another address only. If it was confirmed after this mail was queued, it may be another person's. */
      isSuccessor:
        still !== null ||
        (successorId != null &&
          (await em.count(Successor, {
            id: successorId,
            optedOutAt: null,
            verifiedAt: { $lte: mail.createdAt },
          })) > 0),
      /** Null if we no longer write to them at this address, so that there is nothing to opt out of. */
      optOutLink: still ? await link('opt_out') : null,
    };
  },
  words: {
    en: (
      { successorName, ownerName, reason, ownerIsBack, isSuccessor, optOutLink },
      { line, toSuccessor },
    ) => ({
      ...(ownerIsBack
        ? {
            subject: line`Good news: we've heard from ${ownerName}`,
            heading: line`${ownerName} is back, and the handover is over`,
          }
        : {
            subject: line`The handover from ${ownerName} has been cancelled`,
            heading: line`The handover from ${ownerName} has been cancelled`,
          }),
      to: successorName,
      paragraphs: [
        ...(ownerIsBack
          ? [
              line`We're glad to tell you that we've had a sign of life from ${ownerName}. Thank you for being there.`,
            ]
          : []),
        ...(reason === null ? [] : [line`${ownerName} wrote: “${{ words: reason }}”`]),
        line`The request we sent you no longer applies, and its links no longer work. You don't need to do anything.`,
        isSuccessor
          ? line`If you made a recovery kit, please keep it. If you're ever needed again, we'll write to you.`
          : line`You're no longer a successor of ${ownerName}.`,
      ],
      reason: toSuccessor(ownerName),
      ...(optOutLink === null ? {} : { optOutLink }),
    }),
    de: (
      { successorName, ownerName, reason, ownerIsBack, isSuccessor, optOutLink },
      { line, toSuccessor },
    ) => ({
      ...(ownerIsBack
        ? {
            subject: line`Gute Nachricht: ${ownerName} hat sich gemeldet`,
            heading: line`${ownerName} ist wieder da, und die Übergabe ist beendet`,
          }
        : {
            subject: line`Die Übergabe von ${ownerName} wurde abgebrochen`,
            heading: line`Die Übergabe von ${ownerName} wurde abgebrochen`,
          }),
      to: successorName,
      paragraphs: [
        ...(ownerIsBack
          ? [
              line`wir freuen uns, Ihnen das zu schreiben: Wir haben ein Lebenszeichen von ${ownerName} bekommen. Danke, dass Sie da sind.`,
              line`Sie brauchen nichts zu tun. Unsere Anfrage hat sich erledigt, und die Links, die wir Ihnen dazu geschickt haben, gelten nicht mehr.`,
            ]
          : [
              line`unsere Anfrage hat sich erledigt, und die Links, die wir Ihnen dazu geschickt haben, gelten nicht mehr. Sie brauchen nichts zu tun.`,
            ]),
        ...(reason === null ? [] : [line`${ownerName} schreibt dazu: „${{ words: reason }}“`]),
        isSuccessor
          ? line`Falls Sie ein Schlüsselblatt erstellt haben, bewahren Sie es bitte weiter auf. Falls Sie wieder einmal gebraucht werden, schreiben wir Ihnen.`
          : line`Sie sind nicht mehr Vertrauensperson von ${ownerName}.`,
      ],
      reason: toSuccessor(ownerName),
      ...(optOutLink === null ? {} : { optOutLink }),
    }),
  },
});
