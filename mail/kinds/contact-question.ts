import { noteAsked } from '../../db/contact-questions.ts';
import { ContactQuestion } from '../../db/entities/contact-question.ts';
import { mailKind } from '../kind.ts';
import { hasOutlivedLink } from '../retry.ts';

/**
 * To a verified successor, while nothing is due: is this still you, and do you still have your sheet? It doesn't say that
 * the owner is well, because nobody knows: they may have died since their last sign of life.
 */
export const contactQuestion = mailKind({
  locks: true,
  async facts({ em, now, ownerName, successor, link }, mail) {
    if (hasOutlivedLink(mail, now, 'contact')) return null;
    const to = await successor();
    if (!to?.verifiedAt) return null;
    const askedAt = new Date(Number(mail.data.askedAt));
    const question = await em.findOne(ContactQuestion, { successorId: to.id, askedAt }, { refresh: true });
    if (!question || question.answer) return null;
    return {
      successorName: to.name,
      ownerName,
      hasKit: to.publicKey != null,
      link: await link('contact'),
      optOutLink: await link('opt_out'),
    };
  },
  words: {
    en: ({ successorName, ownerName, hasKit, link, optOutLink }, { line, toSuccessor }) => ({
      subject: line`${ownerName} named you as a successor: is this still you?`,
      heading: hasKit ? line`Is this still you, and do you still have your sheet?` : line`Is this still you?`,
      action: { label: line`Answer`, link },
      to: successorName,
      paragraphs: [
        line`This email doesn't mean that anything has happened to ${ownerName}. We ask from time to time, so that what ${ownerName} leaves to you really reaches you one day.`,
        hasKit
          ? line`You made a sheet of paper with a code, and only that sheet opens what is left to you. Please check that you can find it, then follow the link and tell us. It takes one press of a button.`
          : line`Please follow the link and tell us that you still read mail at this address. It takes one press of a button.`,
        line`If you no longer use this address, tell ${ownerName} which one we should use. ${ownerName} will see whether you answered. Nothing else changes.`,
      ],
      reason: toSuccessor(ownerName),
      optOutLink,
    }),
    de: ({ successorName, ownerName, hasKit, link, optOutLink }, { line, toSuccessor }) => ({
      subject: line`Vertrauensperson von ${ownerName}: Erreichen wir Sie noch?`,
      heading: hasKit
        ? line`Erreichen wir Sie noch, und haben Sie Ihr Blatt noch?`
        : line`Erreichen wir Sie noch?`,
      action: { label: line`Antworten`, link },
      to: successorName,
      paragraphs: [
        line`diese E-Mail bedeutet nicht, dass ${ownerName} etwas zugestoßen ist. Wir fragen von Zeit zu Zeit, damit Sie eines Tages wirklich erhalten, was für Sie hinterlegt ist.`,
        hasKit
          ? line`Sie haben ein Blatt Papier mit einem Code erstellt, und nur damit lässt sich öffnen, was für Sie hinterlegt ist. Bitte sehen Sie nach, ob Sie es finden. Öffnen Sie dann den Link, und sagen Sie es uns. Ein Klick genügt.`
          : line`Bitte öffnen Sie den Link, und sagen Sie uns, dass Sie E-Mails an diese Adresse noch lesen. Ein Klick genügt.`,
        line`Wenn Sie diese Adresse nicht mehr benutzen, teilen Sie ${ownerName} bitte Ihre neue mit. ${ownerName} sieht, ob Sie geantwortet haben. Sonst ändert sich nichts.`,
      ],
      reason: toSuccessor(ownerName),
      optOutLink,
    }),
  },
  noteAccepted: ({ em }, { successorId, data }, at) =>
    noteAsked(em, String(successorId), new Date(Number(data.askedAt)), at),
});
