import { mailKind } from '../kind.ts';
import { SERVICE_NAME } from '../layout/service-name.ts';
import { hasOutlivedLink } from '../retry.ts';

/** To an owner who forgot their password, as long as this is still their address. */
export const passwordReset = mailKind({
  locks: true,
  async facts({ now, owner, link }, mail) {
    if (hasOutlivedLink(mail, now, 'reset_password')) return null;
    const account = await owner();
    if (account?.email !== mail.recipient) return null;
    return { name: account.name, link: await link('reset_password') };
  },
  words: {
    en: ({ name, link }, { line, toAccountHolder }) => ({
      subject: line`Reset your ${SERVICE_NAME} password`,
      heading: line`Choose a new password`,
      action: { label: line`Choose a new password`, link },
      to: name,
      paragraphs: [
        line`Someone, hopefully you, asked to reset the password of your account. The link works once, for 1 hour. Choosing a new password logs you out on every device.`,
        line`If you printed a recovery code for your vault, have it ready: you'll need it once, to open your vault with the new password. Without it, your vault stays locked.`,
        line`If it wasn't you, just ignore this email: your password stays as it is.`,
      ],
      reason: toAccountHolder,
    }),
    de: ({ name, link }, { line, toAccountHolder }) => ({
      subject: line`Ihr Passwort für ${SERVICE_NAME} zurücksetzen`,
      heading: line`Wählen Sie ein neues Passwort`,
      action: { label: line`Neues Passwort wählen`, link },
      to: name,
      paragraphs: [
        line`jemand, hoffentlich Sie selbst, möchte das Passwort Ihres Kontos zurücksetzen. Der Link gilt 1 Stunde lang und nur einmal. Mit einem neuen Passwort werden Sie auf allen Geräten abgemeldet.`,
        line`Falls Sie einen Wiederherstellungscode für Ihren Tresor ausgedruckt haben, legen Sie ihn bereit: Damit öffnen Sie Ihren Tresor einmal, danach genügt das neue Passwort. Ohne den Code bleibt der Tresor verschlossen.`,
        line`Wenn Sie das nicht waren, brauchen Sie nichts zu tun: Ihr Passwort bleibt, wie es ist.`,
      ],
      reason: toAccountHolder,
    }),
  },
});
