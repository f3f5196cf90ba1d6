import type { MailRow } from '../../db/entities/mail.ts';
import { leavesSomething } from '../../db/left.ts';
import { delayEndsAt, quorumUnreachable } from '../../switch/plan.ts';
import type { SwitchState } from '../../switch/state.ts';
import { step } from '../../switch/step.ts';
import { inHandover } from '../in-handover.ts';
import { mailKind } from '../kind.ts';
import { notYet } from '../not-yet.ts';
import { untilDueMs } from '../retry.ts';

/** To a successor, during a handover: will you accept? Asked again until there is an answer; `n` counts, from 1. */
export const invitation = mailKind({
  async facts(context, mail) {
    const { now, rules } = context;
    const to = await context.successor();
    const found = await inHandover(context, mail);
    if (!to || !found) return null;
    const { state, handover, invitee, due } = found;
    // A later one takes its place. One of two mailboxes may refuse what the other has long taken.
    if (invitee.invitationsSent !== mail.data.n) return null;
    if (state.status === 'completed' || invitee.response === 'accept') return null;
    // If the warnings start over, it waits for the end of the new grace period, and the first also for its reader's own
    // delay. Another one in its place would say that they have been asked before.
    const n = Number(mail.data.n);
    const at = now.getTime();
    if (handover.graceEndedAt === null) {
      const waitMs = due.kind === 'wait' ? untilDueMs(due.until, at, rules) : undefined;
      throw notYet('the grace period is not over', waitMs);
    }
    const declined = invitee.response === 'decline';
    // Those who declined are asked again only if nothing can be released without them.
    if (declined && !quorumUnreachable(state)) return null;
    const dueAt = delayEndsAt(handover.graceEndedAt, invitee, rules);
    if (n === 1 && at < dueAt) throw notYet('not due yet', untilDueMs(dueAt, at, rules));
    const link = await context.link('response');
    // When the handover ends, this token shows that they have to be told (`mayHaveBeenInvited`). If it ended before the
    // token was stored, nobody would tell them, so they mustn't be asked either.
    if (!(await inHandover(context, mail))) return null;
    return {
      successorName: to.name,
      ownerName: context.ownerName,
      n,
      declined,
      isReleased: state.status === 'released',
      maySayAlive: step(state, { kind: 'owner_alive', successorId: to.id }, at, rules) !== null,
      leftSomething: await leavesSomething(context.em, to),
      link,
      optOutLink: await context.link('opt_out'),
    };
  },
  words: {
    en: (
      { successorName, ownerName, n, declined, isReleased, maySayAlive, leftSomething, link, optOutLink },
      { line, toSuccessor },
    ) => ({
      ...(leftSomething
        ? {
            subject:
              n > 1
                ? line`Request ${n}: will you accept what ${ownerName} left to you?`
                : line`Will you accept what ${ownerName} left to you?`,
            heading: line`${ownerName} left something to you. Will you accept it?`,
          }
        : {
            subject:
              n > 1
                ? line`Request ${n}: will you accept the handover from ${ownerName}?`
                : line`Will you accept the handover from ${ownerName}?`,
            heading: line`${ownerName} named you as a successor. Will you accept the handover?`,
          }),
      action: { label: line`Answer`, link },
      to: successorName,
      paragraphs: [
        line`${ownerName} asked us to write to you if we stopped hearing from them, and that has happened. We don't know why, and we're sorry if this reaches you at a difficult time.`,
        ...(leftSomething
          ? [
              isReleased
                ? line`If you accept, we'll send you a personal link to what ${ownerName} left to you. If you decline, you won't see any of it. You can still accept later with the same link, for as long as the handover lasts.`
                : line`If you accept, we'll send you a personal link to what ${ownerName} left to you, as soon as enough people have accepted. If you decline, you won't see any of it. Until enough people have accepted, you can change your answer with the same link.`,
              line`You don't need anything ready to answer. If you made a recovery kit when you became a successor (the sheet with the code that you printed or copied by hand), you'll need it later.`,
            ]
          : [
              isReleased
                ? line`Nothing in the vault was prepared for you, so there will be nothing for you to open. Enough people have already accepted, so nothing depends on your answer.`
                : line`Nothing in the vault was prepared for you, so there will be nothing for you to open. Your answer can still help: if something was left to others, they may only be able to open it once enough people have accepted. If you accept, we'll write to you when that has happened. Until then, you can change your answer with the same link.`,
            ]),
        ...(maySayAlive
          ? [
              line`If you know that ${ownerName} is alive, please choose that answer instead. Then nobody receives anything for now, and we'll ask ${ownerName} to check in.`,
            ]
          : []),
        ...(declined
          ? [
              line`You declined before, and we respect that. We're asking once more because ${ownerName} wanted more people to accept than have so far. Until they do, nobody receives anything. If your answer is still no, you don't need to do anything.`,
            ]
          : []),
        line`There's no hurry. If you don't answer, we'll ask again later. If ${ownerName} comes back, the handover ends and we'll tell you.`,
        ...(n > 1 ? [line`This is the ${ordinal(n)} time we've asked.`] : []),
      ],
      reason: toSuccessor(ownerName),
      optOutLink,
    }),
    de: (
      { successorName, ownerName, n, declined, isReleased, maySayAlive, leftSomething, link, optOutLink },
      { line, toSuccessor },
    ) => ({
      ...(leftSomething
        ? {
            subject:
              n > 1
                ? line`Anfrage ${n}: Möchten Sie annehmen, was ${ownerName} für Sie hinterlegt hat?`
                : line`Möchten Sie annehmen, was ${ownerName} für Sie hinterlegt hat?`,
            heading: line`${ownerName} hat etwas für Sie hinterlegt. Möchten Sie es annehmen?`,
          }
        : {
            subject:
              n > 1
                ? line`Anfrage ${n}: Möchten Sie die Übergabe von ${ownerName} annehmen?`
                : line`Möchten Sie die Übergabe von ${ownerName} annehmen?`,
            heading: line`${ownerName} hat Sie als Vertrauensperson benannt. Möchten Sie die Übergabe annehmen?`,
          }),
      action: { label: line`Antworten`, link },
      to: successorName,
      paragraphs: [
        line`${ownerName} hat uns gebeten, Ihnen zu schreiben, falls wir einmal kein Lebenszeichen mehr bekommen. Das ist nun eingetreten. Warum, wissen wir nicht, und es tut uns leid, wenn Sie diese Nachricht in einer schweren Zeit erreicht.`,
        ...(leftSomething
          ? [
              isReleased
                ? line`Wenn Sie annehmen, schicken wir Ihnen einen persönlichen Link zu dem, was ${ownerName} für Sie hinterlegt hat. Wenn Sie ablehnen, bekommen Sie nichts davon zu sehen. Solange die Übergabe läuft, können Sie mit demselben Link auch später noch annehmen.`
                : line`Wenn Sie annehmen, schicken wir Ihnen einen persönlichen Link zu dem, was ${ownerName} für Sie hinterlegt hat, sobald genug Vertrauenspersonen angenommen haben. Wenn Sie ablehnen, bekommen Sie nichts davon zu sehen. Bis genug Vertrauenspersonen angenommen haben, können Sie Ihre Antwort mit demselben Link ändern.`,
              line`Für die Antwort brauchen Sie nichts weiter. Falls Sie ein Schlüsselblatt erstellt haben, als Sie Vertrauensperson wurden (das Blatt mit dem Code, ausgedruckt oder abgeschrieben), brauchen Sie es später zum Öffnen.`,
            ]
          : [
              isReleased
                ? line`Im Tresor ist nichts für Sie vorbereitet. Für Sie wird es also nichts zu öffnen geben. Genug Vertrauenspersonen haben schon angenommen, von Ihrer Antwort hängt daher nichts ab.`
                : line`Im Tresor ist nichts für Sie vorbereitet. Für Sie wird es also nichts zu öffnen geben. Ihre Antwort kann trotzdem helfen: Wenn für andere etwas hinterlegt ist, lässt es sich vielleicht erst öffnen, wenn genug Vertrauenspersonen angenommen haben. Wenn Sie annehmen, schreiben wir Ihnen, sobald es so weit ist. Bis dahin können Sie Ihre Antwort mit demselben Link ändern.`,
            ]),
        ...(maySayAlive
          ? [
              line`Wenn Sie wissen, dass ${ownerName} lebt, wählen Sie bitte diese Antwort. Dann erhält vorerst niemand etwas, und wir bitten ${ownerName} um ein Lebenszeichen.`,
            ]
          : []),
        ...(declined
          ? [
              line`Sie haben schon einmal abgelehnt, und das respektieren wir. Wir fragen noch einmal, weil nach dem Wunsch von ${ownerName} mehr Vertrauenspersonen annehmen müssen, als es bisher getan haben. Vorher erhält niemand etwas. Wenn es bei Ihrem Nein bleibt, brauchen Sie nichts zu tun.`,
            ]
          : []),
        line`Es eilt nicht. Wenn Sie nicht antworten, fragen wir später noch einmal. Wenn ${ownerName} sich wieder meldet, endet die Übergabe, und wir sagen Ihnen Bescheid.`,
        ...(n > 1 ? [line`Wir fragen Sie jetzt zum ${n}. Mal.`] : []),
      ],
      reason: toSuccessor(ownerName),
      optOutLink,
    }),
  },
  accepted: (state, mail, at) => {
    const successorId = stillInvites(state, mail);
    return successorId ? { kind: 'invitation_accepted', successorId, at } : null;
  },
  returned: ({ handover }, { handoverId, successorId, data }) =>
    successorId && handover?.id === handoverId
      ? { kind: 'invitation_returned', successorId, n: Number(data.n) }
      : null,
  dropped: (state, mail) => {
    // The one to their first address says when the next is due.
    const successorId = mail.data.toSecond ? null : stillInvites(state, mail);
    return successorId ? { kind: 'invitation_dropped', successorId, n: Number(mail.data.n) } : null;
  },
});

/** The successor it invites; null if its outcome was noted before, or a later invitation is on its way. */
function stillInvites({ handover }: SwitchState, { handoverId, successorId, data }: MailRow): string | null {
  if (!successorId || handover?.id !== handoverId) return null;
  const invitee = handover?.invitees.find((each) => each.successorId === successorId);
  return invitee?.invitationsSent === data.n && invitee?.invitedAt === null ? successorId : null;
}

/** `2nd`, `3rd`, `11th`, `21st`. */
function ordinal(n: number): string {
  const teen = n % 100 > 10 && n % 100 < 14;
  return `${n}${(!teen && { 1: 'st', 2: 'nd', 3: 'rd' }[n % 10]) || 'th'}`;
}
