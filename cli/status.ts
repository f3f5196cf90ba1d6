/** The state of the switch, and what is left to do. */
import { answered, readLeft, readSuccessors, type Successor } from '../client/index.ts';
import { hasNotAnswered, isReachable } from '../client/reachable.ts';
import type { components } from '../docs/openapi.d.ts';
import { resumeSession } from './connection.ts';
import { command } from './invocation.ts';
import { stillHolds } from './owner.ts';
import { asArgument, atMinute, counted, oneLine } from './printing.ts';
import { STATES, stateOf } from './successor.ts';

type Settings = components['schemas']['Settings'];
type Assignments = Awaited<ReturnType<typeof readLeft>>;

const SEAL = '`vault-handover seal`';

/** Something that is left to do. */
interface Pending {
  /** For programs: docs/api.md lists the codes. */
  code: string;
  successorId?: string;
  hold?: string;
  /** For people. */
  text: string;
}

/** What a successor lacks, and the command that helps. */
function pendingFor(successor: Successor, { entries }: Pick<Assignments, 'entries'>): Pending[] {
  const { id, name, verified, optedOut, publicKey, keyPinnedAt, encryptedShare, sharesStale } = successor;
  const { mailProblem, secondMailProblem, restrictToAssignedEntries, contact } = successor;
  const who = oneLine(name);
  const pending: Pending[] = [];
  const add = (code: string, text: string) => pending.push({ code, successorId: id, text });
  if (optedOut) {
    add('opted_out', `${who} does not want to be a successor: name someone else`);
    return pending;
  }
  if (!isReachable(successor))
    add('mailbox', `${who}'s mailbox refuses our email: ask them for another address`);
  else if (mailProblem || secondMailProblem)
    add('one_mailbox', `One address of ${who} refuses our email, and the other works: replace it`);
  if (contact?.answer === 'moved' && contact.newEmail !== null)
    add(
      'moved',
      `${who} asks for mail at ${oneLine(contact.newEmail)}: call them, and change the address in a browser`,
    );
  if (isReachable(successor) && hasNotAnswered(successor))
    add(
      'silent',
      `${who} has not answered our question for a month: call them, then \`vault-handover successors ask ${asArgument(who)}\``,
    );
  if (contact?.answer === 'sheet_lost')
    add('sheet_lost', `${who} has lost the sheet: \`vault-handover successors new-kit ${asArgument(who)}\``);
  // Entries can be left only to successors whose key was compared.
  if (keyPinnedAt !== null && restrictToAssignedEntries && entries.length === 0)
    add('decide', `Nothing is left to ${who}: \`vault-handover assign ${asArgument(who)} …\``);
  const askForLink = `ask them to open the link in their email, which \`vault-handover successors resend ${asArgument(who)}\` sends again`;
  if (!verified) add('confirm', `${who} has not confirmed the address: ${askForLink}`);
  else if (publicKey === null) add('make_kit', `${who} has not made a kit: ${askForLink}`);
  else if (keyPinnedAt === null)
    add('compare', `${who}'s key is not compared: \`vault-handover pin ${asArgument(who)}\``);
  else if (encryptedShare === null) add('seal', `Nothing is sealed to ${who}: ${SEAL}`);
  else {
    if (sharesStale) add('seal_again', `What is sealed to ${who} is from before a change: ${SEAL}`);
    const missing = entries.filter(({ hasEnvelope, envelopeStale }) => !hasEnvelope || envelopeStale).length;
    if (restrictToAssignedEntries && missing > 0)
      add('seal_entries', `${who} cannot open ${counted(missing, 'entry', 'entries')} left to them: ${SEAL}`);
  }
  return pending;
}

const HOLDS: Record<Settings['holds'][number], string> = {
  mail_unconfigured: 'The service cannot send email, so the switch is held: tell the people who run it',
  clock_skew: 'The clocks of the service disagree, so the switch is held: tell the people who run it',
  database_changed: 'The database of the service was replaced and is being checked, so the switch is held',
  mail_refused:
    'Your own mailbox refuses our email, so the switch is held: use another address, which only a browser can change',
};

/** What is left to do, the most urgent first. */
export function pending(
  { status, holds, effectiveQuorum, quorum }: Settings,
  successors: readonly Successor[],
  left: ReadonlyMap<string, Pick<Assignments, 'entries'>>,
  departed: readonly string[] = [],
): Pending[] {
  const all: Pending[] = holds.map((hold) => ({
    code: 'held',
    hold,
    text: HOLDS[hold] ?? `The switch is held (${hold}): this version can't say why`,
  }));
  const add = (code: string, text: string) => all.push({ code, text });
  for (const name of departed) add('departed', stillHolds(name));
  if (['reminding', 'grace_period', 'awaiting_successors', 'released'].includes(status))
    add('check_in', 'Your switch is counting down: `vault-handover check-in`');
  if (successors.length === 0)
    add('no_successor', 'You have named no successor: `vault-handover successors add`');
  for (const each of successors) all.push(...pendingFor(each, left.get(each.id) ?? { entries: [] }));
  if (effectiveQuorum < quorum)
    add(
      'quorum',
      `${quorum} successors should accept, but only ${effectiveQuorum} can: \`vault-handover seal --quorum ${effectiveQuorum}\``,
    );
  return all;
}

/** The switch in a sentence or two. */
function inWords({ status, deadline, lastSeenAt, pausedUntil }: Settings): string {
  const until: Record<string, string> = {
    off: 'The switch is off: there is nobody to hand over to yet.',
    paused: `The switch is paused${pausedUntil ? ` until ${atMinute(pausedUntil)}` : ''}.`,
    completed: 'The handover is over.',
  };
  const counting = `The switch is ${status.replaceAll('_', ' ')}${deadline ? `; its deadline is ${atMinute(deadline)}` : ''}.`;
  return `${until[status] ?? counting} Your last sign of life was on ${atMinute(lastSeenAt)}.`;
}

export const status = command({
  usage: '',
  what: 'shows the switch, its deadline, and what is left to do; no sign of life',
  options: {},
  takes: [0, 0],
  json: () => true,
  async run(invocation) {
    const { json, print, printJson } = invocation;
    const { api, session } = await resumeSession(invocation);
    const { settings } = await answered(api.GET('/inactivity/settings'));
    const successors = await readSuccessors(api);
    const left = new Map<string, Assignments>();
    for (const { id } of successors) left.set(id, await readLeft(api, id));
    const todo = pending(settings, successors, left, session().departed);
    if (json) {
      const { email, server } = session();
      const people = successors.map((each) => ({ id: each.id, name: each.name, state: stateOf(each) }));
      printJson(JSON.stringify({ email, server, settings, successors: people, pending: todo }));
      return;
    }
    print(`${session().email} at ${session().server}`);
    print(inWords(settings));
    print(
      successors.map((each) => `  ${oneLine(each.name)}: ${STATES[stateOf(each)]}`).join('\n') ||
        '  no successors',
    );
    if (todo.length > 0) print(`\nTo do:\n${todo.map(({ text }) => `  - ${text}`).join('\n')}`);
  },
});

export const checkIn = command({
  usage: '',
  what: 'tells the switch that you are alive',
  options: {},
  takes: [0, 0],
  async run(invocation) {
    const { api } = await resumeSession(invocation);
    const { message, deadline } = await answered(api.POST('/activity/check-in'));
    invocation.print(`${oneLine(message)}${deadline ? ` The deadline is now ${atMinute(deadline)}.` : ''}`);
  },
});
