import { mailKind } from '../kind.ts';

/** To an owner: someone they named no longer wishes to be a successor. */
export const successorOptedOut = mailKind({
  facts: async ({ ownerName: name, frontendUrl }, { data }) => ({
    name,
    successorName: String(data.successorName),
    link: `${frontendUrl}/successors`,
  }),
  words: {
    en: ({ name, successorName, link }, { line, toAccountHolder }) => ({
      subject: line`${successorName} is no longer one of your successors`,
      heading: line`${successorName} has opted out of being your successor`,
      action: { label: line`View your successors`, link },
      to: name,
      paragraphs: [
        line`We won't ask them again, and they can't receive anything from your vault. Your vault itself hasn't changed.`,
        line`Please log in and check who remains: whether you still have enough successors, and who should receive what you meant for ${successorName}. If a handover is under way, it continues with the others.`,
      ],
      reason: toAccountHolder,
    }),
    de: ({ name, successorName, link }, { line, toAccountHolder }) => ({
      subject: line`${successorName} ist nicht mehr Ihre Vertrauensperson`,
      heading: line`${successorName} möchte nicht mehr Ihre Vertrauensperson sein`,
      action: { label: line`Vertrauenspersonen ansehen`, link },
      to: name,
      paragraphs: [
        line`wir fragen nicht noch einmal nach, und ${successorName} kann nichts aus Ihrem Tresor erhalten. Ihr Tresor selbst ist unverändert.`,
        line`Bitte melden Sie sich an und prüfen Sie, wer bleibt: ob Sie noch genug Vertrauenspersonen haben und wer erhalten soll, was für ${successorName} gedacht war. Falls gerade eine Übergabe läuft, geht sie mit den anderen weiter.`,
      ],
      reason: toAccountHolder,
    }),
  },
});
