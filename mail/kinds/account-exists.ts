import { mailKind } from '../kind.ts';
import { SERVICE_NAME } from '../layout/service-name.ts';

/** To an account whose address was registered again. Whether it exists was not revealed to the person who tried. */
export const accountExists = mailKind({
  facts: async ({ ownerName: name, frontendUrl }) => ({ name, link: `${frontendUrl}/` }),
  words: {
    en: ({ name, link }, { line, toAccountHolder }) => ({
      subject: line`You already have a ${SERVICE_NAME} account`,
      heading: line`This address already has an account`,
      action: { label: line`Open ${SERVICE_NAME}`, link },
      to: name,
      paragraphs: [
        line`Someone tried to open a new account with this address. Nothing has changed: your account, your password and your vault are just as they were.`,
        line`If it was you, just log in. If you've forgotten your password, you can reset it on the log-in page. If it wasn't you, you don't need to do anything: they weren't told that you have an account.`,
      ],
      reason: toAccountHolder,
    }),
    de: ({ name, link }, { line, toAccountHolder }) => ({
      subject: line`Sie haben bereits ein Konto bei ${SERVICE_NAME}`,
      heading: line`Zu dieser Adresse gibt es bereits ein Konto`,
      action: { label: line`${SERVICE_NAME} öffnen`, link },
      to: name,
      paragraphs: [
        line`jemand wollte mit dieser Adresse ein neues Konto eröffnen. Ihr Konto, Ihr Passwort und Ihr Tresor sind unverändert.`,
        line`Wenn Sie das waren, melden Sie sich einfach an. Falls Sie Ihr Passwort vergessen haben, können Sie es auf der Anmeldeseite zurücksetzen. Wenn Sie es nicht waren, brauchen Sie nichts zu tun: Dass Sie ein Konto haben, haben wir niemandem verraten.`,
      ],
      reason: toAccountHolder,
    }),
  },
});
