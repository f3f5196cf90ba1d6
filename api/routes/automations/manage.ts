/** The automations of an account: list, add, revoke. */
import { randomUUIDv7 } from 'node:crypto';
import type { z } from 'zod';
import { Automation, type AutomationRow } from '../../../db/entities/automation.ts';
import { newAutomationToken } from '../../auth/automations.ts';
import { requireConfirmed } from '../../auth/confirmed-session.ts';
import { lockOwner } from '../../auth/credentials.ts';
import { lockOwnRow, ownRows, requireRoom } from '../../auth/own-rows.ts';
import { checkWeakening } from '../../auth/weakening.ts';
import { invalid } from '../../http/errors.ts';
import { route } from '../../http/route.ts';
import { messageBody } from '../../http/schemas.ts';
import {
  AutomationAdded,
  AutomationBody,
  AutomationList,
  AutomationParams,
  type Automation as PresentedAutomation,
} from './schema.ts';

/** Far more tags and shortcuts than anyone has. */
const MOST_AUTOMATIONS = 20;

const present = (automation: AutomationRow): z.output<typeof PresentedAutomation> => ({
  id: automation.id,
  name: automation.name,
  scope: automation.scope,
  createdAt: automation.createdAt.toISOString(),
  expiresAt: automation.expiresAt?.toISOString() ?? null,
  lastUsedAt: automation.lastUsedAt?.toISOString() ?? null,
});

export const list = route('GET /automations', {
  name: 'listAutomations',
  summary: 'List the automations of the account',
  access: 'session',
  responses: { 200: AutomationList },
  async handler({ em, caller }) {
    const automations = await ownRows(em, Automation, caller.user.id);
    return { body: { automations: automations.map(present) } };
  },
});

export const add = route('POST /automations', {
  name: 'addAutomation',
  summary: 'Add an automation, and get its token',
  description:
    'The token is shown only in this response. One for `check-in` gives signs of life for the owner, no matter who ' +
    'or what uses it: while it is used, the switch never fires. Needs a confirmed session, and the owner gets an ' +
    'email. An account has 20 automations at most.',
  access: 'session',
  body: AutomationBody,
  responses: { 201: AutomationAdded },
  errors: ['confirmation_required', 'automation_limit'],
  async handler(context) {
    const { em, caller, body, now, record } = context;
    const { name, scope } = body;
    const userId = caller.user.id;
    await lockOwner(em, caller);
    requireConfirmed(caller, now);
    const expiresAt = body.expiresAt === undefined ? null : new Date(body.expiresAt);
    if (expiresAt && expiresAt <= now)
      throw invalid([{ path: 'body.expiresAt', message: 'must be in the future' }]);
    await requireRoom(em, Automation, userId, MOST_AUTOMATIONS, 'automation_limit');
    await checkWeakening(context, { automation: scope, automationName: name });
    const { token, hash } = newAutomationToken();
    const automation = {
      id: randomUUIDv7(),
      userId,
      name,
      scope,
      hash,
      createdAt: now,
      expiresAt,
      lastUsedAt: null,
    };
    await em.insert(Automation, automation);
    await record('automation_added', { name, scope });
    return {
      status: 201,
      body: {
        message: 'Keep the token in a safe place. It is shown only once.',
        token,
        automation: present(automation),
      },
    };
  },
});

export const revoke = route('DELETE /automations/:automationId', {
  name: 'revokeAutomation',
  summary: 'Revoke the token of an automation',
  description:
    'It stops working with its next request. Needs a confirmed session. If the token could check in, the owner gets ' +
    'an email, because there is one less way to stop the switch.',
  access: 'session',
  params: AutomationParams,
  responses: { 200: messageBody },
  errors: ['not_found', 'confirmation_required'],
  async handler(context) {
    const { em, caller, params, now, record } = context;
    const { automationId: id } = params;
    const { name, scope } = await lockOwnRow(em, Automation, caller, id, 'Automation');
    requireConfirmed(caller, now);
    await checkWeakening(
      context,
      scope === 'check-in' ? { automation: 'revoked', automationName: name } : null,
    );
    await em.nativeDelete(Automation, { id });
    await record('automation_revoked', { name, scope });
    return { body: { message: 'Its token no longer works.' } };
  },
});
