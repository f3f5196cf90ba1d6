import { mailKind } from '../kind.ts';
import { SERVICE_NAME } from '../layout/service-name.ts';

/** To an owner whose latest invoice could not be collected. */
export const paymentFailed = mailKind({
  facts: async ({ ownerName: name, frontendUrl }) => ({ name, link: `${frontendUrl}/account/plan` }),
  words: {
    en: ({ name, link }, { line, toAccountHolder }) => ({
      subject: line`A payment for your ${SERVICE_NAME} plan didn't go through`,
      heading: line`We couldn't collect the latest payment for your plan`,
      action: { label: line`View your plan`, link },
      to: name,
      paragraphs: [
        line`Your plan stays as it is for now, and the payment will be tried again over the next few days. Log in to update your payment details. If you've already paid, you don't need to do anything.`,
        line`If the plan ends, nothing is deleted. Your vault, your successors and your switch stay as they are. You just can't add more than the smaller plan allows.`,
      ],
      reason: toAccountHolder,
    }),
    de: ({ name, link }, { line, toAccountHolder }) => ({
      subject: line`Eine Zahlung für Ihren Tarif bei ${SERVICE_NAME} hat nicht geklappt`,
      heading: line`Wir konnten die letzte Zahlung für Ihren Tarif nicht einziehen`,
      action: { label: line`Tarif ansehen`, link },
      to: name,
      paragraphs: [
        line`Ihr Tarif bleibt vorerst, wie er ist, und wir versuchen es in den nächsten Tagen noch einmal. Melden Sie sich an, um Ihre Zahlungsdaten zu ändern. Wenn Sie schon bezahlt haben, brauchen Sie nichts zu tun.`,
        line`Wenn der Tarif endet, wird nichts gelöscht. Ihr Tresor, Ihre Vertrauenspersonen und Ihre Vorsorge bleiben, wie sie sind. Sie können nur nicht mehr hinzufügen, als der kleinere Tarif erlaubt.`,
      ],
      reason: toAccountHolder,
    }),
  },
});
