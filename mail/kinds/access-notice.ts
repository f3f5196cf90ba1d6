import { mailKind } from '../kind.ts';

/** To an owner whose vault was opened by a successor. */
export const accessNotice = mailKind({
  facts: async ({ ownerName: name }, { data: { successorName, at } }) => ({
    name,
    successorName: String(successorName),
    at: new Date(Number(at)),
  }),
  words: {
    en: ({ name, successorName, at }, { line, toAccountHolder }) => ({
      subject: line`${successorName} opened what you left to them on ${at}`,
      heading: line`${successorName} has opened what you left to them`,
      to: name,
      paragraphs: [
        line`This happened on ${at}. Your switch gave access after your reminders, the final notice and the grace period had passed without a sign of life.`,
        line`If you're reading this, you can take access back at once: log in, or check in with the link in your final notice. The handover then ends, and we tell everybody whom we asked. What was opened by then may have been saved and can't be taken back.`,
        line`We send this notice at most once a day.`,
      ],
      reason: toAccountHolder,
    }),
    de: ({ name, successorName, at }, { line, toAccountHolder }) => ({
      subject: line`${successorName} hat am ${at} geöffnet, was Sie hinterlegt haben`,
      heading: line`${successorName} hat geöffnet, was Sie hinterlegt haben`,
      to: name,
      paragraphs: [
        line`das war am ${at}. Ihre Vorsorge hat den Zugang freigegeben, nachdem die Erinnerungen, die letzte Aufforderung und die Nachfrist ohne ein Lebenszeichen vorübergegangen waren.`,
        line`Wenn Sie das lesen, können Sie den Zugang sofort zurücknehmen: Melden Sie sich an, oder geben Sie mit dem Link in der letzten Aufforderung ein Lebenszeichen. Die Übergabe endet dann, und wir sagen allen Bescheid, die wir gefragt haben. Was bis dahin geöffnet wurde, ist vielleicht schon gespeichert und lässt sich nicht zurückholen.`,
        line`Diese Nachricht schicken wir höchstens einmal am Tag.`,
      ],
      reason: toAccountHolder,
    }),
  },
});
