/** A second mailbox as a way to an owner. */
import { invalid } from '../../http/errors.ts';
import { route } from '../../http/route.ts';
import { addChannel, presentChannel } from './owned.ts';
import { ChannelWritten, NewMailbox } from './schema.ts';

export const addMailbox = route('POST /channels/mailboxes', {
  name: 'addMailbox',
  summary: 'Add a mailbox as a way to reach the owner',
  description:
    'We send it a code, which POST /channels/:channelId/verify takes. From then on every warning goes there too. ' +
    'Needs a confirmed session (`POST /auth/confirm`), and the owner gets an email about it. An account has 10 ways ' +
    'at most.',
  access: 'session',
  limit: 'owner_mail',
  body: NewMailbox,
  responses: { 201: ChannelWritten },
  errors: ['confirmation_required', 'channel_limit', 'already_exists'],
  async handler(context) {
    const { caller, body, limitMailbox } = context;
    if (body.email === caller.user.email) {
      throw invalid(
        [{ path: 'body.email', message: 'is the address of your account: choose another' }],
        'Your warnings go to this address already.',
      );
    }
    const channel = await addChannel(context, { kind: 'mailbox', name: body.name, address: body.email });
    await limitMailbox('mail_address', body.email);
    const message = "The mailbox has been added. We've sent it a code.";
    return { status: 201, body: { message, channel: presentChannel(channel) } };
  },
});
