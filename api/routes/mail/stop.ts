import { rememberSilence } from '../../../db/opt-outs.ts';
import { stoppedMailbox } from '../../../db/tokens.ts';
import { Problem } from '../../http/errors.ts';
import { route } from '../../http/route.ts';
import { messageBody } from '../../http/schemas.ts';
import { StopMail } from './schema.ts';

export const stopMail = route('POST /mail/stop', {
  name: 'stopMail',
  summary: 'Never get such emails again',
  description:
    'Uses the link at the end of an email that asks to confirm a new address. From then on, we never write to ' +
    'this mailbox because of a change of address, however its address is spelled, and nobody can name it as a ' +
    'successor. Nobody is told. Emails about an account that has this address, or by owners who have already ' +
    'named it, still arrive. The link can be used again, and works until the operator of the service removes the ' +
    'secret that signed it.',
  access: 'public',
  limit: 'token_link',
  body: StopMail,
  responses: { 200: messageBody },
  errors: ['token_invalid'],
  async handler({ em, body, now, deps }) {
    const mailbox = stoppedMailbox(deps.tokenSigner, body.token);
    if (!mailbox) throw new Problem('token_invalid');
    await rememberSilence(em, mailbox, now);
    return { body: { message: "We won't write to this address again when someone enters it." } };
  },
});
