import type { DueResult } from '../../db/due.ts';
import type { MailRow } from '../../db/entities/mail.ts';
import { plan } from '../../switch/plan.ts';
import {
  effectiveQuorum,
  type Handover,
  hasAsked,
  isUnheard,
  ownerAliveAnswers,
  type Rules,
  type SwitchState,
} from '../../switch/state.ts';
import { step } from '../../switch/step.ts';
import { type MailContext, mailKind } from '../kind.ts';
import type { MailLine } from '../layout/line.ts';
import { SERVICE_NAME } from '../layout/service-name.ts';
import { count } from '../layout/when.ts';
import { notYet } from '../not-yet.ts';
import { isFinalNoticeWorthwhile } from '../retry.ts';
import { dueInSilence, isOfThisSilence } from '../warning.ts';

/** Whether it is the latest: each time a successor says that the owner is alive, there is another. */
export const isLatestNotice = (state: SwitchState, mail: MailRow): boolean =>
  isOfThisSilence(state, mail) && ownerAliveAnswers(state) === mail.data.n;

/** The details of the step. The grace period is as long as the row says, even if the setting has changed since. */
export const noticeDetails = ({ id, data: { graceMs } }: MailRow, at: number) => ({
  at,
  handoverId: id,
  ...(typeof graceMs === 'number' ? { graceMs } : {}),
});

type Forms = [one: string, other: string];

/** Long grace periods are named in days. */
const lengthOf = (hours: number, days: Forms, ofHours: Forms): string =>
  hours > 72 && hours % 24 === 0 ? count(hours / 24, ...days) : count(hours, ...ofHours);

/** Who gets access, and when: the only successor, any of them, or several once enough have accepted. */
const accessFollows = (
  successors: number,
  quorum: number,
  { one, any, several }: Record<'one' | 'any' | 'several', MailLine>,
): MailLine => (successors === 1 ? one : quorum > 1 ? several : any);

/** What a final notice says. @param accepted the switch once someone has accepted it */
export async function noticeFacts(
  context: MailContext,
  { loaded, now, conditions }: DueResult,
  accepted: SwitchState & { handover: Handover },
) {
  const { rules } = context;
  const { handover } = accepted;
  const { deadline } = plan(accepted, now, rules, conditions);
  return {
    name: context.ownerName,
    graceEndsAt: new Date(deadline ?? now),
    /** Null in the long grace period of a dead mailbox: it began before the notice. */
    graceHours: isUnheard(accepted) ? null : Math.round((handover.graceMs / rules.dayMs) * 24),
    successors: accepted.successors.length,
    quorum: effectiveQuorum(accepted),
    hasAsked: hasAsked(handover),
    /** Answers given before "the owner is alive" are kept. */
    opensAtOnce: step(accepted, { kind: 'grace_ended' }, now, rules)?.status === 'released',
    hasDelay: handover.invitees.some(({ handoverDelayDays }) => handoverDelayDays > 0),
    ...(await context.signOfLifeLink(loaded)),
  };
}

/**
 * Whether a final notice still comes in time for the grace period that has begun.
 *
 * @throws ApplicationFailure, retryable, while that is about to end: an outage may still prolong it
 */
export function isInTime({ loaded: { state }, plan: { due }, now }: DueResult, rules: Rules): boolean {
  if (state.status !== 'grace_period') return false;
  const leftMs = due.kind === 'wait' ? due.until - now : 0;
  if (!isFinalNoticeWorthwhile(leftMs, rules)) throw notYet('the grace period is about to end');
  return true;
}

/**
 * To an owner whose deadline has passed: the last mail before the successors are asked. If the owner's mailbox is dead,
 * it is still tried until shortly before the long grace period is over.
 */
export const finalNotice = mailKind({
  async facts(context, mail) {
    const found = await dueInSilence(context, mail, isLatestNotice);
    if (!found) return null;
    const { now } = found;
    const { state } = found.loaded;
    const { rules } = context;
    const unheard = state.status === 'grace_period' && state.undeliverableAt !== null;
    if (found.plan.due.kind !== 'final_notice' && !(unheard && isInTime(found, rules))) return null;
    const next = step(state, { kind: 'final_notice_accepted', ...noticeDetails(mail, now) }, now, rules);
    // If warnings have been returned before, the long grace period goes on whatever the mailbox accepts.
    const accepted = next ?? (unheard ? state : null);
    if (!accepted?.handover) return null;
    return noticeFacts(context, found, { ...accepted, handover: accepted.handover });
  },
  words: {
    en: (
      { name, graceEndsAt, graceHours, successors, quorum, hasAsked, opensAtOnce, hasDelay, link, toLogIn },
      { line, toAccountHolder },
    ) => ({
      subject: toLogIn
        ? line`Final notice from ${SERVICE_NAME}: log in by ${graceEndsAt}`
        : line`Final notice from ${SERVICE_NAME}: check in by ${graceEndsAt}`,
      heading: toLogIn
        ? line`Log in by ${graceEndsAt} to stop the handover`
        : line`Check in by ${graceEndsAt} to stop the handover`,
      action: {
        label: toLogIn ? line`Log in and stop the handover` : line`Check in and stop the handover`,
        link,
      },
      to: name,
      paragraphs: [
        graceHours === null
          ? line`Your deadline has passed without a sign of life, and a grace period has begun.`
          : line`Your deadline has passed without a sign of life. A grace period of ${lengthOf(graceHours, ['day', 'days'], ['hour', 'hours'])} has begun.`,
        hasAsked
          ? line`${toLogIn ? 'Open the link and log in' : 'Check in or log in'} before it ends, and everything stops. We'll then tell everyone we asked.`
          : line`${toLogIn ? 'Open the link and log in' : 'Check in or log in'} before it ends, and everything stops: your ${successors === 1 ? 'successor' : 'successors'} won't hear from us.`,
        ...(toLogIn ? [line`If you're already logged in, press the button to check in.`] : []),
        ...(opensAtOnce
          ? [
              line`If we don't hear from you, access to what you left opens on ${graceEndsAt} at the earliest: ${successors === 1 ? 'your successor has' : 'enough of your successors have'} already accepted.`,
            ]
          : [
              line`If we don't hear from you, we'll ask your ${[successors === 1 ? 'successor' : `${successors} successors`, ...(hasAsked ? ['again'] : [])].join(' ')} whether they accept what you left to them. That will be on ${graceEndsAt} at the earliest.`,
              ...(hasDelay
                ? [line`If you set a delay for a successor, we'll wait that long before asking them.`]
                : []),
              accessFollows(successors, quorum, {
                one: line`If they accept, they get access to what you left to them.`,
                any: line`Those who accept get access to what you left to them.`,
                several: line`Once enough have accepted (at least ${quorum}), those who accept get access to what you left to them.`,
              }),
            ]),
        line`Even after that, ${toLogIn ? 'logging in' : 'checking in'} stops the handover and ends all access. Anything already opened can't be taken back.`,
      ],
      reason: toAccountHolder,
    }),
    de: (
      { name, graceEndsAt, graceHours, successors, quorum, hasAsked, opensAtOnce, hasDelay, link, toLogIn },
      { line, toAccountHolder },
    ) => ({
      subject: line`Letzte Aufforderung von ${SERVICE_NAME}: Bitte melden Sie sich bis ${graceEndsAt}`,
      heading: line`Melden Sie sich bis ${graceEndsAt}, um die Übergabe aufzuhalten`,
      action: {
        label: toLogIn
          ? line`Anmelden und Übergabe aufhalten`
          : line`Lebenszeichen geben und Übergabe aufhalten`,
        link,
      },
      to: name,
      paragraphs: [
        graceHours === null
          ? line`Ihre Frist ist ohne ein Lebenszeichen abgelaufen. Jetzt läuft eine Nachfrist.`
          : line`Ihre Frist ist ohne ein Lebenszeichen abgelaufen. Jetzt läuft eine Nachfrist von ${lengthOf(graceHours, ['Tag', 'Tagen'], ['Stunde', 'Stunden'])}.`,
        hasAsked
          ? line`Wenn Sie vor ihrem Ende ${toLogIn ? 'den Link öffnen und' : 'ein Lebenszeichen geben oder'} sich anmelden, endet die Übergabe. Wir sagen dann allen Bescheid, die wir gefragt haben.`
          : line`Wenn Sie vor ihrem Ende ${toLogIn ? 'den Link öffnen und' : 'ein Lebenszeichen geben oder'} sich anmelden, kommt es zu keiner Übergabe: Ihre ${successors === 1 ? 'Vertrauensperson erfährt' : 'Vertrauenspersonen erfahren'} dann nichts davon.`,
        ...(toLogIn
          ? [line`Wenn Sie schon angemeldet sind, drücken Sie auf den Knopf für das Lebenszeichen.`]
          : []),
        ...(opensAtOnce
          ? [
              line`Wenn wir nichts von Ihnen hören, geben wir den Zugang zu dem, was Sie hinterlegt haben, frühestens am ${graceEndsAt} frei: ${successors === 1 ? 'Ihre Vertrauensperson hat' : 'Genug Ihrer Vertrauenspersonen haben'} schon angenommen.`,
            ]
          : [
              line`Wenn wir nichts von Ihnen hören, fragen wir ${hasAsked ? 'noch einmal Ihre' : 'Ihre'} ${successors === 1 ? 'Vertrauensperson, ob sie annimmt' : `${successors} Vertrauenspersonen, ob sie annehmen`}, was Sie für sie hinterlegt haben. Das geschieht frühestens am ${graceEndsAt}.`,
              ...(hasDelay
                ? [
                    line`Wenn Sie für eine Vertrauensperson eine Wartezeit festgelegt haben, fragen wir sie erst danach.`,
                  ]
                : []),
              accessFollows(successors, quorum, {
                one: line`Nimmt sie an, bekommt sie Zugang zu dem, was Sie für sie hinterlegt haben.`,
                any: line`Jede Vertrauensperson, die annimmt, bekommt Zugang zu dem, was Sie für sie hinterlegt haben.`,
                several: line`Sobald genug angenommen haben (mindestens ${quorum}), bekommt jede, die annimmt, Zugang zu dem, was Sie für sie hinterlegt haben.`,
              }),
            ]),
        line`Auch danach beendet ${toLogIn ? 'eine Anmeldung' : 'ein Lebenszeichen'} die Übergabe und jeden Zugang. Was jemand schon geöffnet hat, lässt sich nicht zurückholen.`,
      ],
      reason: toAccountHolder,
    }),
  },
  accepted: (state, mail, at) =>
    isLatestNotice(state, mail) ? { kind: 'final_notice_accepted', ...noticeDetails(mail, at) } : null,
  returned: (state, mail, at) =>
    isLatestNotice(state, mail) ? { kind: 'warning_returned', at, reminder: null } : null,
  undeliverable: (state, mail, at) =>
    isLatestNotice(state, mail) ? { kind: 'final_notice_undeliverable', ...noticeDetails(mail, at) } : null,
});
