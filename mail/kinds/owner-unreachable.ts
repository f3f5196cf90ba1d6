import type { RefusalReason } from '../../switch/dead-mailbox.ts';
import { mailKind } from '../kind.ts';
import { SERVICE_NAME } from '../layout/service-name.ts';

/** The rule that applies, by the reason for the refusals. `…_alike`: everyone else's mail is refused, too. */
export type UnreachableRule = RefusalReason | 'gone_alike' | 'unavailable_alike';

/**
 * To an operator: an owner can't be warned. Its acceptance also shows whether the mail server accepts mail for others.
 */
export const ownerUnreachable = mailKind({
  // The user as operators see them in the Temporal UI; the code is the mail server's, such as `SMTP 550`.
  facts: async (_context, { userId, data: { since, code, rule } }) => ({
    userId,
    since: new Date(Number(since)),
    code: { code: String(code) },
    rule: rule as UnreachableRule,
  }),
  words: {
    en: ({ userId, since, code, rule }, { line }) => ({
      subject: line`We can't warn an owner: ${code} since ${since}`,
      heading: line`The mail server is refusing our warnings to an owner`,
      to: null,
      paragraphs: [
        line`A warning to user ${userId} is due, but the mail server has refused it since ${since} (${code}). We'll keep trying. Their switch waits until the warning is accepted or counts as undeliverable.`,
        {
          gone: line`The mail server says that the mailbox doesn't exist. If that's true, you don't need to do anything: as long as the mail server accepts other mail, this email included, the warning counts as undeliverable after 7 days. The grace period then lasts at least 30 days. If your provider keeps the address on a suppression list, it no longer asks the mailbox: take the address off that list to find out whether the mailbox still exists.`,
          gone_alike: line`The mail server says that the mailbox doesn't exist, but in the last 7 days it hasn't accepted mail for anyone else either, only emails to operators like this one. Please find out why. If nothing changes, the warning counts as undeliverable after 90 days. The grace period then lasts at least 30 days.`,
          unavailable: line`The mail server says that the mailbox or its domain accepts no mail at the moment: it may be full, or the domain may have lapsed. As long as the mail server accepts other mail, this email included, the warning counts as undeliverable after 30 days of refusals. The grace period then lasts at least 30 days.`,
          unavailable_alike: line`The mail server says that the mailbox or its domain accepts no mail at the moment, but in the last 7 days it hasn't accepted mail for anyone else either, only emails to operators like this one. Please find out why: until it accepts other mail, the switch waits.`,
          unclear: line`The mail server doesn't say clearly why. If the problem is on your side (a relay that needs a log-in, or a sender with a bad reputation), please fix it. The warning counts as undeliverable only after it has been refused on 30 days on which other mailboxes of the same domain accepted our mail. The grace period then lasts at least 30 days.`,
          blocked: line`The mail server is refusing mail from us, and the mailbox isn't to blame: its answer is about policy, reputation, rate, authentication or content, or your provider keeps the address on a suppression list. Please fix that. Until you do, the switch waits, however long that takes: such refusals never make a warning count as undeliverable.`,
        }[rule],
      ],
      reason: line`You're receiving this email because you're an operator of this ${SERVICE_NAME} service (ADMIN_EMAILS).`,
    }),
    de: ({ userId, since, code, rule }, { line }) => ({
      subject: line`Wir können eine Warnung nicht zustellen: ${code} seit ${since}`,
      heading: line`Der Mailserver weist unsere Warnungen an ein Konto zurück`,
      to: null,
      paragraphs: [
        line`für das Konto ${userId} steht eine Warnung an, aber der Mailserver weist sie seit ${since} zurück (${code}). Wir versuchen es weiter. Die Vorsorge dieses Kontos wartet, bis er sie annimmt oder sie als unzustellbar gilt.`,
        {
          gone: line`Laut Mailserver gibt es das Postfach nicht. Wenn das stimmt, brauchen Sie nichts zu tun: Solange der Mailserver andere E-Mails annimmt, auch diese hier, gilt die Warnung nach 7 Tagen als unzustellbar. Die Nachfrist dauert dann mindestens 30 Tage. Wenn Ihr Anbieter die Adresse auf einer Sperrliste führt, fragt er das Postfach nicht mehr: Nehmen Sie sie dort heraus, um zu erfahren, ob es das Postfach noch gibt.`,
          gone_alike: line`Laut Mailserver gibt es das Postfach nicht. Er hat aber in den letzten 7 Tagen auch sonst keine E-Mails angenommen, nur solche an Betreiber wie diese hier. Bitte finden Sie heraus, warum. Wenn sich nichts ändert, gilt die Warnung nach 90 Tagen als unzustellbar. Die Nachfrist dauert dann mindestens 30 Tage.`,
          unavailable: line`Laut Mailserver nimmt das Postfach oder seine Domain zurzeit keine E-Mails an: Vielleicht ist es voll, oder die Domain ist erloschen. Solange der Mailserver andere E-Mails annimmt, auch diese hier, gilt die Warnung als unzustellbar, wenn sie an 30 Tagen zurückgewiesen wurde. Die Nachfrist dauert dann mindestens 30 Tage.`,
          unavailable_alike: line`Laut Mailserver nimmt das Postfach oder seine Domain zurzeit keine E-Mails an. Er hat aber in den letzten 7 Tagen auch sonst keine E-Mails angenommen, nur solche an Betreiber wie diese hier. Bitte finden Sie heraus, warum: Bis er andere E-Mails annimmt, wartet die Vorsorge.`,
          unclear: line`Der Mailserver sagt nicht klar, warum. Wenn das Problem auf Ihrer Seite liegt (ein Relay, das eine Anmeldung verlangt, oder ein Absender mit schlechtem Ruf), beheben Sie es bitte. Die Warnung gilt erst als unzustellbar, wenn sie an 30 Tagen zurückgewiesen wurde, an denen andere Postfächer derselben Domain unsere E-Mails angenommen haben. Die Nachfrist dauert dann mindestens 30 Tage.`,
          blocked: line`Der Mailserver weist unsere E-Mails ab, und am Postfach liegt es nicht: In seiner Antwort geht es um Richtlinien, Reputation, Menge, Anmeldung oder Inhalt, oder Ihr Anbieter führt die Adresse auf einer Sperrliste. Bitte beheben Sie das. Bis dahin wartet die Vorsorge, so lange es auch dauert, denn durch solche Antworten gilt eine Warnung nie als unzustellbar.`,
        }[rule],
      ],
      reason: line`Sie erhalten diese E-Mail, weil Sie diesen Dienst von ${SERVICE_NAME} betreiben (ADMIN_EMAILS).`,
    }),
  },
});
