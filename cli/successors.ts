/** Naming and removing successors. */
import {
  answered,
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
import { command, type Given, type Invocation } from './invocation.ts';
import { ownerSession } from './owner.ts';
import { asArgument, atMinute, oneLine, table } from './printing.ts';
import { readQuorum, rotateVault, thresholdFor } from './sealing.ts';
import { findSuccessor, STATES, stateOf } from './successor.ts';

/** For programs, which have no use for the share. */
const asJson = (successor: Successor) => {
  const { encryptedShare, ...rest } = successor;
  return { ...rest, sealed: encryptedShare !== null, state: stateOf(successor) };
};

async function list(invocation: Invocation): Promise<void> {
  const { json, print, printJson, note } = invocation;
  const successors = await readSuccessors((await resumeSession(invocation)).api);
  if (json) printJson(JSON.stringify({ successors: successors.map(asJson) }));
  else if (successors.length === 0) note('You have named no successor: `vault-handover successors add`');
  else {
    const rows = successors.map((successor) => {
      const { name, email, secondEmail, secondVerifiedAt } = successor;
      const { restrictToAssignedEntries, handoverDelayDays, mailProblem, secondMailProblem } = successor;
      return [
        oneLine(name),
        oneLine(email),
        secondEmail === null
          ? ''
          : `and ${oneLine(secondEmail)}${secondVerifiedAt === null ? ' (not confirmed)' : ''}`,
        STATES[stateOf(successor)],
        restrictToAssignedEntries ? 'assigned entries' : 'everything',
        handoverDelayDays > 0 ? `after ${handoverDelayDays} more days` : '',
        mailProblem ? `has refused our email since ${atMinute(mailProblem.since)}` : '',
        secondMailProblem
          ? `the second has refused our email since ${atMinute(secondMailProblem.since)}`
          : '',
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
const SECOND_OPTIONS = { none: { type: 'boolean' } } as const;
const REMOVE_OPTIONS = { ...NEW_KIT_OPTIONS, tell: { type: 'boolean' } } as const;

async function add(invocation: Invocation, values: Given<typeof ADD_OPTIONS>['values']): Promise<void> {
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

async function ask(invocation: Invocation, wanted: string): Promise<void> {
  const { api } = await resumeSession(invocation);
  const { id, name } = findSuccessor(await readSuccessors(api), wanted);
  await answered(api.POST('/successors/{id}/contact-question', { params: { path: { id } } }));
  invocation.print(`${oneLine(name)} is asked again whether our emails arrive and the sheet is there.`);
}

async function resend(invocation: Invocation, wanted: string): Promise<void> {
  const { api } = await resumeSession(invocation);
  const { id, name } = findSuccessor(await readSuccessors(api), wanted);
  await answered(api.POST('/successors/{id}/resend-verification', { params: { path: { id } } }));
  invocation.print(`${oneLine(name)} gets another email with a link.`);
}

/** @param email empty removes their second address */
async function setSecond(invocation: Invocation, wanted: string, email: string): Promise<void> {
  const { api, confirmed } = await ownerSession(invocation);
  const { id, name } = findSuccessor(await readSuccessors(api), wanted);
  await confirmed(() =>
    answered(api.PUT('/successors/{id}', { params: { path: { id } }, body: { secondEmail: email } })),
  );
  invocation.print(
    email === ''
      ? `From now on, we write to ${oneLine(name)} at the first address only.`
      : `${oneLine(email)} gets an email with a link. Once it is opened, our emails to ${oneLine(name)} go there too.`,
  );
}

/** A way to make a successor's kit open nothing any more. `done` says so afterwards. */
interface KitInvalidation {
  apply: typeof askForNewKit;
  done: (name: string) => string;
}

const removal = (tell = false): KitInvalidation => ({
  apply: (owner, { id }) => removeSuccessor(owner, { id, tell }),
  done: (name) => `${name} is no longer a successor.`,
});
const NEW_KIT: KitInvalidation = {
  apply: askForNewKit,
  done: (name) => `${name} gets an email with a link to make a new kit. The old one is no longer valid.`,
};

async function invalidateKit(
  invocation: Invocation,
  wanted: string,
  quorum: number | undefined,
  invalidation: KitInvalidation,
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
  const { holdsKeys } = await session.confirmed(() => invalidation.apply(owner, { id }));
  print(invalidation.done(oneLine(name)));
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
function requireOnlyOptions(given: object, names: object): void {
  const extra = Object.keys(given).find((name) => !Object.hasOwn(names, name));
  if (extra) throw new UsageFailure(`--${extra} cannot be used here`);
}

const usageFailure = () =>
  new UsageFailure(
    'Usage: vault-handover successors, successors add, successors remove <successor>, successors new-kit <successor>, successors ask <successor>, successors resend <successor>, or successors second <successor> <address>|--none',
  );

export const successors = command({
  usage:
    '[add [--name …] [--email …] [--delay-days <n>] [--everything] | remove <successor> [--quorum <k>] [--tell] | ' +
    'new-kit <successor> [--quorum <k>] | ask <successor> | resend <successor> | second <successor> <address>|--none]',
  what: 'lists, adds or removes successors, asks one for a new kit or an answer, or sends a link again',
  options: { ...ADD_OPTIONS, ...REMOVE_OPTIONS, ...SECOND_OPTIONS },
  takes: [0, 3],
  json: ({ words: [verb = ''] }) => ['', 'add'].includes(verb),
  async run(invocation, { values, words: [verb, wanted, address] }) {
    const isSecond = verb === 'second' && wanted !== undefined;
    if (isSecond && (address === undefined) === Boolean(values.none)) {
      requireOnlyOptions(values, SECOND_OPTIONS);
      await setSecond(invocation, wanted, address ?? '');
    } else if (address !== undefined) {
      throw usageFailure();
    } else if (verb === undefined) {
      requireOnlyOptions(values, {});
      await list(invocation);
    } else if (verb === 'add' && wanted === undefined) {
      requireOnlyOptions(values, ADD_OPTIONS);
      await add(invocation, values);
    } else if (verb === 'remove' && wanted !== undefined) {
      requireOnlyOptions(values, REMOVE_OPTIONS);
      await invalidateKit(invocation, wanted, readQuorum(values.quorum), removal(values.tell));
    } else if (verb === 'ask' && wanted !== undefined) {
      requireOnlyOptions(values, {});
      await ask(invocation, wanted);
    } else if (verb === 'resend' && wanted !== undefined) {
      requireOnlyOptions(values, {});
      await resend(invocation, wanted);
    } else if (verb === 'new-kit' && wanted !== undefined) {
      requireOnlyOptions(values, NEW_KIT_OPTIONS);
      await invalidateKit(invocation, wanted, readQuorum(values.quorum), NEW_KIT);
    } else throw usageFailure();
  },
});
