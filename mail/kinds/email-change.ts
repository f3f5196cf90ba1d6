import { EmailChange } from '../../db/entities/email-change.ts';
import { User } from '../../db/entities/user.ts';
import { isSilenced } from '../../db/opt-outs.ts';
import { mailKind } from '../kind.ts';
import { SERVICE_NAME } from '../layout/service-name.ts';
import { hasOutlivedLink } from '../retry.ts';

/**
 * To the new address of an account, while the account still waits for it and nobody else has confirmed it. It may be a
 * bystander's, so it says nothing that the requester chose, and lets them stop such mails for good.
 */
export const emailChange = mailKind({
  locks: true,
  async facts({ em, now, owner, link, stopLink }, mail) {
    const { userId, recipient, data } = mail;
    if (hasOutlivedLink(mail, now, 'change_email')) return null;
    const account = await owner();
    const awaited = await em.findOne(EmailChange, { userId, email: recipient }, { refresh: true });
    if (!account || !awaited) return null;
    if ((await em.count(User, { email: recipient, emailVerifiedAt: { $ne: null } })) > 0) return null;
    const mailbox = Buffer.from(String(data.mailbox), 'base64url');
    if (await isSilenced(em, mailbox, userId)) return null;
    return { link: await link('change_email'), stopLink: stopLink(mailbox) };
  },
  words: {
    en: ({ link, stopLink }, { line }) => ({
      subject: line`Confirm your new email address for ${SERVICE_NAME}`,
      heading: line`Please confirm your new email address`,
      action: { label: line`Confirm my new address`, link },
      to: null,
      paragraphs: [
        line`Someone, hopefully you, asked to use this address for their ${SERVICE_NAME} account. The link works for 24 hours. Once you've confirmed, log in with this address and the password you entered when you asked for the change. Until then, log in as before.`,
        line`If you didn't ask for this, just ignore this email: nothing changes unless you confirm.`,
      ],
      reason: line`You're receiving this email because someone entered this address as the new one for their ${SERVICE_NAME} account.`,
      stopLink,
    }),
    de: ({ link, stopLink }, { line }) => ({
      subject: line`Bitte bestätigen Sie Ihre neue E-Mail-Adresse für ${SERVICE_NAME}`,
      heading: line`Bitte bestätigen Sie Ihre neue E-Mail-Adresse`,
      action: { label: line`Neue Adresse bestätigen`, link },
      to: null,
      paragraphs: [
        line`jemand, hoffentlich Sie selbst, möchte diese Adresse für ein Konto bei ${SERVICE_NAME} verwenden. Der Link gilt 24 Stunden. Sobald Sie bestätigt haben, melden Sie sich mit dieser Adresse und dem Passwort an, das Sie bei der Änderung eingegeben haben. Bis dahin melden Sie sich an wie bisher.`,
        line`Wenn Sie das nicht waren, brauchen Sie nichts zu tun: Ohne Ihre Bestätigung ändert sich nichts.`,
      ],
      reason: line`Sie erhalten diese E-Mail, weil jemand diese Adresse als neue Adresse für ein Konto bei ${SERVICE_NAME} angegeben hat.`,
      stopLink,
    }),
  },
});
