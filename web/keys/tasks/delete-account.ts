/** Deleting the account. */
import { answered, api } from '../../api/client.ts';
import { ownPassword } from '../derive.ts';
import { drop } from '../held.ts';

/** @throws Problem `wrong_password`, `recently_reset`, `confirmation_required` */
export async function deleteAccount(typed: { password: string }): Promise<void> {
  const password = await ownPassword(typed.password);
  await answered(api.DELETE('/auth/delete-account', { body: { password } }));
  drop();
}
