import { Successor } from '../../db/entities/successor.ts';
import { mailKind } from '../kind.ts';
import { SERVICE_NAME } from '../layout/service-name.ts';

/** To someone who is no longer a successor, if the owner wished to tell them. The row keeps the facts about them. */
export const successorRemoved = mailKind({
  async facts({ em, ownerName }, { userId, recipient, data }) {
    // Named again in the meantime.
    if ((await em.count(Successor, { userId, email: recipient })) > 0) return null;
    return { successorName: String(data.successorName), ownerName };
  },
  words: {
    en: ({ successorName, ownerName }, { line }) => ({
      subject: line`You're no longer a successor of ${ownerName}`,
      heading: line`You're no longer a successor of ${ownerName}`,
      to: successorName,
      paragraphs: [
        line`${ownerName} asked us to tell you that you're no longer one of the people who may receive something from their vault one day. You don't need to do anything.`,
        line`If you made a recovery kit, you no longer need the sheet and can destroy it, unless you've saved a sealed copy of what was left to you: only this sheet opens it.`,
        line`If you have any questions, please ask ${ownerName}. We don't know the reason.`,
      ],
      reason: line`You're receiving this email because ${ownerName} had named you as a successor in ${SERVICE_NAME}, and you had confirmed this address.`,
    }),
    de: ({ successorName, ownerName }, { line }) => ({
      subject: line`Sie sind nicht mehr Vertrauensperson von ${ownerName}`,
      heading: line`Sie sind nicht mehr Vertrauensperson von ${ownerName}`,
      to: successorName,
      paragraphs: [
        line`${ownerName} hat uns gebeten, Ihnen zu sagen: Sie gehören nicht mehr zu den Personen, die eines Tages etwas aus dem Tresor erhalten können. Sie brauchen nichts zu tun.`,
        line`Falls Sie ein Schlüsselblatt erstellt haben, brauchen Sie es nicht mehr und können es vernichten, es sei denn, Sie haben eine versiegelte Kopie dessen gespeichert, was für Sie hinterlegt war: Nur mit diesem Blatt lässt sie sich öffnen.`,
        line`Wenn Sie Fragen haben, wenden Sie sich bitte an ${ownerName}. Den Grund kennen wir nicht.`,
      ],
      reason: line`Sie erhalten diese E-Mail, weil ${ownerName} Sie bei ${SERVICE_NAME} als Vertrauensperson benannt hatte und Sie diese Adresse bestätigt hatten.`,
    }),
  },
});
