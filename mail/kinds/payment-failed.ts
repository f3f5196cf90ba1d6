import { Subscription } from '../../db/entities/subscription.ts';
import { mailKind } from '../kind.ts';
import { SERVICE_NAME } from '../layout/service-name.ts';

/** The statuses of a subscription whose plan stays as it is, as the mail says. */
const PLAN_STAYS = ['active', 'trialing', 'past_due'];

/** To an owner whose latest invoice could not be collected. Obsolete once the plan has ended. */
export const paymentFailed = mailKind({
  async facts({ em, ownerName: name, frontendUrl }, { userId }) {
    if ((await em.count(Subscription, { userId, status: { $nin: PLAN_STAYS } })) > 0) return null;
    return { name, link: `${frontendUrl}/account/plan` };
  },
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
