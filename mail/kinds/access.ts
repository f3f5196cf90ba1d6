import { Mail, type MailRow } from '../../db/entities/mail.ts';
import { leavesSomething } from '../../db/left.ts';
import type { EntityManager } from '../../db/orm.ts';
import { mayOwnerBeBack } from '../../db/restoration.ts';
import { step } from '../../switch/step.ts';
import { type InHandover, inHandover } from '../in-handover.ts';
import { type MailContext, mailKind } from '../kind.ts';

/** Whether this link, or a later one, has reached one of their mailboxes. */
const hasLink = async (em: EntityManager, mail: MailRow): Promise<boolean> => {
  const { handoverId = null, successorId = null, createdAt } = mail;
  const same = { handoverId, successorId, kind: 'access' } as const;
  return (await em.count(Mail, { ...same, status: 'accepted', createdAt: { $gte: createdAt } })) > 0;
};

/**
 * When the access that the link opens ends; null if there is none. If no mailbox took the link before that time was
 * over, the time starts again once one does.
 */
async function endOfAccess(
  { em, now, rules }: MailContext,
  mail: MailRow,
  { state, handover, invitee }: InHandover,
): Promise<number | null> {
  const { accessEndsAt, successorId } = invitee;
  if (accessEndsAt === null) return null;
  if (accessEndsAt > now.getTime()) return state.status === 'released' ? accessEndsAt : null;
  // If the owner may be back, a new cycle starts instead (`dropped`).
  if ((await hasLink(em, mail)) || (await mayOwnerBeBack(em, handover))) return null;
  const renewed = step(state, { kind: 'access_renewed', successorId }, now.getTime(), rules);
  return renewed?.handover?.invitees.find((each) => each.successorId === successorId)?.accessEndsAt ?? null;
}

/**
 * To a successor who accepted, once the vault is released: the link, and how long it works. A successor to whom nothing
 * is left is told so, rather than left waiting.
 */
export const access = mailKind({
  async facts(context, mail) {
    const to = await context.successor();
    const found = await inHandover(context, mail);
    const accessEndsAt = to && found && (await endOfAccess(context, mail, found));
    if (!to || !accessEndsAt) return null;
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
            subject: line`You can open what ${ownerName} left to you until ${expiresAt}`,
            heading: line`You can now open what ${ownerName} left to you`,
            action: { label: line`Open it`, link },
          }
        : {
            subject: line`Thank you for accepting the handover from ${ownerName}`,
            heading: line`Thank you: enough people have accepted`,
            action: { label: line`See for yourself`, link },
          }),
      to: successorName,
      paragraphs: leftSomething
        ? [
            line`The link works until ${expiresAt}, as often as you need it. Please save a copy before then.`,
            line`Everything is encrypted, and we can't read it. If you made a recovery kit when you became a successor (the sheet with the code that you printed or copied by hand), please have it ready. It opens what you receive, on your own device.`,
            line`The link is for you alone, so please don't forward this email. We record each time it's opened and write to ${ownerName} about it, at most once a day, in case they come back. If they do, your access ends at once.`,
          ]
        : [
            line`Nothing in ${ownerName}'s vault was prepared for you, so there's nothing for you to open and nothing more to do. Thank you for being there.`,
            line`If you'd like to see for yourself, the link works until ${expiresAt}. It's for you alone, so please don't forward this email. We record each time it's opened, and ${ownerName} can see that.`,
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
            subject: line`Sie können bis ${expiresAt} öffnen, was ${ownerName} für Sie hinterlegt hat`,
            heading: line`Sie können jetzt öffnen, was ${ownerName} für Sie hinterlegt hat`,
            action: { label: line`Öffnen`, link },
          }
        : {
            subject: line`Danke, dass Sie die Übergabe von ${ownerName} angenommen haben`,
            heading: line`Danke: Genug Vertrauenspersonen haben angenommen`,
            action: { label: line`Selbst nachsehen`, link },
          }),
      to: successorName,
      paragraphs: leftSomething
        ? [
            line`der Link gilt bis ${expiresAt}, sooft Sie ihn brauchen. Bitte speichern Sie bis dahin eine Kopie.`,
            line`Alles ist verschlüsselt, und wir können es nicht lesen. Falls Sie ein Schlüsselblatt erstellt haben, als Sie Vertrauensperson wurden (das Blatt mit dem Code, ausgedruckt oder abgeschrieben), legen Sie es bitte bereit. Damit öffnen Sie auf Ihrem eigenen Gerät, was Sie erhalten.`,
            line`Der Link ist nur für Sie: Bitte leiten Sie diese E-Mail nicht weiter. Wir halten fest, wann er geöffnet wird, und schreiben höchstens einmal am Tag eine E-Mail darüber an ${ownerName}. Falls ${ownerName} sich wieder meldet, endet Ihr Zugang sofort.`,
          ]
        : [
            line`im Tresor von ${ownerName} ist nichts für Sie vorbereitet. Für Sie gibt es also nichts zu öffnen und nichts mehr zu tun. Danke, dass Sie da sind.`,
            line`Wenn Sie selbst nachsehen möchten: Der Link gilt bis ${expiresAt}. Er ist nur für Sie, bitte leiten Sie diese E-Mail nicht weiter. Wir halten fest, wann er geöffnet wird, und ${ownerName} kann es sehen.`,
          ],
      reason: toSuccessor(ownerName),
      optOutLink,
    }),
  },
  accepted({ handover }, { handoverId, successorId }, at) {
    const invitee = handover?.invitees.find((each) => each.successorId === successorId);
    if (!invitee?.accessEndsAt || handover?.id !== handoverId) return null;
    // A link that was taken in time doesn't extend the access, even if that is noted only now.
    return invitee.accessEndsAt <= at ? { kind: 'access_renewed', successorId: invitee.successorId } : null;
  },
  async dropped({ handover }, mail, at, em) {
    const invitee = handover?.invitees.find((each) => each.successorId === mail.successorId);
    if (!invitee?.accessEndsAt || invitee.accessEndsAt > at || handover?.id !== mail.handoverId) return null;
    if ((await hasLink(em, mail)) || !(await mayOwnerBeBack(em, handover))) return null;
    return { kind: 'access_renewed', successorId: invitee.successorId, ownerMayBeBack: true };
  },
});
