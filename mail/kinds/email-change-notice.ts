import { mailKind } from '../kind.ts';

/** To the present address of an account whose owner asked for another one: how to stop it. */
export const emailChangeNotice = mailKind({
  facts: async ({ ownerName: name }) => ({ name }),
  words: {
    en: ({ name }, { line, toAccountHolder }) => ({
      subject: line`Your Vault Handover account is about to get another email address`,
      heading: line`Someone asked to change your email address`,
      to: name,
      paragraphs: [
        line`Someone who knows your password, hopefully you, asked to use another email address for your account. The change takes effect once that address is confirmed. Until then, you log in with this address as before.`,
        line`If it wasn't you, reset your password on the login page now. That stops the change and logs out every device. Don't wait: once the change has taken effect, you can no longer log in with this address.`,
      ],
      reason: toAccountHolder,
    }),
    de: ({ name }, { line, toAccountHolder }) => ({
      subject: line`Ihr Konto bei Vault Handover soll eine andere E-Mail-Adresse bekommen`,
      heading: line`Ihre E-Mail-Adresse soll geändert werden`,
      to: name,
      paragraphs: [
        line`jemand mit Ihrem Passwort, hoffentlich Sie selbst, möchte für Ihr Konto eine andere E-Mail-Adresse verwenden. Die Änderung gilt, sobald die neue Adresse bestätigt ist. Bis dahin melden Sie sich wie bisher mit dieser Adresse an.`,
        line`Wenn Sie das nicht waren, setzen Sie bitte jetzt gleich auf der Anmeldeseite Ihr Passwort zurück. Das verhindert die Änderung und meldet alle Geräte ab. Warten Sie nicht: Sobald die Änderung gilt, können Sie sich mit dieser Adresse nicht mehr anmelden.`,
      ],
      reason: toAccountHolder,
    }),
  },
});
