import { LockMode } from '@mikro-orm/core';
import { Registration } from '../../db/entities/registration.ts';
import { mailKind } from '../kind.ts';
import { deviceIn, deviceWords } from '../layout/device.ts';
import { SERVICE_NAME } from '../layout/service-name.ts';
import { hasOutlivedLink } from '../retry.ts';

/**
 * To a new account: prove that this mailbox is yours. One for each registration, with its time and device. Anyone can
 * register any address, so it repeats nothing that they chose, such as a name.
 */
export const verifyEmail = mailKind({
  locks: true,
  async facts({ em, now, owner, link }, mail) {
    if (hasOutlivedLink(mail, now, 'verify_email')) return null;
    const account = await owner();
    if (!account || account.emailVerifiedAt != null) return null;
    const { registrationId: id, registeredAt } = mail.data;
    const lockMode = LockMode.PESSIMISTIC_READ;
    if (id && !(await em.findOne(Registration, { id: String(id) }, { refresh: true, lockMode }))) return null;
    return {
      at: registeredAt ? new Date(Number(registeredAt)) : mail.createdAt,
      device: deviceIn(mail.data),
      link: await link('verify_email'),
    };
  },
  words: {
    en: ({ link, at, device }, { line }) => ({
      subject: line`Confirm your email address for ${SERVICE_NAME}`,
      heading: line`Please confirm your email address`,
      action: { label: line`Confirm my address`, link },
      to: null,
      paragraphs: [
        line`Someone, hopefully you, opened a ${SERVICE_NAME} account with this address, on ${at}, from ${deviceWords.en(device)}. The link works for 24 hours. Once you've confirmed, you can log in with the password that was chosen.`,
        line`If it wasn't you, don't confirm: the person who opened the account could then log in. If you get several of these emails, confirm only the one that describes your own registration. The links in the others then stop working.`,
      ],
      reason: line`You're receiving this email because someone opened a ${SERVICE_NAME} account with this address.`,
    }),
    de: ({ link, at, device }, { line }) => ({
      subject: line`Bitte bestätigen Sie Ihre E-Mail-Adresse für ${SERVICE_NAME}`,
      heading: line`Bitte bestätigen Sie Ihre E-Mail-Adresse`,
      action: { label: line`Adresse bestätigen`, link },
      to: null,
      paragraphs: [
        line`mit dieser Adresse wurde ein Konto bei ${SERVICE_NAME} eröffnet, hoffentlich von Ihnen: am ${at}, mit ${deviceWords.de(device)}. Der Link gilt 24 Stunden. Sobald Sie bestätigt haben, können Sie sich mit dem Passwort anmelden, das dabei gewählt wurde.`,
        line`Wenn Sie das nicht waren, bestätigen Sie bitte nicht: Sonst könnte sich die Person anmelden, die das Konto eröffnet hat. Wenn Sie mehrere solche E-Mails bekommen, bestätigen Sie nur die, deren Angaben zu Ihnen passen. Die Links in den anderen gelten dann nicht mehr.`,
      ],
      reason: line`Sie erhalten diese E-Mail, weil mit dieser Adresse ein Konto bei ${SERVICE_NAME} eröffnet wurde.`,
    }),
  },
});
