/** `npm run admin -- invite`: a link that lets someone open an account. */
import { addInvitation } from '../../api/auth/account-invitations.ts';
import { transact } from '../../db/transact.ts';
import type { AdminService } from './service.ts';

/** @returns what to say */
export async function invite({ orm, operator, clock, config }: AdminService): Promise<string> {
  const at = new Date(await clock());
  const { link, invitation } = await transact(orm.em, (em) => addInvitation(em, config, { at, operator }));
  const needed = {
    open: 'Nobody needs it while REGISTRATION is open.',
    invited: 'It is shown only once, and opens one account.',
    closed: 'It opens nothing while REGISTRATION is closed.',
  }[config.REGISTRATION];
  return `${link}\nPass it on yourself before ${invitation.expiresAt.toISOString()}. ${needed}`;
}
