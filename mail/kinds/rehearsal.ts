import { LockMode } from '@mikro-orm/core';
import { Rehearsal } from '../../db/entities/rehearsal.ts';
import { noteRehearsal } from '../../db/rehearsal.ts';
import { mailKind } from '../kind.ts';

/** To a verified successor, while all is well: try what they would have to do in a handover. */
export const rehearsal = mailKind({
  locks: true,
  async facts({ em, now, ownerName, successor, link }, mail) {
    const to = await successor();
    if (!to?.verifiedAt) return null;
    const id = String(mail.data.rehearsalId);
    // A newer rehearsal waits for this lock, and then makes the link worthless.
    const lockMode = LockMode.PESSIMISTIC_READ;
    const found = await em.findOne(Rehearsal, { id }, { refresh: true, lockMode });
    if (!found || found.expiresAt <= now) return null;
    const { expiresAt } = found;
    return {
      successorName: to.name,
      ownerName,
      expiresAt,
      // The page says from the start that this is a rehearsal.
      link: `${await link('rehearsal_response', { expiresAt })}&rehearsal=1`,
      optOutLink: await link('opt_out'),
    };
  },
  words: {
    en: ({ successorName, ownerName, expiresAt, link, optOutLink }, { line, toSuccessor }) => ({
      subject: line`Rehearsal: try out a handover from ${ownerName}`,
      heading: line`This is a rehearsal: nothing has happened to ${ownerName}`,
      action: { label: line`Try it`, link },
      to: successorName,
      paragraphs: [
        line`${ownerName} is well and asked us for this rehearsal. They'd like to know that our emails reach you, and that you could open what they leave to you.`,
        line`The link takes you through the same steps as a real handover. At the end you'll find a sample, which isn't from their vault. If you made a recovery kit, please have it ready.`,
        line`The link works until ${expiresAt}. ${ownerName} will see whether you answered and opened the sample. Nothing else changes, whatever you choose.`,
      ],
      reason: toSuccessor(ownerName),
      optOutLink,
    }),
    de: ({ successorName, ownerName, expiresAt, link, optOutLink }, { line, toSuccessor }) => ({
      subject: line`Probe: eine Übergabe von ${ownerName} ausprobieren`,
      heading: line`Das ist eine Probe: ${ownerName} ist nichts geschehen`,
      action: { label: line`Ausprobieren`, link },
      to: successorName,
      paragraphs: [
        line`${ownerName} geht es gut. Diese Probe findet auf Wunsch von ${ownerName} statt. Sie zeigt, ob unsere E-Mails ankommen und ob Sie öffnen könnten, was für Sie hinterlegt ist.`,
        line`Der Link führt Sie durch dieselben Schritte wie bei einer echten Übergabe. Am Ende finden Sie ein Beispiel, das nicht aus dem Tresor stammt. Falls Sie ein Schlüsselblatt erstellt haben, legen Sie es bitte bereit.`,
        line`Der Link gilt bis ${expiresAt}. ${ownerName} sieht, ob Sie geantwortet und das Beispiel geöffnet haben. Sonst ändert sich nichts, ganz gleich, was Sie wählen.`,
      ],
      reason: toSuccessor(ownerName),
      optOutLink,
    }),
  },
  noteAccepted: ({ em, signRecord }, { data }, at) =>
    noteRehearsal(em, signRecord, String(data.rehearsalId), 'mail_accepted', at),
});
