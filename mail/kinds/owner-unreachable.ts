import { mailKind } from '../kind.ts';

/** To an operator: an owner cannot be warned. Also shows whether the mail server takes mail for others. */
export const ownerUnreachable = mailKind({
  // The user as operators see them in the Temporal UI; the code is the mail server's, such as `SMTP 550`.
  facts: async (_context, { userId, data: { since, code } }) => ({
    userId,
    since: new Date(Number(since)),
    code: String(code),
  }),
  words: {
    en: ({ userId, since, code }, { line }) => ({
      subject: line`We can't warn an owner: ${code} since ${since}`,
      heading: line`The mail server refuses our warnings to an owner`,
      to: null,
      paragraphs: [
        line`A warning to user ${userId} is due, but the mail server has refused it since ${since} (${code}). We keep trying. Until it's accepted or counts as undeliverable, their switch waits.`,
        line`If the problem is on your side (a blocked sender, or a relay that needs a log-in), please fix it. If the address is dead for good, there's nothing to do. The warning counts as undeliverable after 7 days of permanent refusals, or 30 days of any refusals, as long as the mail server takes other mail. The grace period then lasts at least 30 days.`,
      ],
      reason: line`You're receiving this email because you're an operator of this Vault Handover service (ADMIN_EMAILS).`,
    }),
    de: ({ userId, since, code }, { line }) => ({
      subject: line`Wir können eine Warnung nicht zustellen: ${code} seit ${since}`,
      heading: line`Der Mailserver weist unsere Warnungen an ein Konto zurück`,
      to: null,
      paragraphs: [
        line`für das Konto ${userId} steht eine Warnung an, aber der Mailserver weist sie seit ${since} zurück (${code}). Wir versuchen es weiter. Die Vorsorge dieses Kontos wartet, bis er sie annimmt oder sie als unzustellbar gilt.`,
        line`Wenn das Problem auf Ihrer Seite liegt (ein gesperrter Absender oder ein Relay, das eine Anmeldung verlangt), beheben Sie es bitte. Wenn es die Adresse nicht mehr gibt, brauchen Sie nichts zu tun. Die Warnung gilt als unzustellbar, wenn der Mailserver sie 7 Tage lang endgültig oder 30 Tage lang aus irgendeinem Grund zurückweist, während er andere E-Mails annimmt. Die Nachfrist dauert dann mindestens 30 Tage.`,
      ],
      reason: line`Sie erhalten diese E-Mail, weil Sie diesen Dienst von Vault Handover betreiben (ADMIN_EMAILS).`,
    }),
  },
});
