/** Automations: programs and devices with a token that can check in for the owner, or read the state of the switch. */
import { answered } from '../client/index.ts';
import type { components } from '../docs/openapi.d.ts';
import { resumeSession } from './connection.ts';
import { UsageFailure } from './failure.ts';
import { command, type Invocation } from './invocation.ts';
import { findNamed } from './named.ts';
import { ownerSession } from './owner.ts';
import { atMinute, oneLine, table } from './printing.ts';

type Automation = components['schemas']['Automation'];

const SCOPES: readonly string[] = ['check-in', 'status', 'calendar'] satisfies Automation['scope'][];
const DAY_MS = 24 * 60 * 60_000;

async function list(invocation: Invocation): Promise<void> {
  const { json, print, printJson, note } = invocation;
  const { api } = await resumeSession(invocation);
  const { automations } = await answered(api.GET('/automations'));
  if (json) printJson(JSON.stringify({ automations }));
  else if (automations.length === 0) note('You have no automation: `vault-handover automations add`');
  else
    print(
      table(
        automations.map(({ name, scope, lastUsedAt, expiresAt }) => [
          oneLine(name),
          scope,
          lastUsedAt ? `last used ${atMinute(lastUsedAt)}` : 'never used',
          expiresAt ? `until ${atMinute(expiresAt)}` : 'until revoked',
        ]),
      ),
    );
}

interface NewAutomation {
  scope?: string | undefined;
  days?: string | undefined;
}

async function add(invocation: Invocation, name: string, { scope, days }: NewAutomation): Promise<void> {
  const { json, print, printJson, note } = invocation;
  if (scope === undefined || !SCOPES.includes(scope))
    throw new UsageFailure('--scope must be check-in, status or calendar');
  if (days !== undefined && !/^[1-9]\d{0,3}$/.test(days))
    throw new UsageFailure('--days must be a whole number from 1 to 9999');
  const { api, session, confirmed } = await ownerSession(invocation);
  const body = {
    name,
    scope: scope as Automation['scope'],
    ...(days === undefined ? {} : { expiresAt: new Date(Date.now() + Number(days) * DAY_MS).toISOString() }),
  };
  const { token, automation } = await confirmed(() => answered(api.POST('/automations', { body })));
  if (json) {
    printJson(JSON.stringify({ token, automation }));
    return;
  }
  if (scope === 'check-in')
    note(
      "Anyone or anything that uses this token tells us that you're alive. If it carries on after your death, your " +
        'vault is never handed over.',
    );
  if (scope === 'calendar') {
    note(
      'This is the address of the calendar. Anyone who has it can read these dates. It is shown only once:',
    );
    print(`${session().server}/api/v1/automations/calendar?token=${oneLine(token)}`);
    return;
  }
  note('This is the token. It is shown only once:');
  print(oneLine(token));
}

async function revoke(invocation: Invocation, wanted: string): Promise<void> {
  const { api, confirmed } = await ownerSession(invocation);
  const { automations } = await answered(api.GET('/automations'));
  const what = { one: 'automation', several: 'automations', command: 'automations' };
  const automation = findNamed(automations, wanted, what);
  const path = { automationId: automation.id };
  await confirmed(() => answered(api.DELETE('/automations/{automationId}', { params: { path } })));
  invocation.print(`The token of ${oneLine(automation.name)} no longer works.`);
}

export const automations = command({
  usage: '[add <name> --scope check-in|status|calendar [--days <n>] | revoke <name>]',
  what: 'lists the tokens that check in for you or read your status, adds one, or revokes one',
  options: { scope: { type: 'string' }, days: { type: 'string' } },
  takes: [0, 2],
  json: ({ words: [verb = ''] }) => ['', 'add'].includes(verb),
  async run(invocation, { values, words: [verb, name] }) {
    const hasOptions = Object.keys(values).length > 0;
    if (verb === undefined && !hasOptions) await list(invocation);
    else if (verb === 'add' && name !== undefined) await add(invocation, name, values);
    else if (verb === 'revoke' && name !== undefined && !hasOptions) await revoke(invocation, name);
    else
      throw new UsageFailure(
        'Usage: vault-handover automations, automations add <name> --scope check-in|status|calendar, or automations revoke <name>',
      );
  },
});
