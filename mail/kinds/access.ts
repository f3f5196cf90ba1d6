import { leavesSomething } from '../../db/left.ts';
import { inHandover } from '../in-handover.ts';
import { mailKind } from '../kind.ts';

/**
 * To a successor who accepted, once the vault is released: the way in, and until when. A successor to whom nothing is left
 * is told so, and doesn't wait in vain.
 */
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
      leftSomething: await leavesSomething(context.em, to),
      link: await context.link('access', { expiresAt }),
      optOutLink: await context.link('opt_out'),
    };
  },
  words: {
    en: (
      { successorName, ownerName, leftSomething, link, expiresAt, optOutLink },
      { line, toSuccessor },
    ) => ({
      ...(leftSomething
        ? {
            subject: line`What ${ownerName} left to you is open until ${expiresAt}`,
            heading: line`You can now open what ${ownerName} left to you`,
            action: { label: line`Open it`, link },
          }
        : {
            subject: line`Thank you for accepting the handover from ${ownerName}`,
            heading: line`Thank you. Enough people have accepted`,
            action: { label: line`See for yourself`, link },
          }),
      to: successorName,
      paragraphs: leftSomething
        ? [
            line`The link works until ${expiresAt}, as often as you need it. Please save a copy before then.`,
            line`Everything is encrypted, and we can't read it. If you made a recovery kit when you became a successor, please have it ready: the sheet with the code that you printed or copied by hand. It opens what you receive, on your own device.`,
            line`The link is yours alone: please don't forward this email. We record each time it's opened, and write to ${ownerName}'s address about it, at most once a day, in case they come back. If they do, your access ends at once.`,
          ]
        : [
            line`Nothing in the vault of ${ownerName} was prepared for you, so there's nothing for you to open and nothing more for you to do. Thank you for being there.`,
            line`If you'd like to see for yourself, the link works until ${expiresAt}. It's yours alone: please don't forward this email. We record each time it's opened, and ${ownerName} can see it.`,
          ],
      reason: toSuccessor(ownerName),
      optOutLink,
    }),
    de: (
      { successorName, ownerName, leftSomething, link, expiresAt, optOutLink },
      { line, toSuccessor },
    ) => ({
      ...(leftSomething
        ? {
            subject: line`Was ${ownerName} für Sie hinterlegt hat, ist bis ${expiresAt} offen`,
            heading: line`Sie können jetzt öffnen, was ${ownerName} für Sie hinterlegt hat`,
            action: { label: line`Öffnen`, link },
          }
        : {
            subject: line`Danke, dass Sie die Übergabe von ${ownerName} angenommen haben`,
            heading: line`Danke. Genug Menschen haben angenommen`,
            action: { label: line`Selbst nachsehen`, link },
          }),
      to: successorName,
      paragraphs: leftSomething
        ? [
            line`der Link gilt bis ${expiresAt}, sooft Sie ihn brauchen. Bitte speichern Sie bis dahin eine Kopie.`,
            line`Alles ist verschlüsselt, und wir können es nicht lesen. Falls Sie ein Schlüsselblatt erstellt haben, als Sie Vertrauensperson wurden, legen Sie es bitte bereit: das Blatt mit dem Code, ausgedruckt oder abgeschrieben. Damit öffnen Sie auf Ihrem eigenen Gerät, was Sie erhalten.`,
            line`Der Link ist nur für Sie: Bitte leiten Sie diese E-Mail nicht weiter. Wir halten fest, wann er geöffnet wird, und schreiben es höchstens einmal am Tag an die Adresse von ${ownerName}. Falls ${ownerName} sich wieder meldet, endet Ihr Zugang sofort.`,
          ]
        : [
            line`im Tresor von ${ownerName} ist nichts für Sie vorbereitet. Für Sie gibt es also nichts zu öffnen und nichts mehr zu tun. Danke, dass Sie da sind.`,
            line`Wenn Sie selbst nachsehen möchten: Der Link gilt bis ${expiresAt}. Er ist nur für Sie: Bitte leiten Sie diese E-Mail nicht weiter. Wir halten fest, wann er geöffnet wird, und ${ownerName} kann es sehen.`,
          ],
      reason: toSuccessor(ownerName),
      optOutLink,
    }),
  },
});
