import type { MailRow } from '../../db/entities/mail.ts';
import { plan } from '../../switch/plan.ts';
import { ownerAliveAnswers, type Rules, type SwitchState } from '../../switch/state.ts';
import { step } from '../../switch/step.ts';
import { mailKind } from '../kind.ts';
import { count } from '../layout/when.ts';
import { patienceMs } from '../rests.ts';
import { dueInSilence, isOfThisSilence } from '../warning.ts';

/** Whether it is the latest: each time a successor says that the owner is alive, there is another. */
const isLatest = (state: SwitchState, mail: MailRow): boolean =>
  isOfThisSilence(state, mail) && ownerAliveAnswers(state) === mail.data.n;

/** What the step needs to know. The grace period is as long as the row says, whatever the setting is by now. */
const detailsOf = ({ id, data: { graceMs } }: MailRow, at: number) => ({
  at,
  handoverId: id,
  ...(typeof graceMs === 'number' ? { graceMs } : {}),
});

/**
 * A dead mailbox gets no final notice so shortly before the long grace period ends. The mail server may think for ten
 * minutes (RFC 5321, 4.5.3.2.6), and the notice would promise a grace period that can't begin any more.
 */
const lastCallMs = (rules: Rules): number => Math.min(15 * 60_000, patienceMs(rules));

/**
 * To an owner whose deadline has passed: the last mail before the successors are asked. If the owner's mailbox is dead,
 * it is still tried until shortly before the long grace period is over.
 */
export const finalNotice = mailKind({
  async facts(context, mail) {
    const found = await dueInSilence(context, mail, isLatest);
    if (!found) return null;
    const { loaded, now, conditions } = found;
    const { state } = loaded;
    const { due } = found.plan;
    const unheard = state.status === 'grace_period' && state.undeliverableAt !== null;
    const leftMs = unheard && due.kind === 'wait' ? due.until - now : 0;
    const wanted = due.kind === 'final_notice' || leftMs > lastCallMs(context.rules);
    if (!wanted) return null;
    const { rules } = context;
    const accepted = step(state, { kind: 'final_notice_accepted', ...detailsOf(mail, now) }, now, rules);
    if (!accepted?.handover) return null;
    const { deadline } = plan(accepted, now, rules, conditions);
    return {
      name: context.ownerName,
      graceEndsAt: new Date(deadline ?? now),
      graceHours: Math.round(((accepted.handover.graceMs ?? rules.graceMs) / rules.dayMs) * 24),
      successors: state.successors.length,
      hasDelay: accepted.handover.invitees.some(({ handoverDelayDays }) => handoverDelayDays > 0),
      link: await context.link('check_in'),
    };
  },
  words: {
    en: ({ name, graceEndsAt, graceHours, successors, hasDelay, link }, { line, toAccountHolder }) => ({
      subject: line`Final notice: check in by ${graceEndsAt}`,
      heading: line`Check in by ${graceEndsAt} to stop the handover`,
      action: { label: line`Check in and stop the handover`, link },
      to: name,
      paragraphs: [
        line`Your deadline has passed without a sign of life. A grace period of ${count(graceHours, 'hour', 'hours')} has begun. Check in or log in before it ends, and everything stops: your ${successors === 1 ? 'successor' : 'successors'} won't hear from us.`,
        successors === 1
          ? line`If we don't hear from you, we'll ask your successor whether they accept what you left to them: from ${graceEndsAt} at the earliest. If they accept, they get access to what you assigned to them.`
          : line`If we don't hear from you, we'll ask your ${successors} successors whether they accept what you left to them: from ${graceEndsAt} at the earliest. Those who accept get access to what you assigned to them.`,
        ...(hasDelay ? [line`Where you chose a delay, we'll ask only after it.`] : []),
        line`Even after that, checking in stops the handover and takes back any access. What someone has already opened can't be taken back.`,
      ],
      reason: toAccountHolder,
    }),
    de: ({ name, graceEndsAt, graceHours, successors, hasDelay, link }, { line, toAccountHolder }) => ({
      subject: line`Letzte Aufforderung: Bitte melden Sie sich bis ${graceEndsAt}`,
      heading: line`Melden Sie sich bis ${graceEndsAt}, um die Übergabe aufzuhalten`,
      action: { label: line`Lebenszeichen geben und Übergabe aufhalten`, link },
      to: name,
      paragraphs: [
        line`Ihre Frist ist ohne ein Lebenszeichen abgelaufen. Jetzt läuft eine Nachfrist von ${count(graceHours, 'Stunde', 'Stunden')}. Wenn Sie vor ihrem Ende ein Lebenszeichen geben oder sich anmelden, hört alles auf: Ihre ${successors === 1 ? 'Vertrauensperson erfährt' : 'Vertrauenspersonen erfahren'} dann nichts davon.`,
        successors === 1
          ? line`Wenn wir nichts von Ihnen hören, fragen wir Ihre Vertrauensperson, ob sie annimmt, was Sie für sie hinterlegt haben: frühestens am ${graceEndsAt}. Nimmt sie an, bekommt sie Zugang zu dem, was Sie ihr zugewiesen haben.`
          : line`Wenn wir nichts von Ihnen hören, fragen wir Ihre ${successors} Vertrauenspersonen, ob sie annehmen, was Sie für sie hinterlegt haben: frühestens am ${graceEndsAt}. Jede, die annimmt, bekommt Zugang zu dem, was Sie ihr zugewiesen haben.`,
        ...(hasDelay ? [line`Wo Sie eine Wartezeit festgelegt haben, fragen wir erst danach.`] : []),
        line`Auch danach beendet ein Lebenszeichen die Übergabe und jeden Zugang. Was jemand schon geöffnet hat, lässt sich nicht zurückholen.`,
      ],
      reason: toAccountHolder,
    }),
  },
  accepted: (state, mail, at) =>
    isLatest(state, mail) ? { kind: 'final_notice_accepted', ...detailsOf(mail, at) } : null,
  undeliverable: (state, mail, at) =>
    isLatest(state, mail) ? { kind: 'final_notice_undeliverable', ...detailsOf(mail, at) } : null,
});
