import { mailKind } from '../kind.ts';
import { SERVICE_NAME } from '../layout/service-name.ts';

/** The last mail to an account: it is deleted. */
export const farewell = mailKind({
  facts: async ({ ownerName: name }) => ({ name }),
  words: {
    en: ({ name }, { line }) => ({
      subject: line`Your ${SERVICE_NAME} account has been deleted`,
      heading: line`Your account has been deleted`,
      to: name,
      paragraphs: [
        line`Your vault, your successors and your settings are gone, and your switch won't fire. Any handover that was under way has ended. This can't be undone.`,
        line`If it wasn't you, someone knows your password: change it everywhere else you use it.`,
        line`Thank you for trusting us. We wish you well.`,
      ],
      reason: line`You're receiving this last email because this address belonged to a ${SERVICE_NAME} account.`,
    }),
    de: ({ name }, { line }) => ({
      subject: line`Ihr Konto bei ${SERVICE_NAME} wurde gelöscht`,
      heading: line`Ihr Konto wurde gelöscht`,
      to: name,
      paragraphs: [
        line`Ihr Tresor, Ihre Vertrauenspersonen und Ihre Einstellungen sind gelöscht, und Ihre Vorsorge greift nicht mehr. Falls eine Übergabe lief, ist sie beendet. Das lässt sich nicht rückgängig machen.`,
        line`Wenn Sie das nicht waren, kennt jemand Ihr Passwort: Ändern Sie es überall, wo Sie es sonst noch verwenden.`,
        line`Danke für Ihr Vertrauen. Wir wünschen Ihnen alles Gute.`,
      ],
      reason: line`Sie erhalten diese letzte E-Mail, weil Ihre Adresse zu einem Konto bei ${SERVICE_NAME} gehört hat.`,
    }),
  },
});
