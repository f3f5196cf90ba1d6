import { type Letter, toAccountHolder } from '../layout/letter.ts';
import { type Line, line } from '../layout/line.ts';
import { count } from '../layout/when.ts';

export type SecurityChange = {
  name: string;
  /** What changed, with values of before and after, as the mail's row keeps them. */
  changes: Readonly<Record<string, string | number | boolean>>;
  /** The successor it is about; empty where it is about none. */
  successorName: string;
  at: Date;
  /** What it was done with, such as "Firefox on Linux". */
  device: string;
  /** Empty where it is not known. */
  ipAddress: string;
  link: string;
};

/** One thing that changed: in a few words, in full, and how to undo it. */
interface Told {
  heading: Line;
  what: Line;
  undo: Line;
}

const days = (n: unknown): string => count(Number(n), 'day');
const percents = (list: unknown): string => String(list).replace(/, (\d+)$/, ' and $1');

function ofSuccessor({ changes, successorName }: SecurityChange): Told[] {
  const { successor, unrestricted, handoverDelayDaysBefore, handoverDelayDays } = changes;
  const told: Told[] = [];
  if (successor === 'named') {
    told.push({
      heading: line`A successor was named`,
      what: line`${successorName} was named as your successor.`,
      undo: line`Then remove this successor.`,
    });
  }
  if (successor === 'moved') {
    told.push({
      heading: line`A successor's address was changed`,
      what: line`Your successor ${successorName} was given another e-mail address. Whoever reads mail there can confirm it and take their place. The former address no longer counts.`,
      undo: line`Then give this successor their own address back. They have to confirm it again.`,
    });
  }
  if (successor === 'removed') {
    told.push({
      heading: line`A successor was removed`,
      what: line`${successorName} was removed and is no longer your successor.`,
      undo: line`Then name this successor again.`,
    });
  }
  if (handoverDelayDays !== undefined) {
    told.push({
      heading: line`A successor is asked sooner`,
      what: line`Your successor ${successorName} is now asked ${days(handoverDelayDays)} after the grace period. Before, it was ${days(handoverDelayDaysBefore)}.`,
      undo: line`Then set the former delay again.`,
    });
  }
  if (unrestricted) {
    told.push({
      heading: line`A successor may receive your whole vault`,
      what: line`Your successor ${successorName} is not restricted to the entries you assign, and receives your whole vault.`,
      undo: line`Then restrict this successor to their entries again.`,
    });
  }
  return told;
}

function ofSettings({ changes }: SecurityChange): Told[] {
  const { thresholdDays, reminderPercents, quorum, accessDays, pause } = changes;
  const undo = line`Then put the former settings of your switch back.`;
  const told: Told[] = [];
  if (thresholdDays !== undefined) {
    told.push({
      heading: line`Your switch was set to a shorter time`,
      what: line`You now have ${days(thresholdDays)} to show a sign of life before the final notice. Before, it was ${days(changes.thresholdDaysBefore)}.`,
      undo,
    });
  }
  if (reminderPercents !== undefined) {
    told.push({
      heading: line`You get fewer or later reminders`,
      what: line`Reminders now go out after ${percents(reminderPercents)} percent of the time you have. Before, it was ${percents(changes.reminderPercentsBefore)} percent.`,
      undo,
    });
  }
  if (pause !== undefined) {
    const ended = pause === 'ended';
    told.push({
      heading: ended ? line`The pause of your switch was ended` : line`The pause of your switch ends sooner`,
      what: ended
        ? line`Your switch was paused. The pause was ended, and the time you have to show a sign of life runs again.`
        : line`Your switch is paused. The pause now ends sooner than it would have.`,
      undo: line`Then pause your switch again.`,
    });
  }
  if (quorum !== undefined) {
    told.push({
      heading: line`Fewer successors have to accept`,
      what: line`How many successors have to accept before anybody receives anything: now ${Number(quorum)}, before ${Number(changes.quorumBefore)}.`,
      undo,
    });
  }
  if (accessDays !== undefined) {
    told.push({
      heading: line`Successors may read for longer`,
      what: line`Successors may now read what you left them for ${days(accessDays)}. Before, it was ${days(changes.accessDaysBefore)}.`,
      undo,
    });
  }
  return told;
}

const OF_ACCOUNT: Record<string, Told> = {
  two_factor_off: {
    heading: line`Two-factor authentication was switched off`,
    what: line`Two-factor authentication was switched off. The password alone is now enough to log in.`,
    undo: line`Then switch two-factor authentication on again.`,
  },
  password_changed: {
    heading: line`Your password was changed`,
    what: line`The password of your account was changed, and all other sessions have ended.`,
    undo: line`As you can't log in any more, ask for a new password where you log in.`,
  },
  address_changed: {
    heading: line`Your account has another e-mail address`,
    what: line`Your account now has another e-mail address and another password. You can no longer log in with this address.`,
    undo: line`If it wasn't you, write to whoever runs this service at once. Only they can give the account back to this address.`,
  },
  key_bundle_replaced: {
    heading: line`The key bundle of your vault was replaced`,
    what: line`The key bundle that opens your vault was replaced. The former one is kept.`,
    undo: line`Then put the former key bundle back.`,
  },
};

/** To an owner whose switch or account was weakened: what, when, from where, and how to undo it. */
export function securityChange(mail: SecurityChange): Letter {
  const { name, changes, at, device, ipAddress, link } = mail;
  const account = OF_ACCOUNT[String(changes.account)];
  const told = [...ofSuccessor(mail), ...ofSettings(mail), ...(account ? [account] : [])];
  const [only, another] = told;
  // Whose account has left this address has nothing to open.
  const gone = changes.account === 'address_changed';
  return {
    subject: line`Your Vault Handover account was changed on ${at}`,
    heading: only && !another ? only.heading : line`Your switch was changed in several ways`,
    ...(gone ? {} : { action: { label: line`Open your account`, link } }),
    to: name,
    paragraphs: [
      ...told.map(({ what }) => what),
      ipAddress === ''
        ? line`It happened on ${at}, with ${device}. If it was you, there is nothing to do.`
        : line`It happened on ${at}, with ${device} from the address ${{ ip: ipAddress }}. If it was you, there is nothing to do.`,
      ...(gone
        ? []
        : [
            line`If it wasn't you, somebody else knows your password or uses one of your devices. Change your password and end all other sessions.`,
          ]),
      ...new Set(told.map(({ undo }) => undo)),
    ],
    reason: toAccountHolder,
  };
}
