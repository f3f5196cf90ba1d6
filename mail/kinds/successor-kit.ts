import { Successor } from '../../db/entities/successor.ts';
import { mailKind } from '../kind.ts';

/** To an owner: a successor has made their kit. Until its words are compared, nothing can be left to them. */
export const successorKit = mailKind({
  async facts({ em, ownerName: name, frontendUrl }, { userId, data }) {
    const id = String(data.successorId);
    const successor = await em.findOne(Successor, { id, userId }, { refresh: true });
    if (!successor?.publicKey || successor.keyPinnedAt || successor.optedOutAt) return null;
    return { name, successorName: successor.name, link: `${frontendUrl}/successors/${id}/compare` };
  },
  words: {
    en: ({ name, successorName, link }, { line, toAccountHolder }) => ({
      subject: line`${successorName} has made a recovery kit: please compare the words`,
      heading: line`${successorName} has made a recovery kit`,
      action: { label: line`Compare the words`, link },
      to: name,
      paragraphs: [
        line`${successorName} has made the kit that will open what you leave to them. One step is left, and it needs you: compare six words, by phone or in person. It takes two minutes and makes sure that nobody can come between you.`,
        line`Call ${successorName} on a number you already know, and log in with the link above. Ask them to read out the six words on their sheet, and type in what you hear. If they've made more than one kit, only the newest sheet is valid.`,
        line`There's no deadline. But until the words are compared, you can't prepare anything for ${successorName}, and they can't open anything.`,
      ],
      reason: toAccountHolder,
    }),
    de: ({ name, successorName, link }, { line, toAccountHolder }) => ({
      subject: line`${successorName} hat ein Schlüsselblatt erstellt: Bitte vergleichen Sie die Wörter`,
      heading: line`${successorName} hat ein Schlüsselblatt erstellt`,
      action: { label: line`Wörter vergleichen`, link },
      to: name,
      paragraphs: [
        line`${successorName} hat das Schlüsselblatt erstellt, mit dem sich einmal öffnen lässt, was Sie hinterlegen. Jetzt fehlt noch ein Schritt, für den wir Sie brauchen: Vergleichen Sie sechs Wörter, am Telefon oder persönlich. Das dauert zwei Minuten und stellt sicher, dass sich niemand dazwischenschaltet.`,
        line`Rufen Sie ${successorName} unter einer Telefonnummer an, die Sie schon kennen, und melden Sie sich mit dem Link oben an. Lassen Sie sich die sechs Wörter vom Blatt vorlesen, und tippen Sie ein, was Sie hören. Wenn es mehrere Blätter gibt, gilt nur das neueste.`,
        line`Es gibt keine Frist. Aber solange die Wörter nicht verglichen sind, können Sie für ${successorName} nichts vorbereiten, und es ließe sich nichts öffnen.`,
      ],
      reason: toAccountHolder,
    }),
  },
});
