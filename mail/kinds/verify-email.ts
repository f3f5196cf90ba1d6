import { LockMode } from '@mikro-orm/core';
import { Registration } from '../../db/entities/registration.ts';
import { mailKind } from '../kind.ts';
import { line } from '../layout/line.ts';
import { outlived } from '../links.ts';

/** To a new account: prove that this mailbox is yours. One for each registration, naming it. */
export const verifyEmail = mailKind({
  locks: true,
  async facts({ em, now, owner, link }, mail) {
    if (outlived(mail, now, 'verify_email')) return null;
    const account = await owner();
    if (!account || account.emailVerifiedAt != null) return null;
    const { registrationId: id, registeredAt, device } = mail.data;
    const lockMode = LockMode.PESSIMISTIC_READ;
    const further = id
      ? await em.findOne(Registration, { id: String(id) }, { refresh: true, lockMode })
      : null;
    if (id && !further) return null;
    return {
      name: further?.name ?? account.name,
      at: registeredAt ? new Date(Number(registeredAt)) : mail.createdAt,
      device: device ? String(device) : 'an unknown device',
      link: await link('verify_email'),
    };
  },
  words: ({ name, link, at, device }) => ({
    subject: line`Confirm your email address for Vault Handover`,
    heading: line`Please confirm your email address`,
    action: { label: line`Confirm my address`, link },
    to: name,
    paragraphs: [
      line`Someone, hopefully you, opened a Vault Handover account with this address: under the name ${name}, on ${at}, from ${device}. The link works for 24 hours. Once you've confirmed, you can log in with the password chosen then.`,
      line`If it wasn't you, don't confirm: whoever opened the account could then log in. If you get several of these emails, confirm only the one that describes your own registration. The links in the others then stop working.`,
    ],
    reason: line`You're receiving this email because someone opened a Vault Handover account with this address.`,
  }),
});
