import { mailKind } from '../kind.ts';

/** To an owner whose vault was opened by a successor. */
export const accessNotice = mailKind({
  async facts({ ownerName: name, frontendUrl, due }, { data: { successorName, at } }) {
    const state = (await due())?.loaded.state;
    return {
      name,
      successorName: String(successorName),
      at: new Date(Number(at)),
      /** Logging in ends the handover. Null once it is over. */
      link: state?.status === 'released' ? `${frontendUrl}/` : null,
    };
  },
  words: {
    en: ({ name, successorName, at, link }, { line, toAccountHolder }) => ({
      subject: line`${successorName} opened what you left to them on ${at}`,
      heading: line`${successorName} has opened what you left to them`,
      ...(link === null ? {} : { action: { label: line`Log in and end the handover`, link } }),
      to: name,
      paragraphs: [
        line`This happened on ${at}. Your switch opened access because the reminders, the final notice and the grace period had passed without a sign of life from you.`,
        link === null
          ? line`The handover is over, and nobody can open anything any more. Anything opened before then may have been saved and can't be taken back.`
          : line`If you're reading this, you can end their access right now: log in, or check in with the link in your final notice. That ends the handover, and we'll tell everyone we asked. Anything opened before then may have been saved and can't be taken back.`,
        line`We'll write to you about each successor at most once a day.`,
      ],
      reason: toAccountHolder,
    }),
    de: ({ name, successorName, at, link }, { line, toAccountHolder }) => ({
      subject: line`${successorName} hat am ${at} geöffnet, was Sie hinterlegt haben`,
      heading: line`${successorName} hat geöffnet, was Sie hinterlegt haben`,
      ...(link === null ? {} : { action: { label: line`Anmelden und Übergabe beenden`, link } }),
      to: name,
      paragraphs: [
        line`das war am ${at}. Ihre Vorsorge hat den Zugang freigegeben, weil wir trotz der Erinnerungen und der letzten Aufforderung bis zum Ende der Nachfrist kein Lebenszeichen von Ihnen erhalten hatten.`,
        link === null
          ? line`Die Übergabe ist beendet, und niemand kann mehr etwas öffnen. Was bis dahin geöffnet wurde, ist vielleicht schon gespeichert und lässt sich nicht zurückholen.`
          : line`Wenn Sie das lesen, können Sie den Zugang sofort beenden: Melden Sie sich an, oder geben Sie mit dem Link in der letzten Aufforderung ein Lebenszeichen. Damit endet auch die Übergabe, und wir sagen allen Bescheid, die wir gefragt haben. Was bis dahin geöffnet wurde, ist vielleicht schon gespeichert und lässt sich nicht zurückholen.`,
        line`Zu jeder Vertrauensperson schreiben wir Ihnen höchstens einmal am Tag.`,
      ],
      reason: toAccountHolder,
    }),
  },
});
