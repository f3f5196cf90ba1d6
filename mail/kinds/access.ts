import { inHandover } from '../in-handover.ts';
import { mailKind } from '../kind.ts';

/** To a successor who accepted, once the vault is released: the way in, and until when. */
export const access = mailKind({
  async facts(context, mail) {
    const to = await context.successor();
    const found = await inHandover(context, mail);
    if (!to || found?.handover.status !== 'released') return null;
    const { accessEndsAt } = found.invitee;
    if (accessEndsAt === null || accessEndsAt <= context.now.getTime()) return null;
    const expiresAt = new Date(accessEndsAt);
    return {
      successorName: to.name,
      ownerName: context.ownerName,
      expiresAt,
      link: await context.link('access', { expiresAt }),
      optOutLink: await context.link('opt_out'),
    };
  },
  words: {
    en: ({ successorName, ownerName, link, expiresAt, optOutLink }, { line, toSuccessor }) => ({
      subject: line`What ${ownerName} left to you is open until ${expiresAt}`,
      heading: line`You can now open what ${ownerName} left to you`,
      action: { label: line`Open it`, link },
      to: successorName,
      paragraphs: [
        line`The link works until ${expiresAt}, as often as you need it. Please save a copy before then.`,
        line`Everything is encrypted, and we can't read it. If you made a recovery kit when you became a successor, please have it ready, the sheet with the code that you printed or copied by hand: it opens what you receive, on your own device.`,
        line`The link is yours alone: please don't forward this email. Each time it's opened, we record it and email ${ownerName}'s address, in case they come back. If they do, your access ends at once.`,
      ],
      reason: toSuccessor(ownerName),
      optOutLink,
    }),
    de: ({ successorName, ownerName, link, expiresAt, optOutLink }, { line, toSuccessor }) => ({
      subject: line`Was ${ownerName} für Sie hinterlegt hat, ist bis ${expiresAt} offen`,
      heading: line`Sie können jetzt öffnen, was ${ownerName} für Sie hinterlegt hat`,
      action: { label: line`Öffnen`, link },
      to: successorName,
      paragraphs: [
        line`der Link gilt bis ${expiresAt}, sooft Sie ihn brauchen. Bitte speichern Sie bis dahin eine Kopie.`,
        line`Alles ist verschlüsselt, und wir können es nicht lesen. Falls Sie ein Schlüsselblatt erstellt haben, als Sie Vertrauensperson wurden, legen Sie es bitte bereit, das Blatt mit dem Code, ausgedruckt oder abgeschrieben: Damit öffnen Sie auf Ihrem eigenen Gerät, was Sie erhalten.`,
        line`Der Link ist nur für Sie: Bitte leiten Sie diese E-Mail nicht weiter. Wenn er geöffnet wird, halten wir es fest und schreiben es an die Adresse von ${ownerName}, für den Fall einer Rückkehr. Dann endet Ihr Zugang sofort.`,
      ],
      reason: toSuccessor(ownerName),
      optOutLink,
    }),
  },
});
