import { isSilenced } from '../../db/opt-outs.ts';
import { mailKind } from '../kind.ts';
import { nameForStranger, readsAsName } from '../layout/name.ts';
import { SERVICE_NAME } from '../layout/service-name.ts';
import { hasOutlivedLink } from '../retry.ts';

/**
 * To the second address that an owner has entered for a successor: confirm that you read mail there. It may be a
 * bystander's, who can stop such mails without affecting the successor.
 */
export const secondAddress = mailKind({
  locks: true,
  async facts({ em, now, ownerName, successor, link, stopLink }, mail) {
    if (hasOutlivedLink(mail, now, 'second_address')) return null;
    const to = await successor();
    if (!to || to.secondVerifiedAt) return null;
    const mailbox = Buffer.from(String(mail.data.mailbox), 'base64url');
    if (await isSilenced(em, mailbox, mail.userId)) return null;
    return {
      successorName: nameForStranger(to.name),
      ownerName: nameForStranger(ownerName),
      link: await link('second_address'),
      stopLink: stopLink(mailbox),
    };
  },
  words: {
    en: ({ successorName, ownerName, link, stopLink }, { line }) => ({
      // The reader hasn't agreed to our mail yet: before the greeting, we repeat only what reads as a name.
      ...(readsAsName(ownerName)
        ? {
            subject: line`${ownerName} would like us to reach you at this address too`,
            heading: line`${ownerName} would like us to reach you here too`,
          }
        : {
            subject: line`Please confirm your second address`,
            heading: line`Can we reach you here too?`,
          }),
      action: { label: line`Confirm this address`, link },
      to: successorName,
      paragraphs: [
        line`${ownerName} keeps important things in an encrypted vault at ${SERVICE_NAME}, has named you as one of the people who may receive them one day, and has given us this address as your second one.`,
        line`Once you've confirmed it, our emails come here as well as to your first address, and it's enough to open one of them. The link works for 30 days. There's nothing else to do: if you made a recovery kit, it remains valid.`,
        line`If you don't know ${ownerName}, just ignore this email. We won't send anything here unless you confirm.`,
      ],
      reason: line`You're receiving this email because ${ownerName} entered this address as the second one of a successor.`,
      stopLink,
    }),
    de: ({ successorName, ownerName, link, stopLink }, { line }) => ({
      ...(readsAsName(ownerName)
        ? {
            subject: line`${ownerName} möchte, dass wir Sie auch unter dieser Adresse erreichen`,
            heading: line`${ownerName} möchte, dass wir Sie auch hier erreichen`,
          }
        : {
            subject: line`Bitte bestätigen Sie Ihre zweite Adresse`,
            heading: line`Erreichen wir Sie auch hier?`,
          }),
      action: { label: line`Diese Adresse bestätigen`, link },
      to: successorName,
      paragraphs: [
        line`${ownerName} bewahrt wichtige Dinge in einem verschlüsselten Tresor bei ${SERVICE_NAME} auf, hat Sie als eine der Personen benannt, die sie eines Tages erhalten können, und uns diese Adresse als Ihre zweite genannt.`,
        line`Sobald Sie sie bestätigt haben, kommen unsere E-Mails auch hier an, nicht nur unter Ihrer ersten Adresse, und es genügt, eine davon zu öffnen. Der Link gilt 30 Tage. Mehr ist nicht zu tun: Falls Sie ein Schlüsselblatt haben, bleibt es gültig.`,
        line`Wenn Sie ${ownerName} nicht kennen, tun Sie einfach nichts. Solange Sie nicht bestätigen, kommt hier nichts weiter an.`,
      ],
      reason: line`Sie erhalten diese E-Mail, weil ${ownerName} diese Adresse als die zweite einer Vertrauensperson eingetragen hat.`,
      stopLink,
    }),
  },
});
