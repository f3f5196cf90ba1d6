import { deviceWords } from '../../layout/device.ts';
import type { Words } from '../../layout/letter.ts';
import type { MailLine, WriteLine, Writer } from '../../layout/line.ts';
import { SERVICE_NAME } from '../../layout/service-name.ts';
import { count } from '../../layout/when.ts';
import {
  actionOf,
  adviceOn,
  type ChangeDetails,
  type ChangeText,
  doneIn,
  type GatheredChanges,
  headingOf,
  leadFirst,
  type OneChange,
  type SecurityChange,
  subjectOf,
} from './change-text.ts';

const LIST = new Intl.ListFormat('en', { type: 'conjunction' });

const days = (n: unknown): string => count(Number(n), 'day', 'days');
const percents = (list: unknown): string => String(list).replace(/, (\d+)$/, ' and $1');

function successorTexts(line: WriteLine, changes: ChangeDetails, successorName: string): ChangeText[] {
  const { successor, secondAddress, unrestricted, handoverDelayDaysBefore, handoverDelayDays } = changes;
  const texts: ChangeText[] = [];
  if (successor === 'named') {
    texts.push({
      heading: line`A successor was named`,
      done: line`named ${successorName}`,
      description: line`${successorName} was named as one of your successors.`,
      undo: line`Remove ${successorName}.`,
    });
  }
  if (successor === 'moved') {
    texts.push({
      heading: line`A successor's address was changed`,
      done: line`changed the address of ${successorName}`,
      description: line`The email address of your successor ${successorName} was changed. Anyone who reads mail at the new address can confirm it and take their place. We no longer use the old address.`,
      undo: line`Change the address of ${successorName} back. They'll have to confirm it again and make a new kit.`,
    });
  }
  if (secondAddress === 'set') {
    texts.push({
      heading: line`A successor has a second address`,
      done: line`gave ${successorName} a second address`,
      description: line`A second email address was entered for your successor ${successorName}. Once it's confirmed, it gets the same emails and links as the first. It doesn't open anything without their sheet.`,
      undo: line`Remove the second address of ${successorName}.`,
    });
  }
  if (secondAddress === 'removed') {
    texts.push({
      heading: line`A successor's second address was removed`,
      done: line`removed the second address of ${successorName}`,
      description: line`The second email address of your successor ${successorName} was removed. From now on, we only write to the first.`,
      undo: line`Enter the second address of ${successorName} again. They'll have to confirm it once more.`,
    });
  }
  if (successor === 'new_kit') {
    texts.push({
      heading: line`A successor was asked for a new kit`,
      done: line`asked ${successorName} for a new kit`,
      description: line`Your successor ${successorName} was asked to make a new recovery kit. The old one can no longer open your vault.`,
      undo: line`Tell ${successorName} not to make a kit yet. Once your account is safe again, ask them for a new kit yourself, and compare it.`,
    });
  }
  if (successor === 'removed') {
    texts.push({
      heading: line`A successor was removed`,
      done: line`removed ${successorName}`,
      description: line`${successorName} is no longer one of your successors.`,
      undo: line`Name ${successorName} again.`,
    });
  }
  if (handoverDelayDays !== undefined) {
    texts.push({
      heading: line`A successor will be asked sooner`,
      done: line`shortened the delay of ${successorName}`,
      description: line`Your successor ${successorName} will now be asked ${days(handoverDelayDays)} after the grace period, instead of ${days(handoverDelayDaysBefore)} after it.`,
      undo: line`Change the delay of ${successorName} back.`,
    });
  }
  if (unrestricted) {
    texts.push({
      heading: line`A successor may receive your whole vault`,
      // Naming them says it.
      ...(successor === 'named' ? {} : { done: line`let ${successorName} receive your whole vault` }),
      description: line`Your successor ${successorName} is no longer restricted to the entries you assign, and may receive your whole vault.`,
      undo: line`Restrict ${successorName} to their entries again.`,
    });
  }
  return texts;
}

function settingsTexts(line: WriteLine, changes: ChangeDetails): ChangeText[] {
  const { checkInByLink, thresholdDays, reminderPercents, quorum, accessDays, pause } = changes;
  const undo = line`Change the settings of your switch back.`;
  const texts: ChangeText[] = [];
  // This comes first, because its link becomes the mail's.
  if (checkInByLink === false) {
    texts.push({
      heading: line`Links in our emails no longer check you in`,
      done: line`turned off checking in by link`,
      description: line`From now on, the links in our reminders lead to the log-in page, and links from earlier emails no longer check you in. To check in, you now need your password. Try it now: log out, open the link in this email (the one that reminders will have), and log in.`,
      undo: line`In the settings of your switch, let links check you in again.`,
      first: line`If it wasn't you, someone else knows your password or is using one of your devices. Log in with the link above and change your password at once. That also logs out all other devices. Then undo what was changed:`,
      label: line`Try it: log in`,
    });
  }
  if (checkInByLink === true) {
    texts.push({
      heading: line`Links in our emails check you in again`,
      done: line`turned on checking in by link`,
      description: line`From now on, the links in our reminders check you in without a password. Anyone else who reads your email can do the same by opening such a link and pressing the button.`,
      undo: line`In the settings of your switch, let links lead only to the log-in page.`,
    });
  }
  if (thresholdDays !== undefined) {
    texts.push({
      heading: line`Your vault would now be handed over sooner`,
      done: line`set the time without a sign of life to ${days(thresholdDays)}`,
      description: line`The final notice now comes after ${days(thresholdDays)} without a sign of life, instead of ${days(changes.thresholdDaysBefore)}.`,
      undo,
    });
  }
  if (reminderPercents !== undefined) {
    texts.push({
      heading: line`You'll get fewer or later reminders`,
      done: line`chose fewer or later reminders`,
      description: line`Reminders now go out after ${percents(reminderPercents)} percent of the time before the final notice, instead of ${percents(changes.reminderPercentsBefore)} percent.`,
      undo,
    });
  }
  if (pause !== undefined) {
    const ended = pause === 'ended';
    texts.push({
      heading: ended ? line`The pause of your switch was ended` : line`The pause of your switch ends sooner`,
      done: ended ? line`ended the pause of your switch` : line`shortened the pause of your switch`,
      description: ended
        ? line`The pause of your switch was ended, and the clock is running again.`
        : line`Your switch is still paused, but the pause now ends sooner than planned.`,
      undo: line`Pause your switch again.`,
    });
  }
  if (quorum !== undefined) {
    texts.push({
      heading: line`Fewer successors have to accept`,
      done: line`lowered the number of successors who have to accept to ${Number(quorum)}`,
      description:
        quorum === 1
          ? line`Now only one of your successors has to accept before anyone receives anything, instead of ${Number(changes.quorumBefore)}.`
          : line`Now ${Number(quorum)} of your successors have to accept before anyone receives anything, instead of ${Number(changes.quorumBefore)}.`,
      undo,
    });
  }
  if (accessDays !== undefined) {
    texts.push({
      heading: line`Successors can read for longer`,
      done: line`set the time for which successors can read to ${days(accessDays)}`,
      description: line`Successors can now read what you left to them for ${days(accessDays)}, instead of ${days(changes.accessDaysBefore)}.`,
      undo,
    });
  }
  return [...texts, ...automationTexts(line, changes)];
}

function automationTexts(line: WriteLine, { automation, automationName }: ChangeDetails): ChangeText[] {
  const name = String(automationName);
  const undo = line`In your account, under “Automations”, revoke the token of ${name}.`;
  if (automation === 'check-in')
    return [
      {
        heading: line`An automation can check in for you`,
        done: line`let ${name} check in for you`,
        description: line`The automation ${name} got a token that lets it check in for you. Anyone or anything that uses that token tells us that you're alive, and your vault isn't handed over as long as it does.`,
        undo,
      },
    ];
  if (automation === 'status')
    return [
      {
        heading: line`An automation can read the state of your switch`,
        done: line`let ${name} read the state of your switch`,
        description: line`The automation ${name} got a token that lets it read the state and the dates of your switch, and nothing else.`,
        undo,
      },
    ];
  if (automation === 'calendar')
    return [
      {
        heading: line`The dates of your switch can be read as a calendar`,
        done: line`made a calendar of the dates of your switch for ${name}`,
        description: line`The calendar ${name} got an address of its own. Anyone who has that address can read the dates of your switch, and nothing else.`,
        undo,
      },
    ];
  if (automation === 'revoked')
    return [
      {
        heading: line`An automation can no longer check in for you`,
        done: line`revoked the token of ${name}`,
        description: line`The automation ${name} can no longer check in for you. Its token was revoked.`,
        undo: line`In your account, under “Automations”, add ${name} again, and give it its new token.`,
      },
    ];
  return [];
}

/** The texts of a change to the switch or to its successors. */
const switchTexts = (line: WriteLine, { changes, successorName }: OneChange): ChangeText[] => [
  ...successorTexts(line, changes, successorName),
  ...settingsTexts(line, changes),
];

const accountTexts: Record<string, (line: WriteLine, at: Date) => ChangeText> = {
  two_factor_on: (line, at) => ({
    heading: line`Two-factor authentication was switched on`,
    subject: line`On ${at}, two-factor authentication was switched on`,
    description: line`Two-factor authentication was switched on, and all other devices were logged out. To log in, you now also need a code from the authenticator app that was set up.`,
    first: line`If it wasn't you, someone else knows your password. Reset it at once with the link above. That logs out every device.`,
    undo: line`If you can't log in because you're asked for a code, choose “I have neither the app nor its codes” on the log-in page. If you printed or wrote down the recovery code of your vault, you can remove the second factor there within 3 days.`,
    label: line`Not you? Reset your password`,
  }),
  two_factor_recovery_codes_renewed: (line, at) => ({
    heading: line`New recovery codes for two-factor authentication were made`,
    subject: line`New recovery codes for two-factor authentication were made on ${at}`,
    description: line`New recovery codes for two-factor authentication were made, the old ones stopped working, and all other devices were logged out.`,
    first: line`If it wasn't you, someone else knows your password and has your authenticator app. Reset your password at once with the link above. That logs out every device.`,
    undo: line`If you can't log in because you're asked for a code, choose “I have neither the app nor its codes” on the log-in page. If you printed or wrote down the recovery code of your vault, you can remove the second factor there within 3 days.`,
    label: line`Not you? Reset your password`,
  }),
  passkey_added: (line, at) => ({
    heading: line`A passkey was added to your account`,
    subject: line`On ${at}, a passkey was added to your account`,
    description: line`A passkey was added to your account. Anyone who has it can log in without your password and without a code.`,
    first: line`If it wasn't you, someone else knows your password. Reset it at once with the link above. That logs out every device and removes every passkey.`,
    label: line`Not you? Reset your password`,
  }),
  channel_added: (line, at) => ({
    heading: line`A way to reach you was added`,
    subject: line`On ${at}, a way to reach you was added`,
    description: line`Another way to reach you was added to your account. Once it is confirmed with a code, your warnings go there too, and anyone who reads them can check in for you.`,
    undo: line`Log in and remove it under “Ways to reach you”.`,
  }),
  channel_changed: (line, at) => ({
    heading: line`A webhook got a new secret`,
    subject: line`On ${at}, a webhook got a new secret`,
    description: line`A webhook that we use to reach you got a new secret. Its receiver has to know it within a day, or it will refuse your warnings.`,
    undo: line`Log in, give it another secret under “Ways to reach you”, and tell its receiver.`,
  }),
  channel_removed: (line, at) => ({
    heading: line`A way to reach you was removed`,
    subject: line`On ${at}, a way to reach you was removed`,
    description: line`One of the ways to reach you was removed from your account. Your warnings no longer go there.`,
    undo: line`Log in and add it again under “Ways to reach you”.`,
  }),
  passkey_removed: (line, at) => ({
    heading: line`A passkey of your account was removed`,
    subject: line`On ${at}, a passkey of your account was removed`,
    description: line`A passkey of your account was removed, and all other devices were logged out. Nobody can log in with that passkey any more.`,
    first: line`If it wasn't you, someone else can use your account. Reset your password at once with the link above. That logs out every device and removes every passkey.`,
    undo: line`Log in and add your passkeys again.`,
    label: line`Not you? Reset your password`,
  }),
  two_factor_off: (line, at) => ({
    heading: line`Two-factor authentication was switched off`,
    subject: line`Two-factor authentication was switched off on ${at}`,
    description: line`Two-factor authentication was switched off. The password alone is now enough to log in.`,
    undo: line`Switch two-factor authentication on again.`,
  }),
  two_factor_removal_started: (line, at) => ({
    heading: line`Your second factor will be removed in 3 days`,
    subject: line`On ${at}, the removal of your second factor was requested`,
    description: line`Someone who reads your email and has the recovery code of your vault, hopefully you, wants to remove the second factor of your account. In 3 days they can do so, with the link in our earlier email.`,
    first: line`If it wasn't you, use the link above to log in with your second factor within these 3 days. That stops the removal. Then change the password of your email account and make a new recovery code.`,
    label: line`Not you? Log in to stop it`,
  }),
  password_changed: (line, at) => ({
    heading: line`Your password was changed`,
    subject: line`Your ${SERVICE_NAME} password was changed on ${at}`,
    description: line`The password of your account was changed, and all other devices were logged out.`,
    first: line`If it wasn't you, reset your password at once with the link above. That logs out every device.`,
    label: line`Not you? Reset your password`,
  }),
  address_changed: (line, at) => ({
    heading: line`Your account has a new email address`,
    subject: line`Your ${SERVICE_NAME} account has had a new email address since ${at}`,
    description: line`Your account now has a different email address. You can no longer log in with this one.`,
    first: line`If it wasn't you, contact the people who run this service at once. Only they can help now.`,
  }),
  key_bundle_replaced: (line, at) => ({
    heading: line`A change to the keys of your vault was saved`,
    subject: line`A change to the keys of your vault was saved on ${at}`,
    description: line`A change to the keys of your vault was saved. That happens when you compare the six words with a successor, save who gets what, make a new recovery code, or let a passkey open your vault.`,
    undo: line`Open “Successors”, and check whose words were compared and who gets what. If you printed a recovery code, make a new one. We keep the keys as they were before this change.`,
  }),
  vault_rotated: (line, at) => ({
    heading: line`Your vault was re-encrypted`,
    subject: line`Your vault was re-encrypted on ${at}`,
    description: line`Your vault got new keys, and everything in it was re-encrypted. That happens, for example, when you remove a successor who had keys.`,
    undo: line`Leave the trash as it is, and ask the people who run this service for help. For 30 days, the trash holds everything that was in your vault before, and we keep the older keys that open it.`,
  }),
};

/** What to do first if it was someone else. */
const aboutPassword = (line: WriteLine): MailLine =>
  line`If it wasn't you, someone else knows your password or is using one of your devices. Change your password at once with the link above. That also logs out all other devices. Then undo what was changed:`;

/** When and from where it was done, and what to do first if it was someone else. */
function circumstances({ at, device, ipAddress }: SecurityChange, line: WriteLine): [MailLine, MailLine] {
  if (device.byOperator) {
    return [
      line`The people who run this service did this on ${at}. If you asked them to, you don't need to do anything.`,
      line`If you didn't ask, someone may have asked in your name. Tell them, and change your password with the link above. That also logs out all other devices. Then undo what was changed:`,
    ];
  }
  const from = deviceWords.en(device);
  return [
    ipAddress === ''
      ? line`This happened on ${at}, from ${from}. If it was you, you don't need to do anything.`
      : line`This happened on ${at}, from ${from} (IP address ${{ ip: ipAddress }}). If it was you, you don't need to do anything.`,
    aboutPassword(line),
  ];
}

export function en(facts: SecurityChange, { line, toAccountHolder }: Writer): Words {
  const { name, changes, at } = facts;
  const account = accountTexts[String(changes.account)];
  const texts = [...switchTexts(line, facts), ...(account ? [account(line, at)] : [])];
  const [when, first] = circumstances(facts, line);
  return {
    subject: subjectOf(texts, line`Your ${SERVICE_NAME} account was changed on ${at}`),
    heading: headingOf(texts, line`Several changes were made to your switch`),
    ...actionOf(facts, texts, line`Not you? Change your password`),
    to: name,
    paragraphs: [...texts.map(({ description }) => description), when, ...adviceOn(texts, first)],
    reason:
      facts.link === null
        ? line`You're receiving this email because your address belonged to a ${SERVICE_NAME} account.`
        : toAccountHolder,
  };
}

export function enSummary(facts: GatheredChanges, { line, toAccountHolder }: Writer): Words {
  const { name, changes, at, device, ipAddress } = facts;
  const texts = leadFirst(changes.flatMap((change) => switchTexts(line, change)));
  const done = doneIn(texts, LIST, (n) => line`made ${n} other changes`);
  const on = changes.length > 1 ? 'in the ten minutes from' : 'on';
  const from = deviceWords.en(device);
  return {
    subject: line`You ${done} on ${at}`,
    heading: line`You ${done}`,
    ...actionOf(facts, texts, line`Not you? Change your password`),
    to: name,
    paragraphs: [
      ipAddress === ''
        ? line`This happened ${on} ${at}, from ${from}, which you had used before. If it was you, you don't need to do anything.`
        : line`This happened ${on} ${at}, from ${from} (IP address ${{ ip: ipAddress }}), which you had used before. If it was you, you don't need to do anything.`,
      ...texts.map(({ description }) => description),
      ...adviceOn(texts, aboutPassword(line)),
    ],
    reason: toAccountHolder,
  };
}
