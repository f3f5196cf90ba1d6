/** Naming and removing successors. */
import {
  askForNewKit,
  findPin,
  inviteSuccessor,
  readSuccessors,
  removeSuccessor,
  type Successor,
  takesShare,
} from '../client/index.ts';
import { halfDone } from './advice.ts';
import { resumeSession } from './connection.ts';
import { UsageFailure } from './failure.ts';
import { command, type Invocation } from './invocation.ts';
import { ownerSession } from './owner.ts';
import { asArgument, atMinute, oneLine, table } from './printing.ts';
import { readQuorum, rotateVault, thresholdFor } from './sealing.ts';
import { findSuccessor, stateOf } from './successor.ts';

/** For programs, which have no use for the share. */
const asJson = (successor: Successor) => {
  const { encryptedShare, ...rest } = successor;
  return { ...rest, sealed: encryptedShare !== null, state: stateOf(successor) };
};

async function list(invocation: Invocation): Promise<void> {
  const { json, print, printJson, note } = invocation;
  const successors = await readSuccessors((await resumeSession(invocation)).api);
  if (json) printJson(JSON.stringify(successors.map(asJson)));
  else if (successors.length === 0) note('You have named no successor: `vault-handover successors add`');
  else {
    const rows = successors.map((successor) => {
      const { name, email, restrictToAssignedEntries, handoverDelayDays, mailProblem } = successor;
      return [
        oneLine(name),
        oneLine(email),
        stateOf(successor),
        restrictToAssignedEntries ? 'assigned entries' : 'everything',
        handoverDelayDays > 0 ? `after ${handoverDelayDays} more days` : '',
        mailProblem ? `has refused our email since ${atMinute(mailProblem.since)}` : '',
      ];
    });
    print(table(rows));
  }
}

const ADD_OPTIONS = {
  name: { type: 'string' },
  email: { type: 'string' },
  'delay-days': { type: 'string' },
  everything: { type: 'boolean' },
} as const;
const NEW_KIT_OPTIONS = { quorum: { type: 'string' } } as const;
const REMOVE_OPTIONS = { ...NEW_KIT_OPTIONS, tell: { type: 'boolean' } } as const;

interface NewSuccessor {
  name?: string | undefined;
  email?: string | undefined;
  'delay-days'?: string | undefined;
  everything?: boolean | undefined;
}

async function add(invocation: Invocation, values: NewSuccessor): Promise<void> {
  const { terminal, json, print, printJson } = invocation;
  const { 'delay-days': delay = '0', everything = false } = values;
  if (!/^\d{1,3}$/.test(delay)) throw new UsageFailure('--delay-days must be a whole number from 0 to 365');
  const { open, confirmed } = await ownerSession(invocation);
  const owner = await open();
  const person = {
    name: values.name ?? (await terminal.ask('Name of the successor: ')),
    email: values.email ?? (await terminal.ask('Their email address: ')),
    handoverDelayDays: Number(delay),
    restrictToAssignedEntries: !everything,
  };
  const { id, name } = await confirmed(() => inviteSuccessor(owner, person));
  if (json) printJson(JSON.stringify({ id }));
  else
    print(
      `${oneLine(name)} gets an email. When they have made their kit, compare keys: \`vault-handover pin ${asArgument(oneLine(name))}\``,
    );
}

/** Ends what a successor's kit opens, in the words of `done`. */
interface Loss {
  lose: typeof askForNewKit;
  done: (name: string) => string;
}

const removal = (tell = false): Loss => ({
  lose: (owner, { id }) => removeSuccessor(owner, { id, tell }),
  done: (name) => `${name} is no longer a successor.`,
});
const NEW_KIT: Loss = {
  lose: askForNewKit,
  done: (name) => `${name} gets an email with a link to make a new kit. The old one is no longer valid.`,
};

async function lose(
  invocation: Invocation,
  wanted: string,
  quorum: number | undefined,
  loss: Loss,
): Promise<void> {
  const { print, note } = invocation;
  const session = await ownerSession(invocation);
  const owner = await session.open();
  const successors = await readSuccessors(session.api);
  const { id, name } = findSuccessor(successors, wanted);
  if ((await findPin(owner.unlocked().vault, id))?.ownSecret) {
    // Before anyone is removed, because the vault gets no new keys that too few could open.
    const remaining = successors.filter((each) => each.id !== id && takesShare(each));
    await thresholdFor(owner, remaining, quorum);
  }
  const { holdsKeys } = await session.confirmed(() => loss.lose(owner, { id }));
  print(loss.done(oneLine(name)));
  if (!holdsKeys) return;
  note('Something was sealed to them, so the vault gets new keys.');
  await rotateVault(invocation, session, owner, { quorum }).catch((error) => {
    throw halfDone(
      'That is done, but it is not certain that the vault has its new keys.',
      error,
      'Run `vault-handover rotate`',
    );
  });
}

/** @throws UsageFailure if an option was given that does not belong here */
function demandOnly(given: object, names: object): void {
  const extra = Object.keys(given).find((name) => !Object.hasOwn(names, name));
  if (extra) throw new UsageFailure(`--${extra} cannot be used here`);
}

export const successors = command({
  usage:
    '[add [--name …] [--email …] [--delay-days <n>] [--everything] | remove <successor> [--quorum <k>] [--tell] | ' +
    'new-kit <successor> [--quorum <k>]]',
  what: 'lists your successors, adds or removes one, or asks one for a new kit',
  options: { ...ADD_OPTIONS, ...REMOVE_OPTIONS },
  takes: [0, 2],
  async run(invocation, { values, words: [verb, wanted] }) {
    if (verb === undefined) {
      demandOnly(values, {});
      await list(invocation);
    } else if (verb === 'add' && wanted === undefined) {
      demandOnly(values, ADD_OPTIONS);
      await add(invocation, values);
    } else if (verb === 'remove' && wanted !== undefined) {
      demandOnly(values, REMOVE_OPTIONS);
      await lose(invocation, wanted, readQuorum(values.quorum), removal(values.tell));
    } else if (verb === 'new-kit' && wanted !== undefined) {
      demandOnly(values, NEW_KIT_OPTIONS);
      await lose(invocation, wanted, readQuorum(values.quorum), NEW_KIT);
    } else
      throw new UsageFailure(
        'Usage: vault-handover successors, successors add, successors remove <successor>, or successors new-kit <successor>',
      );
  },
});
