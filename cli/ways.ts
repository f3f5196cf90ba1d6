/**
 * Ways to reach an owner beside the mailbox of their account: second mailboxes, webhooks, and devices that show
 * notifications. A device can only be added by its own browser.
 */
import { type Api, answered } from '../client/index.ts';
import type { components } from '../docs/openapi.d.ts';
import { resumeSession } from './connection.ts';
import { UsageFailure } from './failure.ts';
import { command, type Invocation } from './invocation.ts';
import { findNamed } from './named.ts';
import { ownerSession } from './owner.ts';
import { asArgument, atMinute, oneLine, table } from './printing.ts';

type Way = components['schemas']['Channel'];

function stateOf({ kind, verifiedAt, lastAcceptedAt, lastFailedAt, lastError, name }: Way): string {
  if (!verifiedAt) return `not confirmed: \`vault-handover ways confirm ${asArgument(oneLine(name))}\``;
  if (kind === 'push' && lastError === 'gone')
    return 'gone: its browser has ended the notifications. Add it again there, in the web app';
  if (lastError && lastFailedAt) return `failed ${atMinute(lastFailedAt)}: ${oneLine(lastError)}`;
  return lastAcceptedAt ? `works, last used ${atMinute(lastAcceptedAt)}` : 'confirmed, not used yet';
}

/** For a device, only the push service is known here. */
const placeOf = ({ kind, address }: Way): string =>
  kind === 'push' ? `notifications (${oneLine(address)})` : oneLine(address);

const readWays = async (api: Api): Promise<Way[]> => (await answered(api.GET('/channels'))).channels;

const find = async (api: Api, wanted: string): Promise<Way> =>
  findNamed(await readWays(api), wanted, { one: 'way', several: 'ways', command: 'ways' });

const pathOf = ({ id }: Way) => ({ params: { path: { channelId: id } } });

async function list(invocation: Invocation): Promise<void> {
  const { json, print, printJson, note } = invocation;
  const { api } = await resumeSession(invocation);
  const ways = await readWays(api);
  if (json) printJson(JSON.stringify({ ways }));
  else if (ways.length === 0)
    note('Only the mailbox of your account gets your warnings: `vault-handover ways add`');
  else print(table(ways.map((way) => [oneLine(way.name), placeOf(way), stateOf(way)])));
}

/** The secret is the result, so that it can be piped into a file. */
function showSecret({ print, note }: Invocation, secret: string): void {
  note('This is the secret that requests are signed with. It is shown only once:');
  print(secret);
}

async function add(invocation: Invocation, name: string, address: string): Promise<void> {
  const { json, printJson, note } = invocation;
  const { api, confirmed } = await ownerSession(invocation);
  const added: { channel: Way; secret?: string } = /^https?:/.test(address)
    ? await confirmed(() => answered(api.POST('/channels/webhooks', { body: { name, url: address } })))
    : await confirmed(() => answered(api.POST('/channels/mailboxes', { body: { name, email: address } })));
  if (json) {
    const { channel: way, secret } = added;
    printJson(JSON.stringify({ way, ...(secret === undefined ? {} : { secret }) }));
    return;
  }
  note(`We've sent a code there. Enter it with \`vault-handover ways confirm ${asArgument(oneLine(name))}\``);
  if (added.secret !== undefined) showSecret(invocation, added.secret);
}

async function confirm(invocation: Invocation, wanted: string): Promise<void> {
  const { terminal, print } = invocation;
  const { api } = await resumeSession(invocation);
  const way = await find(api, wanted);
  const code = (await terminal.ask('Code that was sent there (leave blank to get a new one): ')).replaceAll(
    ' ',
    '',
  );
  if (code === '') {
    await answered(api.POST('/channels/{channelId}/code', pathOf(way)));
    print("We've sent a new code. Earlier ones no longer work.");
    return;
  }
  await answered(api.POST('/channels/{channelId}/verify', { ...pathOf(way), body: { code } }));
  print(`From now on your warnings go to ${oneLine(way.name)} too.`);
}

async function test(invocation: Invocation, wanted: string): Promise<void> {
  const { api } = await resumeSession(invocation);
  const way = await find(api, wanted);
  await answered(api.POST('/channels/{channelId}/test', pathOf(way)));
  invocation.print(
    `We've sent a test to ${oneLine(way.name)}. \`vault-handover ways\` shows whether it was accepted.`,
  );
}

async function rotate(invocation: Invocation, wanted: string): Promise<void> {
  const { json, printJson, note } = invocation;
  const { api, confirmed } = await ownerSession(invocation);
  const way = await find(api, wanted);
  const { secret } = await confirmed(() => answered(api.POST('/channels/{channelId}/secret', pathOf(way))));
  if (json) {
    printJson(JSON.stringify({ way, secret }));
    return;
  }
  note('For a day, requests are also signed with the old secret.');
  showSecret(invocation, secret);
}

async function remove(invocation: Invocation, wanted: string): Promise<void> {
  const { api, confirmed } = await ownerSession(invocation);
  const way = await find(api, wanted);
  await confirmed(() => answered(api.DELETE('/channels/{channelId}', pathOf(way))));
  invocation.print(
    `Nothing goes to ${oneLine(way.name)} any more, and links that were sent there no longer work.`,
  );
}

const VERBS: Readonly<Record<string, (invocation: Invocation, name: string) => Promise<void>>> = {
  confirm,
  test,
  rotate,
  remove,
};

export const ways = command({
  usage:
    '[add <name> <email or https address> | confirm <name> | test <name> | rotate <name> | remove <name>]',
  what: 'lists where else warnings go; adds one (no devices), tests or removes it, or renews its secret',
  options: {},
  takes: [0, 3],
  json: ({ words: [verb = ''] }) => ['', 'add', 'rotate'].includes(verb),
  async run(invocation, { words: [verb = '', name, address] }) {
    const one = Object.hasOwn(VERBS, verb) ? VERBS[verb] : undefined;
    if (verb === '') await list(invocation);
    else if (verb === 'add' && name !== undefined && address !== undefined)
      await add(invocation, name, address);
    else if (one && name !== undefined && address === undefined) await one(invocation, name);
    else
      throw new UsageFailure(
        'Usage: vault-handover ways, ways add <name> <email or https address>, or ways confirm, test, rotate or remove <name>',
      );
  },
});
