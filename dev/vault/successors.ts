/** Naming and removing successors. */
import { command, type Invocation } from './invocation.ts';
import { openOwner } from './owner.ts';
import { atMinute, oneLine, table } from './printing.ts';
import { readSuccessors, type Successor } from './succession.ts';
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
  const { json, print, note } = invocation;
  const successors = await readSuccessors(await openOwner(invocation));
  if (json) print(JSON.stringify(successors.map(asJson)));
  else if (successors.length === 0) note('You have named no successor: `npm run vault -- successors add`');
  else {
    const rows = successors.map((successor) => {
      const { name, email, restrictToAssignedEntries, handoverDelayDays, mailProblem } = successor;
      return [
        oneLine(name),
        email,
        stateOf(successor),
        restrictToAssignedEntries ? 'assigned entries' : 'everything',
        handoverDelayDays > 0 ? `after ${handoverDelayDays} days more` : '',
        mailProblem ? `refuses our email since ${atMinute(mailProblem.since)}` : '',
      ];
    });
    print(table(rows));
  }
}

const OPTIONS = {
  name: { type: 'string' },
  email: { type: 'string' },
  'delay-days': { type: 'string' },
  everything: { type: 'boolean' },
} as const;

interface NewSuccessor {
  name?: string | undefined;
  email?: string | undefined;
  'delay-days'?: string | undefined;
  everything?: boolean | undefined;
}

async function add(invocation: Invocation, values: NewSuccessor): Promise<void> {
  const { terminal, json, print } = invocation;
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
  print(
    json
      ? JSON.stringify({ id })
      : `${oneLine(name)} gets an email. When they have made their kit, compare keys: \`npm run vault -- pin "${oneLine(name)}"\``,
  );
}

export const successors = command({
  usage: '[add [--name …] [--email …] [--delay-days <n>] [--everything]]',
  what: 'lists your successors, or names one',
  options: OPTIONS,
  takes: [0, 1],
  async run(invocation, { values, words: [verb] }) {
    const given = Object.keys(OPTIONS).filter((name) => values[name as keyof typeof values] !== undefined);
    if (verb !== 'add' && given.length > 0) throw new UsageFailure(`--${given[0]} belongs to successors add`);
    if (verb === undefined) await list(invocation);
    else if (verb === 'add') await add(invocation, values);
    else throw new UsageFailure('It is successors or successors add');
  },
});
