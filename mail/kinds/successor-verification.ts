import type { SuccessorRow } from '../../db/entities/successor.ts';
import { mailKind } from '../kind.ts';
import { nameForStranger, readsAsName } from '../layout/name.ts';
import { SERVICE_NAME } from '../layout/service-name.ts';
import { hasOutlivedLink } from '../retry.ts';

/**
 * What its reader still has to do: confirm, make the kit, or compare its words with the owner. Someone who came back with
 * a restored backup only confirms, and keeps the kit that was compared.
 */
type VerificationStage = 'named' | 'came_back' | 'confirmed' | 'has_kit' | 'new_kit';

function stageOf({ verifiedAt, keyPinnedAt, publicKey }: SuccessorRow, isNewKit: boolean): VerificationStage {
  if (!verifiedAt) return keyPinnedAt ? 'came_back' : 'named';
  if (publicKey != null) return 'has_kit';
  return isNewKit ? 'new_kit' : 'confirmed';
}

/**
 * To someone who was named as a successor: prove that this mailbox is yours. To those who have done that, if the owner
 * asks: a new link for the kit, until its key is pinned.
 */
export const successorVerification = mailKind({
  locks: true,
  async facts({ now, ownerName, successor, link }, mail) {
    if (hasOutlivedLink(mail, now, 'successor_verification')) return null;
    const to = await successor();
    if (!to || (to.verifiedAt && (to.keyPinnedAt || !mail.data.forKit))) return null;
    const shown = (name: string) => (to.verifiedAt ? name : nameForStranger(name));
    return {
      stage: stageOf(to, mail.data.isNewKit === true),
      successorName: shown(to.name),
      ownerName: shown(ownerName),
      link: await link('successor_verification'),
      optOutLink: await link('opt_out'),
    };
  },
  words: {
    en: ({ successorName, ownerName, stage, link, optOutLink }, { line, toSuccessor }) => ({
      ...{
        named: {
          // The reader hasn't agreed to our mail yet: before the greeting, we repeat only what reads as a name.
          ...(readsAsName(ownerName)
            ? {
                subject: line`${ownerName} would like to leave you something`,
                heading: line`${ownerName} trusts you with something for later`,
              }
            : {
                subject: line`You've been named as a successor: please confirm`,
                heading: line`Someone trusts you with something for later`,
              }),
          action: { label: line`Confirm this address`, link },
          paragraphs: [
            line`${ownerName} keeps important things in an encrypted vault at ${SERVICE_NAME}, and has named you as one of the people who may receive them one day. Please confirm within 30 days that we can reach you at this address.`,
            line`There you'll also make your recovery kit: a sheet of paper with a code, to print and keep. It takes about five minutes. A printer is best, but pen and paper will do.`,
            line`Then call ${ownerName} and read out six words from your sheet. That's all for now. You don't have to pay anything or open an account. If the day comes, we'll write to you here and ask whether you accept.`,
            line`If you don't know ${ownerName}, opt out below or just ignore this email. You only become a successor if you confirm.`,
          ],
        },
        came_back: {
          subject: line`${ownerName} asks you to confirm your address again`,
          heading: line`Please confirm your address again`,
          action: { label: line`Confirm this address`, link },
          paragraphs: [
            line`${ownerName} keeps important things in an encrypted vault at ${SERVICE_NAME}, and you were one of the people who may receive them one day. We had to restore our database from a backup, so ${ownerName} asks you to confirm within 30 days that we can still reach you at this address.`,
            line`You don't need to make a new recovery kit: the sheet that you compared with ${ownerName} remains valid. If you no longer have it, tell ${ownerName}.`,
            line`If you'd rather not be a successor any more, opt out below or just ignore this email. You only become one again if you confirm.`,
          ],
        },
        confirmed: {
          subject: line`What ${ownerName} leaves to you: a new link to make your recovery kit`,
          heading: line`A new link to make your recovery kit`,
          action: { label: line`Make my kit`, link },
          paragraphs: [
            line`${ownerName} asked us to send you a new link, because you've confirmed your address but haven't finished your recovery kit.`,
            line`The kit is a sheet of paper with a code, to print and keep. It's the only way to open what ${ownerName} leaves to you. Making it takes about five minutes. A printer is best, but pen and paper will do.`,
            line`The link works for 30 days.`,
          ],
        },
        new_kit: {
          subject: line`${ownerName} asks you to make a new recovery kit`,
          heading: line`Please make a new recovery kit`,
          action: { label: line`Make a new kit`, link },
          paragraphs: [
            line`${ownerName} asks you to make a new recovery kit: a sheet of paper with a code, to print and keep. The old sheet is no longer valid. Please destroy it, unless you've saved a sealed copy of what was left to you: only the old sheet opens that copy.`,
            line`Making the new one takes about five minutes. Then call ${ownerName}, and compare it as you did before. The link works for 30 days.`,
          ],
        },
        has_kit: {
          subject: line`${ownerName} would like to compare the words on your sheet`,
          heading: line`The words on your sheet haven't been compared yet`,
          action: { label: line`Go to my kit`, link },
          paragraphs: [
            line`${ownerName} asked us to write to you again. You've made your kit, and one step is left: please call ${ownerName} and read out the six words on your sheet. Until then, nothing can be prepared for you.`,
            line`If you can't find the sheet, make another kit with the link above. The old sheet then no longer opens anything. The link works for 30 days.`,
          ],
        },
      }[stage],
      to: successorName,
      reason: toSuccessor(ownerName),
      optOutLink,
    }),
    de: ({ successorName, ownerName, stage, link, optOutLink }, { line, toSuccessor }) => ({
      ...{
        named: {
          ...(readsAsName(ownerName)
            ? {
                subject: line`${ownerName} möchte etwas für Sie hinterlegen`,
                heading: line`${ownerName} möchte Ihnen etwas für später anvertrauen`,
              }
            : {
                subject: line`Sie wurden als Vertrauensperson benannt: Bitte bestätigen Sie`,
                heading: line`Jemand möchte Ihnen etwas für später anvertrauen`,
              }),
          action: { label: line`Diese Adresse bestätigen`, link },
          paragraphs: [
            line`${ownerName} bewahrt wichtige Dinge in einem verschlüsselten Tresor bei ${SERVICE_NAME} auf und hat Sie als eine der Personen benannt, die sie eines Tages erhalten können. Bitte bestätigen Sie innerhalb von 30 Tagen, dass wir Sie unter dieser Adresse erreichen.`,
            line`Dort erstellen Sie auch Ihr Schlüsselblatt: ein Blatt Papier mit einem Code, das Sie ausdrucken und gut aufbewahren. Das dauert etwa fünf Minuten. Am besten haben Sie einen Drucker zur Hand, Stift und Papier reichen aber auch.`,
            line`Danach rufen Sie ${ownerName} an und lesen sechs Wörter von Ihrem Blatt vor. Das ist fürs Erste alles. Sie müssen nichts bezahlen und kein Konto eröffnen. Wenn der Tag kommt, schreiben wir Ihnen an diese Adresse und fragen, ob Sie annehmen.`,
            line`Wenn Sie ${ownerName} nicht kennen, tragen Sie sich unten aus, oder tun Sie einfach nichts. Vertrauensperson werden Sie nur, wenn Sie bestätigen.`,
          ],
        },
        came_back: {
          subject: line`${ownerName} bittet Sie, Ihre Adresse noch einmal zu bestätigen`,
          heading: line`Bitte bestätigen Sie Ihre Adresse noch einmal`,
          action: { label: line`Diese Adresse bestätigen`, link },
          paragraphs: [
            line`${ownerName} bewahrt wichtige Dinge in einem verschlüsselten Tresor bei ${SERVICE_NAME} auf, und Sie waren eine der Personen, die sie eines Tages erhalten können. Wir mussten eine Sicherung unserer Datenbank einspielen. Deshalb bittet ${ownerName} Sie, innerhalb von 30 Tagen zu bestätigen, dass wir Sie unter dieser Adresse noch erreichen.`,
            line`Ein neues Schlüsselblatt brauchen Sie nicht: Das Blatt, das Sie mit ${ownerName} verglichen haben, bleibt gültig. Wenn Sie es nicht mehr haben, sagen Sie ${ownerName} Bescheid.`,
            line`Wenn Sie keine Vertrauensperson mehr sein möchten, tragen Sie sich unten aus, oder tun Sie einfach nichts. Sie werden es nur wieder, wenn Sie bestätigen.`,
          ],
        },
        confirmed: {
          subject: line`Was ${ownerName} für Sie hinterlegt: ein neuer Link für Ihr Schlüsselblatt`,
          heading: line`Ein neuer Link für Ihr Schlüsselblatt`,
          action: { label: line`Schlüsselblatt erstellen`, link },
          paragraphs: [
            line`${ownerName} hat uns gebeten, Ihnen einen neuen Link zu schicken. Ihre Adresse haben Sie schon bestätigt, aber Ihr Schlüsselblatt ist noch nicht fertig.`,
            line`Es ist ein Blatt Papier mit einem Code, das Sie ausdrucken und gut aufbewahren: Nur damit lässt sich öffnen, was ${ownerName} für Sie hinterlegt. Das dauert etwa fünf Minuten. Am besten haben Sie einen Drucker zur Hand, Stift und Papier reichen aber auch.`,
            line`Der Link gilt 30 Tage.`,
          ],
        },
        new_kit: {
          subject: line`${ownerName} bittet Sie um ein neues Schlüsselblatt`,
          heading: line`Bitte erstellen Sie ein neues Schlüsselblatt`,
          action: { label: line`Neues Schlüsselblatt erstellen`, link },
          paragraphs: [
            line`${ownerName} bittet Sie, ein neues Schlüsselblatt zu erstellen: ein Blatt Papier mit einem Code, das Sie ausdrucken und gut aufbewahren. Das alte Blatt gilt nicht mehr. Vernichten Sie es bitte, es sei denn, Sie haben eine versiegelte Kopie dessen gespeichert, was für Sie hinterlegt war: Nur mit dem alten Blatt lässt sie sich öffnen.`,
            line`Das neue ist in etwa fünf Minuten erstellt. Rufen Sie danach ${ownerName} an, und vergleichen Sie es wie beim ersten Mal. Der Link gilt 30 Tage lang.`,
          ],
        },
        has_kit: {
          subject: line`${ownerName} möchte die Wörter auf Ihrem Blatt vergleichen`,
          heading: line`Die Wörter auf Ihrem Blatt sind noch nicht verglichen`,
          action: { label: line`Zu meinem Blatt`, link },
          paragraphs: [
            line`${ownerName} hat uns gebeten, Ihnen noch einmal zu schreiben. Ihr Blatt haben Sie schon erstellt, und ein Schritt fehlt noch: Bitte rufen Sie ${ownerName} an, und lesen Sie die sechs Wörter von Ihrem Blatt vor. Vorher lässt sich für Sie nichts vorbereiten.`,
            line`Wenn Sie das Blatt nicht finden, erstellen Sie über den Link oben ein neues. Mit dem alten lässt sich dann nichts mehr öffnen. Der Link gilt 30 Tage.`,
          ],
        },
      }[stage],
      to: successorName,
      reason: toSuccessor(ownerName),
      optOutLink,
    }),
  },
});
