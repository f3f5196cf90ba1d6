import { leavesSomething } from '../../db/left.ts';
import { inHandover } from '../in-handover.ts';
import { mailKind } from '../kind.ts';

/**
 * To a successor whose access ends soon: until when, how to keep everything, and the link. Pointless to someone to whom
 * nothing is left.
 */
export const accessReminder = mailKind({
  async facts(context, mail) {
    const to = await context.successor();
    const found = await inHandover(context, mail);
    if (!to || found?.handover.status !== 'released') return null;
    const { accessEndsAt, accessReminders } = found.invitee;
    if (accessEndsAt === null || accessEndsAt <= context.now.getTime()) return null;
    // A later reminder takes its place, and access that was renewed has reminders of its own.
    if (accessEndsAt !== mail.data.accessEndsAt || accessReminders !== mail.data.n) return null;
    if (!(await leavesSomething(context.em, to))) return null;
    const expiresAt = new Date(accessEndsAt);
    return {
      successorName: to.name,
      ownerName: context.ownerName,
      n: accessReminders,
      expiresAt,
      link: await context.link('access', { expiresAt }),
      optOutLink: await context.link('opt_out'),
    };
  },
  words: {
    en: ({ successorName, ownerName, n, expiresAt, link, optOutLink }, { line, day, toSuccessor }) => ({
      subject:
        n > 1
          ? line`Last reminder: your access to what ${ownerName} left to you ends on ${day(expiresAt)}`
          : line`Your access to what ${ownerName} left to you ends on ${day(expiresAt)}`,
      heading: line`Your access ends on ${expiresAt}`,
      action: { label: line`Open it`, link },
      to: successorName,
      paragraphs: [
        line`Your access to what ${ownerName} left to you ends soon. The link works until then, as often as you need it.`,
        line`You can keep everything for longer: once it's open, choose “Keep all of it”. The copy is a file on your own device that opens without us, even offline. If you've already saved one, you don't need to do anything.`,
        line`The link is for you alone, so please don't forward this email. If ${ownerName} comes back, your access ends at once.`,
      ],
      reason: toSuccessor(ownerName),
      optOutLink,
    }),
    de: ({ successorName, ownerName, n, expiresAt, link, optOutLink }, { line, day, toSuccessor }) => ({
      subject:
        n > 1
          ? line`Letzte Erinnerung: Ihr Zugang zu dem, was ${ownerName} für Sie hinterlegt hat, endet am ${day(expiresAt)}`
          : line`Ihr Zugang zu dem, was ${ownerName} für Sie hinterlegt hat, endet am ${day(expiresAt)}`,
      heading: line`Ihr Zugang endet am ${expiresAt}`,
      action: { label: line`Öffnen`, link },
      to: successorName,
      paragraphs: [
        line`Ihr Zugang zu dem, was ${ownerName} für Sie hinterlegt hat, endet bald. Der Link gilt bis dahin, sooft Sie ihn brauchen.`,
        line`Sie können alles länger behalten: Wählen Sie nach dem Öffnen „Alles behalten“. Die Kopie ist eine Datei auf Ihrem eigenen Gerät, die sich ohne uns öffnen lässt, auch ohne Internet. Wenn Sie schon eine gespeichert haben, brauchen Sie nichts zu tun.`,
        line`Der Link ist nur für Sie: Bitte leiten Sie diese E-Mail nicht weiter. Falls ${ownerName} sich wieder meldet, endet Ihr Zugang sofort.`,
      ],
      reason: toSuccessor(ownerName),
      optOutLink,
    }),
  },
});
