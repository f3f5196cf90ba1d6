/** How an owner adds the ways of their plan, while servers are killed. */
import type { ApiCaller } from '../dev/callers.ts';
import { Failure } from '../dev/cli/failure.ts';
import { type CampaignEnvironment, until } from './environment.ts';
import type { AddedWay } from './evidence.ts';
import type { WayPlan } from './plan-ways.ts';
import { type RequestAttempt, untilAnswered } from './until-answered.ts';

type Note = ((each: RequestAttempt) => void) | undefined;

/** What the mail server says when a mailbox accepts no mail for now. */
const REFUSAL = '451 4.3.0 try again later';

/** @returns the way's ID. A lost answer is looked up, and the secret that was in it is replaced. */
async function add(
  { over, wayReceiver }: CampaignEnvironment,
  call: ApiCaller,
  plan: WayPlan,
  wrote: Note,
): Promise<string> {
  const { name } = plan;
  if (plan.kind === 'mailbox') {
    const body = { name, email: plan.address };
    await untilAnswered(over, () => call.POST('/channels/mailboxes', { body }), wrote);
  } else if (plan.kind === 'push') {
    const { data } = await untilAnswered(over, () => call.GET('/channels'));
    const body = { name, subscription: await wayReceiver.subscribe(name, data?.pushKey ?? '') };
    await untilAnswered(over, () => call.POST('/channels/pushes', { body }), wrote);
  } else {
    const body = { name, url: wayReceiver.addressOf(name) };
    const { data } = await untilAnswered(over, () => call.POST('/channels/webhooks', { body }), wrote);
    if (data) wayReceiver.expect(name, data.secret);
  }
  const { data: listed } = await untilAnswered(over, () => call.GET('/channels'));
  const found = listed?.channels.find((each) => each.name === name);
  if (!found) throw new Failure(`the way ${name} could not be added`);
  const known = wayReceiver.deliveries.some(({ way, genuine }) => way === name && genuine);
  if (plan.kind === 'webhook' && !known) {
    const params = { path: { channelId: found.id } };
    const renew = () => call.POST('/channels/{channelId}/secret', { params });
    const { data } = await untilAnswered(over, renew, wrote);
    if (data) wayReceiver.expect(name, data.secret);
  }
  return found.id;
}

async function codeOf(environment: CampaignEnvironment, plan: WayPlan): Promise<string> {
  const { mailLog, wayReceiver, over } = environment;
  if (plan.kind === 'mailbox') {
    const { subject } = await mailLog.await(plan.address, ({ kind }) => kind === 'code', over);
    return /\d{8}/.exec(subject)?.[0] ?? '';
  }
  const sent = () => wayReceiver.deliveries.find(({ way, kind }) => way === plan.name && kind === 'code');
  const { text } = await until(environment, sent);
  return /\d{8}/.exec(text)?.[0] ?? '';
}

/** Makes the way behave as planned from now on. */
function behave({ wayReceiver, mailboxes }: CampaignEnvironment, plan: WayPlan): void {
  if (plan.kind !== 'mailbox') wayReceiver.behave(plan.name, plan.habit);
  else if (plan.habit === 'refuses') mailboxes.shut(plan.address, REFUSAL);
  else if (plan.habit === 'returns') mailboxes.lose(plan.address, 'returned');
}

/** Adds and verifies every way. */
export async function addWays(
  environment: CampaignEnvironment,
  call: ApiCaller,
  plans: readonly WayPlan[],
  wrote: Note,
): Promise<AddedWay[]> {
  const added: AddedWay[] = [];
  for (const plan of plans) {
    const id = await add(environment, call, plan, wrote);
    const code = await codeOf(environment, plan);
    const params = { path: { channelId: id } };
    const verify = () => call.POST('/channels/{channelId}/verify', { params, body: { code } });
    const { outcome, code: refusal } = await untilAnswered(environment.over, verify, wrote);
    if (outcome === 'refused' && refusal !== 'already_verified')
      throw new Failure(`the way ${plan.name} could not be verified: ${refusal}`);
    added.push({ ...plan, id, verifiedAt: Date.now() });
    behave(environment, plan);
  }
  return added;
}

/** The latest link that an owner was sent, to the mailbox of their account or on another way; undefined if there is none. */
export function latestLink(
  { wayReceiver, mailLog }: Pick<CampaignEnvironment, 'wayReceiver' | 'mailLog'>,
  email: string,
  ways: readonly AddedWay[],
): string | undefined {
  const names = new Set(ways.map(({ name }) => name));
  const boxes = [email, ...ways.flatMap((way) => (way.kind === 'mailbox' ? way.address : []))];
  const taken = wayReceiver.deliveries.filter(({ way, takenAt }) => names.has(way) && takenAt !== null);
  const latest = [...taken, ...boxes.flatMap((address) => mailLog.to(address))]
    .filter(({ kind }) => kind === 'reminder' || kind === 'final_notice')
    .sort((a, b) => a.at - b.at)
    .at(-1);
  return latest?.token ?? undefined;
}
