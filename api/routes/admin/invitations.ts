/** Invitations to open an account, which people need where `REGISTRATION` is `invited`. */
import type { AccountInvitationRow } from '../../../db/entities/account-invitation.ts';
import { addInvitation, openInvitations, withdrawInvitation } from '../../auth/account-invitations.ts';
import { notFound } from '../../http/errors.ts';
import { route } from '../../http/route.ts';
import { messageBody } from '../../http/schemas.ts';
import { operatorRequest } from './operator-request.ts';
import { Invitations, Invited, invitationParams } from './schema.ts';

const present = ({ id, createdAt, expiresAt }: AccountInvitationRow) => ({
  id,
  createdAt: createdAt.toISOString(),
  expiresAt: expiresAt.toISOString(),
});

const list = route('GET /admin/invitations', {
  name: 'listAccountInvitations',
  summary: 'List the unused invitations to open an account',
  access: 'admin',
  responses: { 200: Invitations },
  async handler({ em, now }) {
    return { body: { invitations: (await openInvitations(em, now)).map(present) } };
  },
});

const add = route('POST /admin/invitations', {
  name: 'createAccountInvitation',
  summary: 'Invite someone to open an account',
  description:
    'The link opens one account, for anyone who has it, within 14 days. It is shown only in this response, and no ' +
    'email is sent: pass it on yourself. It is needed only where accounts are by invitation only (`GET /site`). ' +
    'Recorded.',
  access: 'admin',
  responses: { 201: Invited },
  async handler({ em, deps, now, caller, ctx }) {
    const { invitation, link } = await addInvitation(em, deps.config, operatorRequest({ caller, now, ctx }));
    const message = 'Pass the link on yourself. It is shown only once.';
    return { status: 201, body: { message, link, invitation: present(invitation) } };
  },
});

const withdraw = route('DELETE /admin/invitations/:invitationId', {
  name: 'withdrawAccountInvitation',
  summary: 'Withdraw an unused invitation',
  description: 'Recorded.',
  access: 'admin',
  params: invitationParams,
  responses: { 200: messageBody },
  errors: ['not_found'],
  async handler({ em, now, caller, ctx, params }) {
    const withdrawn = await withdrawInvitation(
      em,
      params.invitationId,
      operatorRequest({ caller, now, ctx }),
    );
    if (!withdrawn) throw notFound('Invitation');
    return { body: { message: 'Its link no longer works.' } };
  },
});

export const invitationRoutes = [list, add, withdraw];
