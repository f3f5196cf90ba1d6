import type { Words } from '../../layout/letter.ts';
import type { MailLine, Writer } from '../../layout/line.ts';
import { count } from '../../layout/when.ts';
import type { RestoredFacts } from './facts.ts';

const days = (n: number): string => count(n, 'day', 'days');
const LIST = new Intl.ListFormat('en', { type: 'conjunction' });
const listed = (names: readonly string[]) => ({ words: LIST.format(names) });

/** Says what was restored and what was lost. */
function happened({ isStandby, restoredAt, knownUntil }: RestoredFacts, { line }: Writer): MailLine {
  if (isStandby) {
    return line`On ${restoredAt}, our standby database took over. It may lack changes from the last few minutes before that. Please check your latest changes: entries, successors, settings, your password, and two-factor authentication.`;
  }
  return knownUntil === null
    ? line`We had to restore our database from a backup. Your account is as it was when the backup was made. Anything you changed after that is lost: entries, successors, settings, your password, and two-factor authentication. If you've changed your password since, the old one is valid again.`
    : line`We had to restore our database from a backup. Your account is as it was on ${knownUntil}. Anything you changed after that is lost: entries, successors, settings, your password, and two-factor authentication. If you've changed your password since, the old one is valid again.`;
}

function successors({ confirmed, unconfirmed }: RestoredFacts, { line }: Writer): MailLine[] {
  return [
    confirmed.length === 0
      ? line`You have no confirmed successor.`
      : line`Your confirmed successors: ${listed(confirmed)}.`,
    ...(unconfirmed.length === 0 ? [] : [line`Not confirmed yet: ${listed(unconfirmed)}.`]),
  ];
}

function settings(facts: RestoredFacts, { line }: Writer): MailLine {
  const { status, thresholdDays, quorum, pausedUntil, countsFrom } = facts;
  if (status === 'off') return line`Your switch is off because there's nobody to hand your vault over to.`;
  if (status === 'completed') {
    return line`The handover of your vault was over, and it still is. Your switch starts again as soon as you log in.`;
  }
  const accept =
    quorum === 1 ? 'one of your successors has to accept' : `${quorum} of your successors have to accept`;
  if (status === 'paused' && pausedUntil) {
    return line`Your switch is paused until ${pausedUntil}. After that, the final notice comes after ${days(thresholdDays)} without a sign of life, and ${accept}.`;
  }
  return line`Your switch has started over, so that nothing happens too early: the clock runs from ${countsFrom}. The final notice comes after ${days(thresholdDays)} without a sign of life, and ${accept}. If a handover was under way, it has been cancelled.`;
}

export function en(facts: RestoredFacts, writer: Writer): Words {
  const { line, toAccountHolder } = writer;
  const { name, isStandby, restoredAt, accountReturned, returned, link } = facts;
  const subject = isStandby
    ? line`Please check your account: our standby database took over on ${restoredAt}`
    : line`Please check your account: we restored a backup on ${restoredAt}`;
  if (accountReturned) {
    return {
      subject,
      heading: line`Your deleted account came back with a backup`,
      action: { label: line`Log in`, link },
      to: name,
      paragraphs: [
        line`We had to restore our database from a backup. It was made before you deleted your account, so the account exists again. We've switched it off: none of your successors will be asked or can read anything, and all devices are logged out.`,
        line`To delete it again, log in and choose “Account”, then “Delete the account”. We won't delete it without you, because the backup may have been restored to undo an unwanted deletion.`,
        line`If you'd like to keep the account, log in and ask your successors to confirm again.`,
      ],
      reason: toAccountHolder,
    };
  }
  return {
    subject,
    heading: isStandby
      ? line`Our standby database took over`
      : line`We had to restore our database from a backup`,
    action: { label: line`Log in and check`, link },
    to: name,
    paragraphs: [
      happened(facts, writer),
      ...(returned.length === 0
        ? []
        : [
            line`These successors came back with it, although you had removed them or changed their address, or they had opted out: ${listed(returned)}. They won't be asked and can't read anything. Remove them, or ask them to confirm again.`,
          ]),
      ...successors(facts, writer),
      settings(facts, writer),
      line`Please log in and check that everything is as you want it. Under “Account”, also look at “Ways to reach you” and “Automations”: those you've removed since may be back. Such a way gets your warnings and their links, and such an automation can check in for you.`,
    ],
    reason: toAccountHolder,
  };
}
