/** Naming and removing successors. */
import { departed, unpin } from '../../crypto/index.ts';
import { thresholdFor } from './decisions.ts';
import { halfDone } from './half-done.ts';
import { command, type Invocation } from './invocation.ts';
import { openOwner } from './owner.ts';
import { asArgument, atMinute, oneLine, table } from './printing.ts';
import { rotateVault } from './rotation.ts';
import { findSuccessor, readQuorum, readSuccession, readSuccessors, type Successor } from './succession.ts';
import { UsageFailure } from './usage-failure.ts';

/** How far a successor has come. */
export function stateOf({
  verified,
  optedOut,
  publicKey,
  keyPinnedAt,
  encryptedShare,
  sharesStale,
}: Successor): string {
  if (optedOut) return 'does not want to be one';
  if (!verified) return 'has not confirmed the address';
  if (publicKey === null) return 'has not made a kit';
  if (keyPinnedAt === null) return 'key not compared';
  if (encryptedShare === null) return 'nothing sealed';
  return sharesStale ? 'sealed, but stale' : 'ready';
}

/** What a program gets of a successor. The share is of no use to it. */
const asJson = (successor: Successor) => {
  const { encryptedShare, ...rest } = successor;
  return { ...rest, sealed: encryptedShare !== null, state: stateOf(successor) };
};

async function list(invocation: Invocation): Promise<void> {
  const { json, print, printJson, note } = invocation;
  const successors = await readSuccessors(await openOwner(invocation));
  if (json) printJson(JSON.stringify(successors.map(asJson)));
  else if (successors.length === 0) note('You have named no successor: `npm run vault -- successors add`');
  else {
    const rows = successors.map((successor) => {
      const { name, email, restrictToAssignedEntries, handoverDelayDays, mailProblem } = successor;
      return [
        oneLine(name),
        oneLine(email),
        stateOf(successor),
        restrictToAssignedEntries ? 'assigned entries' : 'everything',
        handoverDelayDays > 0 ? `after ${handoverDelayDays} days more` : '',
        mailProblem ? `refuses our email since ${atMinute(mailProblem.since)}` : '',
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
const REMOVE_OPTIONS = { quorum: { type: 'string' } } as const;

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
  const owner = await openOwner(invocation);
  const { call, answer } = owner;
  // Their kit names the owner by this key, so it comes from the vault and not from the service.
  const { ownerKey } = await owner.unlock();
  const body = {
    name: values.name ?? (await terminal.ask('Name of the successor: ')),
    email: values.email ?? (await terminal.ask('Their email address: ')),
    handoverDelayDays: Number(delay),
    restrictToAssignedEntries: !everything,
    ownerKey,
  };
  const { successor } = await owner.confirmed(() => answer(call.POST('/successors', { body })));
  const { id, name } = successor;
  if (json) printJson(JSON.stringify({ id }));
  else
    print(
      `${oneLine(name)} gets an email. When they have made their kit, compare keys: \`npm run vault -- pin ${asArgument(oneLine(name))}\``,
    );
}

async function remove(invocation: Invocation, wanted: string, quorum: number | undefined): Promise<void> {
  const { print, note } = invocation;
  const owner = await openOwner(invocation);
  const { call, answer } = owner;
  const all = await readSuccessors(owner);
  const { id, name } = findSuccessor(all, wanted);
  const vault = await owner.unlock();
  const others = all.flatMap((each) => (each.id === id ? [] : [each.id]));
  // By our own pins: the service could say that nothing was ever sealed to them.
  const holdsKeys = (await departed(vault, others)).some((each) => each.id === id);
  if (holdsKeys) {
    // Before anybody is removed, because the keys cannot be changed for too few.
    const { recipients } = await readSuccession(owner);
    const remaining = recipients.filter((each) => each.id !== id);
    await thresholdFor(vault, remaining, quorum);
  }
  await owner.confirmed(() => answer(call.DELETE('/successors/{id}', { params: { path: { id } } })));
  print(`${oneLine(name)} is no longer a successor.`);
  if (!holdsKeys) {
    // Or the service could list them again, and the next seal would take them for a successor.
    await owner.changeBundle((present) => unpin(present, id));
    return;
  }
  note('Something was sealed to them, so the vault gets new keys.');
  await owner
    .again(() => rotateVault(invocation, owner, quorum))
    .catch((error) => {
      throw halfDone(
        `${oneLine(name)} is removed, but it is not certain that the vault has its new keys.`,
        error,
        'Run `npm run vault -- rotate`',
      );
    });
}

/** @throws UsageFailure if an option was given that means nothing here */
function demandOnly(given: object, names: object): void {
  const extra = Object.keys(given).find((name) => !Object.hasOwn(names, name));
  if (extra) throw new UsageFailure(`--${extra} means nothing here`);
}

export const successors = command({
  usage: '[add [--name …] [--email …] [--delay-days <n>] [--everything] | remove <successor> [--quorum <k>]]',
  what: 'lists your successors, adds one, or removes one, with new keys for the vault if they held any',
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
      await remove(invocation, wanted, readQuorum(values.quorum));
    } else throw new UsageFailure('It is successors, successors add, or successors remove <successor>');
  },
});
