import { mailKind } from '../kind.ts';
import { SERVICE_NAME } from '../layout/service-name.ts';
import { hasOutlivedLink } from '../retry.ts';

/** To an owner who can't log in because of a second factor, as long as it is on and this is still their address. */
export const secondFactorRemoval = mailKind({
  locks: true,
  async facts({ now, owner, link }, mail) {
    if (hasOutlivedLink(mail, now, 'second_factor_removal')) return null;
    const account = await owner();
    if (account?.email !== mail.recipient || !account.twoFactorEnabled) return null;
    return { name: account.name, link: await link('second_factor_removal') };
  },
  words: {
    en: ({ name, link }, { line, toAccountHolder }) => ({
      subject: line`Remove the second factor of your ${SERVICE_NAME} account`,
      heading: line`Remove your second factor`,
      action: { label: line`Remove my second factor`, link },
      to: name,
      paragraphs: [
        line`Someone, hopefully you, can't log in to your account because they don't have the second factor. If you printed or wrote down the recovery code of your vault, you can remove the second factor with the link in this email. That takes 3 days, and we'll write to you when they begin. The link works for 7 days.`,
        line`If you didn't switch the second factor on, reset your password first. Otherwise someone who knows it can log in and stop you.`,
        line`If you didn't ask for this, just ignore this email: the link alone changes nothing.`,
      ],
      reason: toAccountHolder,
    }),
    de: ({ name, link }, { line, toAccountHolder }) => ({
      subject: line`Zwei-Faktor-Authentifizierung für Ihr Konto bei ${SERVICE_NAME} ausschalten`,
      heading: line`Zwei-Faktor-Authentifizierung ausschalten`,
      action: { label: line`Jetzt ausschalten`, link },
      to: name,
      paragraphs: [
        line`jemand, hoffentlich Sie selbst, kann sich nicht bei Ihrem Konto anmelden, weil der zweite Faktor fehlt. Falls Sie den Wiederherstellungscode Ihres Tresors ausgedruckt oder abgeschrieben haben, können Sie den zweiten Faktor mit dem Link in dieser E-Mail entfernen. Das dauert 3 Tage; zu Beginn schreiben wir Ihnen noch einmal. Der Link gilt 7 Tage.`,
        line`Wenn Sie den zweiten Faktor nicht selbst eingeschaltet haben, setzen Sie zuerst Ihr Passwort zurück. Sonst kann sich jemand, der es kennt, anmelden und Sie aufhalten.`,
        line`Wenn Sie das nicht waren, brauchen Sie nichts zu tun: Der Link allein ändert nichts.`,
      ],
      reason: toAccountHolder,
    }),
  },
});
