import type { MailRow } from '../../db/entities/mail.ts';
import type { SwitchState } from '../../switch/state.ts';
import { step } from '../../switch/step.ts';
import { type MailContext, mailKind } from '../kind.ts';
import { SERVICE_NAME } from '../layout/service-name.ts';
import { dueForWay } from '../warning.ts';
import { finalNotice, isInTime, isLatestNotice, noticeDetails, noticeFacts } from './final-notice.ts';

const isCurrent = (state: SwitchState, mail: MailRow): boolean =>
  isLatestNotice(state, mail) && (state.status === 'reminding' || state.status === 'grace_period');

/**
 * The switch once this way and the mailbox have taken the notice: the grace period that the text names. Even if the
 * mailbox is known to be dead, that is the usual one, unless this way has returned the notice before.
 */
function afterwards(state: SwitchState, mail: MailRow, { now, rules }: MailContext) {
  const at = now.getTime();
  const taken = mail.data.returned === undefined ? step(state, takenBy(mail, at), at, rules) : state;
  if (taken?.status !== 'reminding') return taken;
  return step(taken, { kind: 'final_notice_accepted', ...noticeDetails(mail, at) }, at, rules);
}

const takenBy = (mail: MailRow, at: number) => {
  const { graceMs } = noticeDetails(mail, at);
  return {
    kind: 'way_accepted' as const,
    at,
    finalNotice: true,
    ...(graceMs === undefined ? {} : { graceMs }),
  };
};

async function facts(context: MailContext, mail: MailRow) {
  const found = await dueForWay(context, mail, isCurrent);
  const accepted = found && afterwards(found.loaded.state, mail, context);
  if (!found || !accepted?.handover) return null;
  if (found.plan.due.kind !== 'final_notice' && !isInTime(found, context.rules)) return null;
  return noticeFacts(context, found, { ...accepted, handover: accepted.handover });
}

/** To another way of an owner whose deadline has passed: the same as in the final notice to their mailbox. */
export const channelFinalNotice = mailKind<NonNullable<Awaited<ReturnType<typeof facts>>>>({
  facts,
  words: {
    en: (known, writer) => ({
      ...finalNotice.words.en(known, writer),
      note: {
        title: writer.line`${SERVICE_NAME}: final notice`,
        text: writer.line`Your deadline has passed. ${known.toLogIn ? 'Log in' : 'Check in'} by ${known.graceEndsAt} to stop what you planned for that case.`,
      },
    }),
    de: (known, writer) => ({
      ...finalNotice.words.de(known, writer),
      note: {
        title: writer.line`${SERVICE_NAME}: letzte Aufforderung`,
        text: writer.line`Ihre Frist ist abgelaufen. Melden Sie sich bis ${known.graceEndsAt}, um aufzuhalten, was Sie für diesen Fall geplant haben.`,
      },
    }),
  },
  /** A mailbox that returned it once may return it again, so its acceptance no longer proves anything. */
  accepted: (state, mail, at) =>
    isCurrent(state, mail) && !(mail.data.returned ?? state.reachedByWay) ? takenBy(mail, at) : null,
  returned: (state, mail) =>
    isLatestNotice(state, mail) ? { kind: 'way_returned', finalNotice: true } : null,
});
