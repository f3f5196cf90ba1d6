import type { MailRow } from '../../db/entities/mail.ts';
import type { SwitchState } from '../../switch/state.ts';
import { type MailContext, mailKind } from '../kind.ts';
import { SERVICE_NAME } from '../layout/service-name.ts';
import { dueForWay, isOfThisSilence } from '../warning.ts';
import { reminder, reminderFacts } from './reminder.ts';

/** Whether it is the reminder that is due, or the latest that the mailbox took. */
const isCurrent = (state: SwitchState, mail: MailRow): boolean =>
  isOfThisSilence(state, mail) &&
  (state.status === 'armed' || state.status === 'reminding') &&
  (state.remindersAccepted + 1 === mail.data.n || state.remindersAccepted === mail.data.n);

async function facts(context: MailContext, mail: MailRow) {
  const found = await dueForWay(context, mail, isCurrent);
  const deadline = found?.plan.deadline ?? null;
  if (!found || deadline === null) return null;
  return reminderFacts(context, found, { n: Number(mail.data.n), of: Number(mail.data.of) }, deadline);
}

/** To another way of an owner who has been silent: the same as in the reminder to their mailbox. */
export const channelReminder = mailKind<NonNullable<Awaited<ReturnType<typeof facts>>>>({
  facts,
  words: {
    en: (known, writer) => ({
      ...reminder.words.en(known, writer),
      note: {
        title: writer.line`${SERVICE_NAME}: please ${known.toLogIn ? 'log in' : 'check in'}`,
        text: writer.line`Please ${known.toLogIn ? 'log in' : 'check in'} by ${known.deadline}. This is reminder ${known.n} of ${known.of}.`,
      },
    }),
    de: (known, writer) => ({
      ...reminder.words.de(known, writer),
      note: {
        title: writer.line`${SERVICE_NAME}: Bitte melden Sie sich`,
        text: writer.line`Bitte melden Sie sich bis ${known.deadline}. Das ist Erinnerung ${known.n} von ${known.of}.`,
      },
    }),
  },
  accepted: (state, mail, at) =>
    mail.status === 'queued' && isCurrent(state, mail)
      ? { kind: 'way_accepted', at, finalNotice: false }
      : null,
});
