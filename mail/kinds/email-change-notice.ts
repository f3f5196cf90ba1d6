import { mailKind } from '../kind.ts';
import { SERVICE_NAME } from '../layout/service-name.ts';

/** To the present address of an account whose owner asked for a new one: how to stop that. */
export const emailChangeNotice = mailKind({
  locks: true,
  async facts({ ownerName: name, frontendUrl, owner }, mail) {
    // Once the change has taken effect, another mail says so.
    if ((await owner())?.email !== mail.recipient) return null;
    return { name, link: `${frontendUrl}/forgot-password` };
  },
  words: {
    en: ({ name, link }, { line, toAccountHolder }) => ({
      subject: line`Your ${SERVICE_NAME} account is about to get a new email address`,
      heading: line`Someone asked to change your email address`,
      action: { label: line`Not you? Reset your password`, link },
      to: name,
      paragraphs: [
        line`Someone who knows your password, hopefully you, asked to use a different email address for your account. The change takes effect once that address is confirmed. Until then, keep logging in with this one.`,
        line`If it wasn't you, reset your password at once with the link above. That stops the change and logs out every device. Don't wait: once the change has taken effect, you can no longer log in with this address.`,
      ],
      reason: toAccountHolder,
    }),
    de: ({ name, link }, { line, toAccountHolder }) => ({
      subject: line`Ihr Konto bei ${SERVICE_NAME} soll eine andere E-Mail-Adresse bekommen`,
      heading: line`Ihre E-Mail-Adresse soll geändert werden`,
      action: { label: line`Das waren Sie nicht? Passwort zurücksetzen`, link },
      to: name,
      paragraphs: [
        line`jemand, der Ihr Passwort kennt, hoffentlich Sie selbst, möchte für Ihr Konto eine andere E-Mail-Adresse verwenden. Die Änderung gilt, sobald die neue Adresse bestätigt ist. Bis dahin melden Sie sich wie bisher mit dieser Adresse an.`,
        line`Wenn Sie das nicht waren, setzen Sie Ihr Passwort sofort über den Link oben zurück. Das verhindert die Änderung und meldet alle Geräte ab. Warten Sie nicht: Sobald die Änderung gilt, können Sie sich mit dieser Adresse nicht mehr anmelden.`,
      ],
      reason: toAccountHolder,
    }),
  },
});
