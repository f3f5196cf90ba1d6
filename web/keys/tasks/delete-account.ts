/** Deleting the account. */
import { answered, api } from '../../api/client.ts';
import { deriveOwn } from '../derive.ts';
import { drop } from '../held.ts';

/** @throws Problem `wrong_password`, `recently_reset`, `confirmation_required` */
export async function deleteAccount(typed: { password: string }): Promise<void> {
  const { logIn } = await deriveOwn(typed.password);
  await answered(api.DELETE('/auth/delete-account', { body: { password: logIn.password } }));
  drop();
}
