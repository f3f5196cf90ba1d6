import type { DueResult } from '../../db/due.ts';
import type { MailRow } from '../../db/entities/mail.ts';
import { hasAsked, type SwitchState } from '../../switch/state.ts';
import { type MailContext, mailKind } from '../kind.ts';
import { SERVICE_NAME } from '../layout/service-name.ts';
import { count } from '../layout/when.ts';
import { dueInSilence, isOfThisSilence } from '../warning.ts';

const isNext = (state: SwitchState, mail: MailRow): boolean =>
  isOfThisSilence(state, mail) && state.remindersAccepted + 1 === mail.data.n;

/** What reminder `n` of `of` says at this moment. */
export async function reminderFacts(
  context: MailContext,
  { loaded, now }: DueResult,
  { n, of }: { n: number; of: number },
  deadline: number,
) {
  const { successors, handover } = loaded.state;
  return {
    name: context.ownerName,
    n,
    of,
    daysLeft: (deadline - now) / context.rules.dayMs,
    deadline: new Date(deadline),
    successors: successors.length,
    /** Before an earlier warning came back. */
    hasAsked: hasAsked(handover),
    ...(await context.signOfLifeLink(loaded)),
  };
}

/** To an owner who has been silent: reminder `n` of `of`, as long as that is the one that is due. */
export const reminder = mailKind({
  async facts(context, mail) {
    const found = await dueInSilence(context, mail, isNext);
    if (!found) return null;
    const { due, deadline } = found.plan;
    if (due.kind !== 'reminder' || deadline === null) return null;
    return reminderFacts(context, found, due, deadline);
  },
  words: {
    en: (
      { name, n, of, daysLeft, deadline, successors, hasAsked, link, toLogIn },
      { line, day, toAccountHolder },
    ) => ({
      subject: toLogIn
        ? line`Please log in by ${day(deadline)}: ${SERVICE_NAME}, reminder ${n} of ${of}`
        : line`Your check-in is due by ${day(deadline)}: ${SERVICE_NAME}, reminder ${n} of ${of}`,
      heading: line`Please ${toLogIn ? 'log in' : 'check in'} by ${deadline}`,
      action: { label: toLogIn ? line`Log in` : line`Check in`, link },
      to: name,
      paragraphs: [
        toLogIn
          ? line`We haven't had a sign of life from you for a while. If you're well, open the link and log in: the clock then starts again from the beginning. If you're already logged in, press the button to check in.`
          : line`We haven't had a sign of life from you for a while. If you're well, open the link and press the button there: the clock then starts again from the beginning. Logging in does the same.`,
        line`If we don't hear from you by then (time left: ${daysLeft < 1 ? 'less than a day' : count(Math.floor(daysLeft), 'day', 'days')}), we'll send you a final notice.`,
        hasAsked
          ? line`We have already asked your ${successors === 1 ? 'successor' : 'successors'} whether they accept what you left to them. Nothing is handed over before the final notice and another grace period.`
          : line`Only after that notice, and after a grace period, will we ask your ${successors === 1 ? 'successor' : 'successors'} whether they accept what you left to them. Nothing is handed over before then.`,
        n < of
          ? line`This is reminder ${n} of ${of}.`
          : line`This is reminder ${n} of ${of}, the last one before the final notice.`,
      ],
      reason: toAccountHolder,
    }),
    de: (
      { name, n, of, daysLeft, deadline, successors, hasAsked, link, toLogIn },
      { line, day, toAccountHolder },
    ) => ({
      subject: line`Bitte melden Sie sich bis zum ${day(deadline)}: ${SERVICE_NAME}, Erinnerung ${n} von ${of}`,
      heading: line`Bitte melden Sie sich bis ${deadline}`,
      action: { label: toLogIn ? line`Anmelden` : line`Lebenszeichen geben`, link },
      to: name,
      paragraphs: [
        toLogIn
          ? line`wir haben seit einiger Zeit kein Lebenszeichen von Ihnen erhalten. Wenn es Ihnen gut geht, öffnen Sie den Link und melden Sie sich an: Die Frist beginnt dann von vorn. Wenn Sie schon angemeldet sind, drücken Sie auf den Knopf für das Lebenszeichen.`
          : line`wir haben seit einiger Zeit kein Lebenszeichen von Ihnen erhalten. Wenn es Ihnen gut geht, öffnen Sie den Link und drücken Sie dort auf den Knopf: Die Frist beginnt dann von vorn. Dasselbe geschieht, wenn Sie sich anmelden.`,
        line`Wenn wir bis dahin nichts von Ihnen hören (es ${daysLeft >= 2 ? 'bleiben' : 'bleibt'} noch ${daysLeft < 1 ? 'weniger als ein Tag' : count(Math.floor(daysLeft), 'Tag', 'Tage')}), schicken wir Ihnen eine letzte Aufforderung.`,
        hasAsked
          ? line`Wir haben Ihre ${successors === 1 ? 'Vertrauensperson schon gefragt, ob sie annimmt' : 'Vertrauenspersonen schon gefragt, ob sie annehmen'}, was Sie für sie hinterlegt haben. Vor der letzten Aufforderung und einer weiteren Nachfrist wird nichts übergeben.`
          : line`Erst nach dieser Aufforderung und einer Nachfrist fragen wir Ihre ${successors === 1 ? 'Vertrauensperson, ob sie annimmt' : 'Vertrauenspersonen, ob sie annehmen'}, was Sie für sie hinterlegt haben. Vorher wird nichts übergeben.`,
        n < of
          ? line`Das ist Erinnerung ${n} von ${of}.`
          : line`Das ist Erinnerung ${n} von ${of}. Als Nächstes kommt die letzte Aufforderung.`,
      ],
      reason: toAccountHolder,
    }),
  },
  accepted: (state, mail, at) => (isNext(state, mail) ? { kind: 'reminder_accepted', at } : null),
  returned: (state, mail, at) =>
    isOfThisSilence(state, mail) ? { kind: 'warning_returned', at, reminder: Number(mail.data.n) } : null,
  undeliverable: (state, mail, at) => (isNext(state, mail) ? { kind: 'reminder_undeliverable', at } : null),
});
