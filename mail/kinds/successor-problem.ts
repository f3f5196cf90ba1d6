import { ContactQuestion } from '../../db/entities/contact-question.ts';
import { Successor } from '../../db/entities/successor.ts';
import { refusingAddresses, type SuccessorProblem } from '../../db/successor-problems.ts';
import { mailKind } from '../kind.ts';

/** To an owner, while all is well: a successor couldn't be reached or couldn't open anything, and what to do about it. */
export const successorProblem = mailKind({
  async facts({ em, ownerName: name, frontendUrl }, { userId, data }) {
    const id = String(data.successorId);
    const problem = data.problem as SuccessorProblem;
    const successor = await em.findOne(Successor, { id, userId, optedOutAt: null }, { refresh: true });
    if (!successor) return null;
    const question = await em.findOne(ContactQuestion, { successorId: id }, { refresh: true });
    const { first, second } = await refusingAddresses(em, id);
    // The owner, or the successor, has put it right by now.
    if (problem === 'mailbox' && !first && !second) return null;
    if (problem === 'sheet_lost' && question?.answer !== 'sheet_lost') return null;
    if (problem === 'silent' && (!question?.askedAt || question.answer)) return null;
    return {
      name,
      successorName: successor.name,
      problem,
      otherWorks: first ? successor.secondVerifiedAt != null && !second : true,
      askedAt: question?.askedAt ?? new Date(0),
      link: `${frontendUrl}/successors/${id}`,
    };
  },
  words: {
    en: ({ name, successorName, problem, otherWorks, askedAt, link }, { line, day, toAccountHolder }) => ({
      ...{
        mailbox: {
          subject: otherWorks
            ? line`One address of ${successorName} is rejecting our emails`
            : line`Our emails no longer reach ${successorName}`,
          heading: otherWorks
            ? line`One address of ${successorName} is rejecting our emails`
            : line`Our emails no longer reach ${successorName}`,
          action: { label: line`Change the address`, link },
          paragraphs: [
            otherWorks
              ? line`The other address still works, so we can reach ${successorName} for now. It's best to put this right while you can.`
              : line`If something happened to you, we couldn't ask ${successorName} or send them what you leave to them.`,
            line`Please call ${successorName} and ask which address they use today. Then log in with the link above, and change the address that no longer works, or add a second one.`,
          ],
        },
        sheet_lost: {
          subject: line`${successorName} has lost the sheet of their recovery kit`,
          heading: line`${successorName} has lost their sheet`,
          action: { label: line`Ask for a new sheet`, link },
          paragraphs: [
            line`We asked ${successorName} whether they still have the sheet with the code. They told us that they don't. Without it, they can't open what you leave to them.`,
            line`Please call ${successorName} first, because anyone who reads their email could have answered. If the sheet is really lost, log in with the link above and ask for a new one. ${successorName} gets an email about it, and you compare the six words again.`,
          ],
        },
        silent: {
          subject: line`${successorName} hasn't answered: can we still reach them?`,
          heading: line`${successorName} hasn't answered us for a month`,
          action: { label: line`See what to do`, link },
          paragraphs: [
            line`On ${day(askedAt)} we asked ${successorName} whether our emails still reach them and whether they still have their sheet. We've had no answer.`,
            line`Please call them. If they just overlooked our email, log in with the link above and ask them again. If they no longer read mail there, change the address or add a second one. If the sheet is lost, ask for a new one.`,
          ],
        },
      }[problem],
      to: name,
      reason: toAccountHolder,
    }),
    de: ({ name, successorName, problem, otherWorks, askedAt, link }, { line, day, toAccountHolder }) => ({
      ...{
        mailbox: {
          subject: otherWorks
            ? line`Vertrauensperson ${successorName}: Eine Adresse weist unsere E-Mails ab`
            : line`Unsere E-Mails erreichen ${successorName} nicht mehr`,
          heading: otherWorks
            ? line`Eine Adresse von ${successorName} weist unsere E-Mails ab`
            : line`Unsere E-Mails erreichen ${successorName} nicht mehr`,
          action: { label: line`Adresse ändern`, link },
          paragraphs: [
            otherWorks
              ? line`die andere Adresse funktioniert noch, wir erreichen ${successorName} also weiterhin. Am besten bringen Sie das in Ordnung, solange Sie es können.`
              : line`wenn Ihnen etwas zustieße, könnten wir ${successorName} nicht fragen und nichts von dem zukommen lassen, was Sie hinterlegt haben.`,
            line`Bitte rufen Sie ${successorName} an, und fragen Sie, welche Adresse heute gilt. Melden Sie sich dann mit dem Link oben an, und ändern Sie die Adresse, die nicht mehr funktioniert, oder fügen Sie eine zweite hinzu.`,
          ],
        },
        sheet_lost: {
          subject: line`Das Schlüsselblatt von ${successorName} ist verloren`,
          heading: line`Das Schlüsselblatt von ${successorName} ist verloren`,
          action: { label: line`Um ein neues Blatt bitten`, link },
          paragraphs: [
            line`wir haben ${successorName} gefragt, ob das Blatt mit dem Code noch da ist. Die Antwort war: nein. Ohne das Blatt lässt sich nicht öffnen, was Sie hinterlegt haben.`,
            line`Bitte rufen Sie ${successorName} zuerst an, denn wer dort die E-Mails liest, könnte die Antwort gegeben haben. Wenn das Blatt wirklich verloren ist, melden Sie sich mit dem Link oben an, und bitten Sie um ein neues. ${successorName} erhält dazu eine E-Mail, und Sie vergleichen die sechs Wörter noch einmal.`,
          ],
        },
        silent: {
          subject: line`${successorName} antwortet nicht: Stimmt die Adresse noch?`,
          heading: line`${successorName} hat seit einem Monat nicht geantwortet`,
          action: { label: line`Ansehen, was zu tun ist`, link },
          paragraphs: [
            line`am ${day(askedAt)} haben wir ${successorName} gefragt, ob unsere E-Mails noch ankommen und ob das Schlüsselblatt noch da ist. Eine Antwort haben wir nicht bekommen.`,
            line`Bitte rufen Sie dort an. Wenn unsere E-Mail nur übersehen wurde, melden Sie sich mit dem Link oben an, und lassen Sie uns noch einmal fragen. Wenn die Adresse nicht mehr stimmt, ändern Sie sie, oder fügen Sie eine zweite hinzu. Wenn das Blatt verloren ist, bitten Sie um ein neues.`,
          ],
        },
      }[problem],
      to: name,
      reason: toAccountHolder,
    }),
  },
});
