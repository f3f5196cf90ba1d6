import { Channel } from '../../db/entities/channel.ts';
import { mailKind } from '../kind.ts';
import { SERVICE_NAME } from '../layout/service-name.ts';

/** To an owner whose browser or phone has ended the notifications that warn them. */
export const channelGone = mailKind({
  async facts({ em, ownerName: name, frontendUrl }, { data }) {
    const way = await em.findOne(Channel, { id: String(data.channelId) }, { refresh: true });
    return way && { name, way: way.name, link: `${frontendUrl}/account/ways` };
  },
  words: {
    en: ({ name, way, link }, { line, toAccountHolder }) => ({
      subject: line`Your warnings no longer reach “${way}”: ${SERVICE_NAME}`,
      heading: line`Your warnings no longer reach “${way}”`,
      action: { label: line`Ways to reach you`, link },
      to: name,
      paragraphs: [
        line`Notifications to this device have ended. That happens when the app is removed, notifications are turned off, or the browser's data is deleted.`,
        line`Your warnings still come to this mailbox and to your other ways. To get them on the device again, remove it from your ways, and add it once more.`,
      ],
      reason: toAccountHolder,
    }),
    de: ({ name, way, link }, { line, toAccountHolder }) => ({
      subject: line`Ihre Warnungen erreichen „${way}“ nicht mehr: ${SERVICE_NAME}`,
      heading: line`Ihre Warnungen erreichen „${way}“ nicht mehr`,
      action: { label: line`So erreichen wir Sie`, link },
      to: name,
      paragraphs: [
        line`dieses Gerät nimmt keine Benachrichtigungen mehr an. Das geschieht, wenn die App entfernt wird, Benachrichtigungen ausgeschaltet oder die Daten des Browsers gelöscht werden.`,
        line`Ihre Warnungen kommen weiterhin in diesem Postfach und auf Ihren anderen Wegen an. Damit sie auch wieder auf dem Gerät ankommen, entfernen Sie es aus Ihren Wegen und fügen es neu hinzu.`,
      ],
      reason: toAccountHolder,
    }),
  },
});
