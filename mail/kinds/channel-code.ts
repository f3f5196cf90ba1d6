import { CODE_MS } from '../../db/channel-secrets.ts';
import { isSilenced } from '../../db/opt-outs.ts';
import { mailKind } from '../kind.ts';
import { SERVICE_NAME } from '../layout/service-name.ts';

/**
 * To a way that an owner has added: the code with which they show that they can read messages there. A mailbox may be a
 * bystander's, so this says nothing that the owner chose, and lets them stop such mails for good.
 */
export const channelCode = mailKind({
  async facts({ em, now, channel, codeOf, frontendUrl, stopLink }, { userId, data }) {
    const way = await channel();
    if (!way || way.verifiedAt || way.codeRound !== data.round) return null;
    if (now.getTime() - way.codeSentAt.getTime() >= CODE_MS) return null;
    const facts = { code: codeOf(way), link: `${frontendUrl}/account/ways`, stopLink: null };
    if (way.kind !== 'mailbox') return facts;
    const mailbox = Buffer.from(String(data.mailbox), 'base64url');
    return (await isSilenced(em, mailbox, userId)) ? null : { ...facts, stopLink: stopLink(mailbox) };
  },
  words: {
    en: ({ code, link, stopLink }, { line }) => ({
      subject: line`Your code for ${SERVICE_NAME}: ${{ words: code }}`,
      heading: line`Your code is ${{ words: code }}`,
      action: { label: line`Open your account`, link },
      to: null,
      paragraphs: [
        line`Someone, hopefully you, wants to be reached at this address too by ${SERVICE_NAME}. Enter this code in your account, under “Ways to reach you”. It works for 24 hours.`,
        line`If you didn't ask for this, just ignore this email: we send nothing here without the code.`,
      ],
      reason: line`You're receiving this email because someone entered this address as a way to reach them.`,
      ...(stopLink === null ? {} : { stopLink }),
      note: {
        title: line`${SERVICE_NAME}: your code`,
        text: line`Your code is ${{ words: code }}. Enter it in your account, under “Ways to reach you”.`,
      },
    }),
    de: ({ code, link, stopLink }, { line }) => ({
      subject: line`Ihr Code für ${SERVICE_NAME}: ${{ words: code }}`,
      heading: line`Ihr Code ist ${{ words: code }}`,
      action: { label: line`Konto öffnen`, link },
      to: null,
      paragraphs: [
        line`jemand, hoffentlich Sie selbst, möchte von ${SERVICE_NAME} auch unter dieser Adresse erreicht werden. Geben Sie diesen Code in Ihrem Konto unter „So erreichen wir Sie“ ein. Er gilt 24 Stunden.`,
        line`Wenn Sie das nicht waren, brauchen Sie nichts zu tun: Ohne den Code kommt hier nichts an.`,
      ],
      reason: line`Sie erhalten diese E-Mail, weil jemand angegeben hat, unter dieser Adresse erreichbar zu sein.`,
      ...(stopLink === null ? {} : { stopLink }),
      note: {
        title: line`${SERVICE_NAME}: Ihr Code`,
        text: line`Ihr Code ist ${{ words: code }}. Geben Sie ihn in Ihrem Konto unter „So erreichen wir Sie“ ein.`,
      },
    }),
  },
});
