/** Brings a switch to where a handover test starts, through the steps that the worker takes. */
import { randomUUIDv7 } from 'node:crypto';
import { type LoadedSwitch, loadSwitch } from '../../../db/load-switch.ts';
import { changeSwitch } from '../../../db/switch.ts';
import { mintToken } from '../../../db/tokens.ts';
import type { SwitchEvent, SwitchStatus } from '../../../switch/state.ts';
import type { TestApi } from '../servers/api.ts';
import type { BuiltOwner } from './owner.ts';

type HandoverApi = Pick<TestApi, 'em' | 'deps' | 'clock'>;

export async function switchOf(
  api: Pick<TestApi, 'em'>,
  owner: Pick<BuiltOwner, 'id'>,
): Promise<LoadedSwitch> {
  const current = await loadSwitch(api.em(), owner.id);
  if (!current) throw new Error('the account is gone');
  return current;
}

/** Takes one step at the test's moment. @throws if the switch does not allow it */
export async function take(
  api: HandoverApi,
  owner: Pick<BuiltOwner, 'id'>,
  event: SwitchEvent,
): Promise<LoadedSwitch> {
  const now = new Date(api.clock.now);
  const after = await changeSwitch({ ...api.deps, em: api.em(), now }, owner.id, event);
  if (!after) throw new Error(`${event.kind} is not possible here`);
  return after;
}

/** The stages that silence alone can bring about. */
export type SilentStage = Extract<
  SwitchStatus,
  'reminding' | 'grace_period' | 'awaiting_successors' | 'released' | 'completed'
>;

/**
 * Lets silence run its course up to a stage, an hour at a time. On the way to `released`, everybody invited accepts.
 */
export async function bringTo(
  api: HandoverApi,
  owner: Pick<BuiltOwner, 'id'>,
  stage: SilentStage,
): Promise<LoadedSwitch> {
  const next = () => {
    api.clock.now += 3_600_000;
    return api.clock.now;
  };
  let current = await switchOf(api, owner);
  for (let turn = 0; current.state.status !== stage; turn += 1) {
    if (turn > 50) throw new Error(`cannot bring the switch from ${current.state.status} to ${stage}`);
    const { status, remindersAccepted, settings, handover } = current.state;
    const invitees = handover?.invitees ?? [];
    const unasked = invitees
      .filter(({ invitationsSent }) => invitationsSent === 0)
      .map(({ successorId }) => successorId);
    const silent = invitees.find(({ response }) => response === null);
    const event: SwitchEvent | null =
      status === 'armed' || (status === 'reminding' && remindersAccepted < settings.reminderPercents.length)
        ? { kind: 'reminder_accepted', at: next() }
        : status === 'reminding'
          ? { kind: 'final_notice_accepted', at: next(), handoverId: randomUUIDv7() }
          : status === 'grace_period'
            ? { kind: 'grace_ended' }
            : status === 'awaiting_successors' && unasked.length > 0
              ? { kind: 'successors_invited', successorIds: unasked }
              : status === 'awaiting_successors' && silent
                ? { kind: 'responded', successorId: silent.successorId, response: 'accept' }
                : status === 'released'
                  ? { kind: 'completed' }
                  : null;
    if (!event) throw new Error(`a switch that is ${status} goes nowhere by silence`);
    next();
    current = await take(api, owner, event);
  }
  return current;
}

/** Invites everybody, so that each may answer. @returns response tokens by successor */
export async function invite(api: HandoverApi, owner: Pick<BuiltOwner, 'id'>): Promise<Map<string, string>> {
  const { state } = await bringTo(api, owner, 'awaiting_successors');
  const handover = state.handover;
  if (!handover) throw new Error('no handover is open');
  await take(api, owner, {
    kind: 'successors_invited',
    successorIds: handover.invitees.map(({ successorId }) => successorId),
  });
  const tokens = new Map<string, string>();
  for (const { successorId } of handover.invitees) {
    tokens.set(
      successorId,
      await mintToken(
        api.em(),
        api.deps.tokenSigner,
        { purpose: 'response', userId: owner.id, successorId, handoverId: handover.id },
        new Date(api.clock.now),
      ),
    );
  }
  return tokens;
}
