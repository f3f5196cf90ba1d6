import { mailKind } from '../kind.ts';
import { SERVICE_NAME } from '../layout/service-name.ts';

/** How long a way may refuse its test. By then, the owner who asked for it has seen that it failed. */
const TEST_MS = 3_600_000;

/** To a way that its owner wants to test. It says nothing else. */
export const channelTest = mailKind({
  async facts({ now, channel, frontendUrl, ownerName: name }, { createdAt }) {
    if (now.getTime() - createdAt.getTime() >= TEST_MS) return null;
    const way = await channel();
    return way?.verifiedAt ? { name, link: `${frontendUrl}/account/ways` } : null;
  },
  words: {
    en: ({ name, link }, { line }) => ({
      subject: line`A test from ${SERVICE_NAME}`,
      heading: line`This is a test`,
      action: { label: line`Open your account`, link },
      to: name,
      paragraphs: [
        line`You asked us to test this way to reach you, and it works. If you stay silent for too long, your warnings come here too.`,
      ],
      reason: line`You're receiving this email because you chose this address as a way to reach you.`,
      note: {
        title: line`${SERVICE_NAME}: this is a test`,
        text: line`You asked us to test this way to reach you, and it works.`,
      },
    }),
    de: ({ name, link }, { line }) => ({
      subject: line`Ein Test von ${SERVICE_NAME}`,
      heading: line`Das ist ein Test`,
      action: { label: line`Konto öffnen`, link },
      to: name,
      paragraphs: [
        line`Sie wollten prüfen, ob wir Sie auf diesem Weg erreichen: Es funktioniert. Wenn Sie sich zu lange nicht melden, kommen Ihre Warnungen auch hier an.`,
      ],
      reason: line`Sie erhalten diese E-Mail, weil Sie diese Adresse als Weg angegeben haben, auf dem wir Sie erreichen.`,
      note: {
        title: line`${SERVICE_NAME}: Das ist ein Test`,
        text: line`Sie wollten prüfen, ob wir Sie auf diesem Weg erreichen: Es funktioniert.`,
      },
    }),
  },
});
