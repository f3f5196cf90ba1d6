import { deviceWords } from '../../layout/device.ts';
import type { Words } from '../../layout/letter.ts';
import type { WriteLine, Writer } from '../../layout/line.ts';
import { count } from '../../layout/when.ts';
import {
  actionOf,
  adviceOn,
  type Changes,
  headingOf,
  type SecurityChange,
  subjectOf,
  type Told,
} from './told.ts';

const days = (n: unknown): string => count(Number(n), 'day', 'days');
const percents = (list: unknown): string => String(list).replace(/, (\d+)$/, ' and $1');

function ofSuccessor(line: WriteLine, changes: Changes, successorName: string): Told[] {
  const { successor, unrestricted, handoverDelayDaysBefore, handoverDelayDays } = changes;
  const told: Told[] = [];
  if (successor === 'named') {
    told.push({
      heading: line`A successor was named`,
      what: line`${successorName} was named as one of your successors.`,
      undo: line`Remove this successor.`,
    });
  }
  if (successor === 'moved') {
    told.push({
      heading: line`A successor's address was changed`,
      what: line`The email address of your successor ${successorName} was changed. Anyone who reads mail at the new address can confirm it and take their place. The old address no longer counts.`,
      undo: line`Put this successor's old address back. They'll have to confirm it again.`,
    });
  }
  if (successor === 'removed') {
    told.push({
      heading: line`A successor was removed`,
      what: line`${successorName} is no longer one of your successors.`,
      undo: line`Name this successor again.`,
    });
  }
  if (handoverDelayDays !== undefined) {
    told.push({
      heading: line`A successor will be asked sooner`,
      what: line`Your successor ${successorName} will now be asked ${days(handoverDelayDays)} after the grace period, instead of ${days(handoverDelayDaysBefore)} after it.`,
      undo: line`Put the old delay back.`,
    });
  }
  if (unrestricted) {
    told.push({
      heading: line`A successor may receive your whole vault`,
      what: line`Your successor ${successorName} is no longer restricted to the entries you assign, and may receive your whole vault.`,
      undo: line`Restrict this successor to their entries again.`,
    });
  }
  return told;
}

function ofSettings(line: WriteLine, changes: Changes): Told[] {
  const { thresholdDays, reminderPercents, quorum, accessDays, pause } = changes;
  const undo = line`Put the old settings of your switch back.`;
  const told: Told[] = [];
  if (thresholdDays !== undefined) {
    told.push({
      heading: line`Your vault would now be handed over sooner`,
      what: line`The final notice now comes after ${days(thresholdDays)} without a sign of life, instead of ${days(changes.thresholdDaysBefore)}.`,
      undo,
    });
  }
  if (reminderPercents !== undefined) {
    told.push({
      heading: line`You'll get fewer or later reminders`,
      what: line`Reminders now go out after ${percents(reminderPercents)} percent of the time before the final notice, instead of ${percents(changes.reminderPercentsBefore)} percent.`,
      undo,
    });
  }
  if (pause !== undefined) {
    const ended = pause === 'ended';
    told.push({
      heading: ended ? line`The pause of your switch was ended` : line`The pause of your switch ends sooner`,
      what: ended
        ? line`The pause of your switch was ended, and the countdown is running again.`
        : line`Your switch is still paused, but the pause now ends sooner than planned.`,
      undo: line`Pause your switch again.`,
    });
  }
  if (quorum !== undefined) {
    told.push({
      heading: line`Fewer successors have to accept`,
      what: line`Before anybody receives anything, ${Number(quorum)} of your successors must accept, instead of ${Number(changes.quorumBefore)}.`,
      undo,
    });
  }
  if (accessDays !== undefined) {
    told.push({
      heading: line`Successors can read for longer`,
      what: line`Successors can now read what you left to them for ${days(accessDays)}, instead of ${days(changes.accessDaysBefore)}.`,
      undo,
    });
  }
  return told;
}

const ofAccount: Record<string, (line: WriteLine, at: Date) => Told> = {
  two_factor_off: (line) => ({
    heading: line`Two-factor authentication was switched off`,
    what: line`Two-factor authentication was switched off. The password alone is now enough to log in.`,
    undo: line`Switch two-factor authentication on again.`,
  }),
  password_changed: (line) => ({
    heading: line`Your password was changed`,
    what: line`The password of your account was changed, and all other sessions have ended.`,
    first: line`If it wasn't you, reset your password on the login page. That ends all other sessions.`,
  }),
  address_changed: (line) => ({
    heading: line`Your account has another email address`,
    what: line`Your account now has another email address and another password. You can no longer log in with this address.`,
    first: line`If it wasn't you, contact the people who run this service at once. Only they can give the account back to this address.`,
  }),
  key_bundle_replaced: (line, at) => ({
    heading: line`A change to the keys of your vault was saved`,
    subject: line`A change to the keys of your vault was saved on ${at}`,
    what: line`A change to the keys of your vault was saved. That happens when you compare a number with a successor, save who gets what, or make a new recovery code.`,
    undo: line`Open “Successors”, and check the comparison numbers and who gets what. We keep the keys as they were before this change.`,
  }),
  vault_rotated: (line) => ({
    heading: line`Your vault was encrypted again`,
    what: line`Your vault got a new key, and everything in it was encrypted again. We keep the old key bundle, and the old contents stay in the trash for 30 days.`,
    undo: line`Restore the old contents from the trash. They open with the old key bundle.`,
  }),
};

export function en(facts: SecurityChange, { line, toAccountHolder }: Writer): Words {
  const { name, changes, successorName, at, ipAddress } = facts;
  const account = ofAccount[String(changes.account)];
  const told = [
    ...ofSuccessor(line, changes, successorName),
    ...ofSettings(line, changes),
    ...(account ? [account(line, at)] : []),
  ];
  const device = deviceWords.en(facts.device);
  return {
    subject: subjectOf(told, line`Your Vault Handover account was changed on ${at}`),
    heading: headingOf(told, line`Several changes were made to your switch`),
    ...actionOf(facts, line`Open your account`),
    to: name,
    paragraphs: [
      ...told.map(({ what }) => what),
      ipAddress === ''
        ? line`This happened on ${at}, from ${device}. If it was you, there's nothing to do.`
        : line`This happened on ${at}, from ${device} (IP address ${{ ip: ipAddress }}). If it was you, there's nothing to do.`,
      ...adviceOn(
        told,
        line`If it wasn't you, someone else knows your password or is using one of your devices. Change your password and end all other sessions. Then undo what was changed:`,
      ),
    ],
    reason: toAccountHolder,
  };
}
