/** The handover as the owner sees it, and cancelling it. */
import type { FilterQuery } from '@mikro-orm/core';
import { Handover, type HandoverRow } from '../../../db/entities/handover.ts';
import { Invitee } from '../../../db/entities/invitee.ts';
import { type LoadedSwitch, loadSwitch } from '../../../db/load-switch.ts';
import type { EntityManager } from '../../../db/orm.ts';
import { ownerBackAt } from '../../../db/owner-back.ts';
import { changeSwitch } from '../../../db/switch.ts';
import type { SwitchEvent } from '../../../switch/state.ts';
import {
  acceptancesSoFar,
  effectiveQuorum,
  handoverActive,
  type SwitchState,
} from '../../../switch/state.ts';
import { requireConfirmed } from '../../auth/confirmed-session.ts';
import { callerStatement } from '../../auth/find-caller.ts';
import { Problem } from '../../http/errors.ts';
import { route, tagged } from '../../http/route.ts';
import { planned, toMoment } from '../../switch/planned.ts';
import { QUIET_SWITCH, type QuietSwitch, quietDeadline } from '../../switch/quiet-switch.ts';
import { accessRoutes } from './access.ts';
import { rehearsalRoutes } from './rehearsal.ts';
import { renewRoutes } from './renew.ts';
import { respondRoutes } from './respond.ts';
import { CancelBody, Cancelled, HandoverStatus } from './schema.ts';

const iso = (date: Date | null | undefined): string | null => date?.toISOString() ?? null;

/**
 * @param state the switch now, even if the handover is an earlier one
 * @param graceEndsAt when the grace period will end, while it runs
 */
async function present(em: EntityManager, id: string, state: SwitchState, graceEndsAt: number | null) {
  const row = await em.findOneOrFail(Handover, { id }, { refresh: true });
  const invitees = await em.find(
    Invitee,
    { handoverId: id },
    { refresh: true, orderBy: { successorId: 'asc' } },
  );
  const isPast = row.status === 'cancelled' || row.status === 'completed';
  return {
    id: row.id,
    status: row.status,
    startedAt: row.startedAt.toISOString(),
    graceEndsAt: iso(row.graceEndedAt) ?? toMoment(graceEndsAt),
    releasedAt: iso(row.releasedAt),
    completedAt: iso(row.completedAt),
    cancelledAt: iso(row.cancelledAt),
    ownerBackAt: iso(await ownerBackAt(em, row)),
    cancelReason: row.cancelReason ?? null,
    reason: row.cancelNote ?? null,
    quorum: row.quorum,
    effectiveQuorum: isPast ? row.quorum : effectiveQuorum(state),
    accepted: isPast
      ? invitees.filter(({ response }) => response === 'accept').length
      : acceptancesSoFar(state),
    undeliverable: row.undeliverable,
    responses: invitees.map((each) => ({
      successorId: each.successorId,
      invitationsSent: each.invitationsSent,
      response: each.response ?? null,
      ownerAliveCount: each.ownerAliveCount,
      at: iso(each.respondedAt),
      accessEndsAt: iso(each.accessEndsAt),
      lastAccessAt: iso(each.lastAccessAt),
      message: each.message ?? null,
    })),
  };
}

/** For an owner who is back: the successors' messages, and what they could open. */
async function last(em: EntityManager, state: SwitchState, which: FilterQuery<HandoverRow>) {
  const found = await em.findOne(Handover, which, { fields: ['id'], orderBy: { startedAt: 'desc' } });
  return found && present(em, found.id, state, null);
}

const status = route('GET /handover/status', {
  name: 'getHandover',
  summary: 'Get the status of the switch and the current handover',
  description:
    'Includes a handover that was just completed. For an owner who is back, it also includes the handover that ' +
    'was cancelled last, with the messages in the successors’ answers, and the last one in which they could open ' +
    'the vault.',
  access: 'session',
  responses: { 200: HandoverStatus },
  fastPath: {
    statement: callerStatement<QuietSwitch | Record<keyof QuietSwitch, null>>(
      'handover_status',
      QUIET_SWITCH,
    ),
    values: () => [],
    async respond(row, { now, deps }) {
      if (row.switch_status === null) return null;
      const deadline = toMoment(await quietDeadline(deps, row, now));
      return {
        body: {
          status: row.switch_status,
          deadline,
          handover: null,
          lastCancelled: null,
          lastReleased: null,
        },
      };
    },
  },
  async handler({ em, caller, now, deps }) {
    const userId = caller.user.id;
    const current = await loadSwitch(em, userId);
    if (!current) throw new Problem('unauthenticated');
    const { status, handover } = current.state;
    const { deadline } = await planned(deps, em, current, now);
    return {
      body: {
        status,
        deadline: toMoment(deadline),
        handover: handover
          ? await present(em, handover.id, current.state, status === 'grace_period' ? deadline : null)
          : null,
        lastCancelled: await last(em, current.state, { userId, status: 'cancelled' }),
        lastReleased: await last(em, current.state, {
          userId,
          status: { $in: ['cancelled', 'completed'] },
          releasedAt: { $ne: null },
          ...(handover ? { id: { $ne: handover.id } } : {}),
        }),
      },
    };
  },
});

const cancel = route('POST /handover/cancel', {
  name: 'cancelHandover',
  summary: 'Cancel a handover',
  description:
    'Invited successors are told, and access ends. It is a sign of life from a browser or an app, or ' +
    'from a program in a session confirmed with the password (`POST /auth/confirm`). `reason` appears in ' +
    'the email to invited successors and is kept with the handover.',
  access: 'session',
  body: CancelBody.optional(),
  responses: { 200: Cancelled },
  errors: ['no_active_handover', 'confirmation_required'],
  // A sign of life would end the handover before it could be cancelled with the owner's reason.
  noSignOfLife: true,
  async handler({ em, caller, client, body, now, deps }) {
    let handoverId = '';
    const cancelling = ({ state }: LoadedSwitch): SwitchEvent => {
      if (!state.handover || !handoverActive(state)) throw new Problem('no_active_handover');
      if (!caller.human) requireConfirmed(caller, now);
      handoverId = state.handover.id;
      return { kind: 'cancelled' };
    };
    const after = await changeSwitch({ ...deps, em, now }, caller.user.id, cancelling, {
      record: { type: 'handover_cancelled', ...client },
      ...(body?.reason ? { cancelNote: body.reason } : {}),
    });
    if (!after) throw new Problem('unauthenticated');
    const handover = await present(em, handoverId, after.state, null);
    return { body: { message: 'The handover is cancelled.', handover } };
  },
});

export const handoverRoutes = tagged('Handover', [
  status,
  cancel,
  ...rehearsalRoutes,
  ...respondRoutes,
  ...accessRoutes,
  ...renewRoutes,
]);
